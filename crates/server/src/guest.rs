//! Somebody at the other end of a socket: a member of a room, or a visitor of the lobby.

use agon_rules::text;
use agon_wire::{Code, Refusal, ToClient, ToServer, read};
use axum::extract::ws::Utf8Bytes;
use serde::Deserialize;

use crate::lobby::Visitor;
use crate::member::Member;

/// Somebody at the other end of a socket.
pub(crate) enum Guest {
    /// in a room
    Member(Member),
    /// in the lobby
    Visitor(Visitor),
}

impl Guest {
    /// Whether others see at once when they are gone.
    pub(crate) fn is_player(&self) -> bool {
        matches!(self, Guest::Member(Member { seat: Some(_), .. }))
    }

    /// What a member is sent first. The lobby comes by itself.
    pub(crate) fn first(&self) -> Option<Utf8Bytes> {
        match self {
            Guest::Member(member) => Some(member.first.clone()),
            Guest::Visitor(_) => None,
        }
    }

    /// The next texts to send to them; none when there will be no more.
    pub(crate) async fn next(&mut self) -> Option<[Option<Utf8Bytes>; 2]> {
        match self {
            Guest::Visitor(visitor) => visitor.next().await.map(|text| [Some(text), None]),
            Guest::Member(member) => member.changed().await.ok(),
        }
    }

    /// The newest view of a room, to be sent once more.
    pub(crate) async fn look(&self) -> Option<Utf8Bytes> {
        match self {
            Guest::Member(member) => member.look().await.ok(),
            Guest::Visitor(_) => None,
        }
    }

    /// The answer to a message that is one too many.
    pub(crate) fn refuse(text: &str, refusal: Refusal) -> ToClient {
        ToClient::Refused { id: number(text), refusal }
    }

    /// The answer to a message. Every request gets one.
    pub(crate) async fn answer(&self, text: &str) -> ToClient {
        let refused = |id, code, why| ToClient::Refused { id, refusal: Refusal::new(code, why) };
        match (read(text), self) {
            (Ok(ToServer::Ping), _) => ToClient::Pong,
            (Ok(ToServer::Hello { .. } | ToServer::Lobby { .. }), Guest::Member(_)) => {
                refused(None, Code::State, text!("you are already in a room; open another socket"))
            }
            (Ok(ToServer::Hello { .. } | ToServer::Lobby { .. }), Guest::Visitor(_)) => {
                refused(None, Code::State, text!("you are already in the lobby; open another socket"))
            }
            (Ok(ToServer::Do { id, .. }), Guest::Visitor(_)) => refused(
                Some(id),
                Code::NotSeated,
                text!("this socket shows the lobby; players open one for their room"),
            ),
            (Ok(ToServer::Do { id, act }), Guest::Member(member)) => match member.act(act).await {
                Ok(()) => ToClient::Done { id },
                Err(refusal) => ToClient::Refused { id: Some(id), refusal },
            },
            (Err(refusal), _) => ToClient::Refused { id: number(text), refusal },
        }
    }

    /// Leaves.
    pub(crate) async fn leave(self) {
        if let Guest::Member(member) = self {
            member.leave().await;
        }
    }
}

/// The number of a request that cannot be read otherwise, so that it is still answered.
fn number(text: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Numbered {
        id: u64,
    }
    serde_json::from_str::<Numbered>(text).ok().map(|numbered| numbered.id)
}
