//! Notices to players who are away: Web Push (RFC 8030), encrypted for the device (RFC 8291) and signed by the server
//! (VAPID, RFC 8292).
//!
//! Only a server whose operator gives an address for complaints sends any, and only to devices that have asked for it. An
//! endpoint is an address that anybody may have made up, so nothing is sent within the server's own network.

mod post;
mod send;
mod vapid;

use agon_rules::{Text, text};
use base64ct::{Base64UrlUnpadded, Encoding};
use p256::PublicKey;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) use self::post::Push;
use self::vapid::Vapid;
use crate::store::{Store, StoreError};

/// A player has at most this many devices that want notices; the oldest makes room.
pub(crate) const MOST_DEVICES: usize = 8;
/// Longer endpoints are not accepted.
const LONGEST: usize = 1024;

/// How notices are sent.
#[derive(Clone, Debug)]
pub struct Notices {
    /// whom a push service may complain to: `mailto:…` or `https://…`
    pub contact: String,
    /// whether endpoints on this machine are allowed, and without TLS: for tests only
    pub loopback: bool,
}

/// A device that wants notices, as its browser describes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Subscription {
    /// where notices go: an address of the browser's push service
    pub(crate) endpoint: String,
    /// the device's public key, in base64url
    pub(crate) p256dh: String,
    /// the device's secret, in base64url
    pub(crate) auth: String,
    /// the language of the notices, `en` or `it`
    #[serde(default)]
    pub(crate) lang: String,
}

impl Subscription {
    /// The device's key and secret.
    fn keys(&self) -> Option<(PublicKey, [u8; 16])> {
        let decode = |text: &str| Base64UrlUnpadded::decode_vec(text.trim_end_matches('=')).ok();
        let key = PublicKey::from_sec1_bytes(&decode(&self.p256dh)?).ok()?;
        Some((key, decode(&self.auth)?.try_into().ok()?))
    }

    /// Why nothing can be sent there.
    pub(crate) fn trouble(&self, notices: &Notices) -> Option<Text> {
        if self.endpoint.len() > LONGEST || self.lang.len() > 16 || send::target(&self.endpoint, notices).is_none() {
            return Some(text!("the endpoint must be an https address of a push service"));
        }
        let bad = || text!("`p256dh` and `auth` must be a P-256 point and 16 bytes, in base64url");
        // Padding could make them as long as a body, and they are kept.
        let is_long = self.p256dh.len() > 96 || self.auth.len() > 24;
        (is_long || self.keys().is_none()).then(bad)
    }
}

/// What a device is told. The service worker of the page puts it into words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Notice {
    /// `turn` or `over`
    pub(crate) kind: &'static str,
    /// the code of the room
    pub(crate) room: String,
    /// the name of the game
    pub(crate) game: String,
    /// the other players, as far as they have names
    pub(crate) against: String,
}

/// The public key by which push services know this server, in base64url.
pub(crate) async fn public_key(store: &dyn Store) -> Result<String, StoreError> {
    Ok(Vapid::load(store).await?.public())
}
