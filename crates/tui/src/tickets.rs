//! The secrets of the seats that were taken, in a file that only its owner can read: running again resumes the seat.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use agon_wire::Ticket;

use crate::keep;

/// So many rooms are remembered, the last ones.
const MOST: usize = 100;
/// Stands for the secret of the player's name where a room would be.
const KEY: &str = "name";

/// The file of tickets; without a place for it nothing is kept.
#[derive(Clone, Debug, Default)]
pub struct Tickets {
    path: Option<PathBuf>,
}

impl Tickets {
    /// The tickets in a file.
    pub fn new(path: Option<PathBuf>) -> Self {
        Tickets { path }
    }

    /// The tickets in the state folder.
    pub fn usual() -> Self {
        Tickets::new(keep::folder().map(|path| path.with_file_name("tickets")))
    }

    fn lines(&self) -> Vec<String> {
        let text = self.path.as_ref().and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// The rooms of a server for which a ticket was kept, the newest first.
    pub fn rooms(&self, server: &str) -> Vec<Ticket> {
        let start = format!("{server} ");
        let lines = self.lines().into_iter().rev();
        let parts = lines.filter_map(|line| {
            let (room, token) = line.strip_prefix(&start)?.split_once(' ')?;
            Some((room.to_owned(), token.to_owned()))
        });
        let rooms = parts.filter(|(room, _)| room != KEY);
        rooms.map(|(room, token)| Ticket { room, seat: None, token: Some(token) }).collect()
    }

    /// The secret that keeps the player's name at a server, if there is one. Every server has its own: one could use it
    /// at another.
    pub fn key(&self, server: &str) -> Option<String> {
        self.find(server, KEY)?.token
    }

    /// Keeps the secret of a name; none forgets it.
    pub fn keep_key(&self, server: &str, key: Option<&str>) {
        self.replace(server, KEY, key.map(|key| format!("{server} {KEY} {key}")));
    }

    /// The secret that keeps the player's name at a server; the first time a new one.
    pub fn make_key(&self, server: &str) -> String {
        self.key(server).unwrap_or_else(|| {
            let key = format!("{:032x}", rand::random::<u128>());
            self.keep_key(server, Some(&key));
            key
        })
    }

    /// The ticket that was kept for a room.
    pub fn find(&self, server: &str, room: &str) -> Option<Ticket> {
        let start = format!("{server} {room} ");
        let token = self.lines().into_iter().rev().find_map(|line| line.strip_prefix(&start).map(str::to_owned))?;
        Some(Ticket { room: room.to_owned(), seat: None, token: Some(token) })
    }

    /// Keeps a ticket. Where that cannot be done it is not.
    pub fn keep(&self, server: &str, ticket: &Ticket) {
        if let Some(token) = &ticket.token {
            self.replace(server, &ticket.room, Some(format!("{server} {} {token}", ticket.room)));
        }
    }

    /// Forgets the ticket of a room.
    pub fn forget(&self, server: &str, room: &str) {
        self.replace(server, room, None);
    }

    fn replace(&self, server: &str, room: &str, line: Option<String>) {
        let Some(path) = &self.path else { return };
        let start = format!("{server} {room} ");
        let mut lines = self.lines();
        lines.retain(|line| !line.starts_with(&start));
        lines.extend(line.filter(|line| !line.contains(char::is_control)));
        // Rooms make room for others; names stay.
        let name = |line: &String| line.split(' ').nth(1) == Some(KEY);
        let mut surplus = lines.iter().filter(|line| !name(line)).count().saturating_sub(MOST);
        lines.retain(|line| {
            let goes = surplus > 0 && !name(line);
            surplus -= usize::from(goes);
            !goes
        });
        let _ = path.parent().map(fs::create_dir_all);
        let new = path.with_extension(format!("{}.new", std::process::id()));
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let written = options.open(&new).and_then(|mut file| {
            lines.iter().try_for_each(|line| writeln!(file, "{line}"))?;
            // A crash leaves the old file or the new one.
            fs::rename(&new, path)
        });
        if written.is_err() {
            let _ = fs::remove_file(&new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tickets_are_found_again_and_nobody_else_can_read_them() {
        let folder = std::env::temp_dir().join(format!("agon-tickets-{}", std::process::id()));
        let path = folder.join("tickets");
        let tickets = Tickets::new(Some(path.clone()));
        let ticket = |room: &str, token: &str| Ticket { room: room.into(), seat: Some(0), token: Some(token.into()) };
        assert_eq!(tickets.find("http://a", "K7XM4QPT"), None);
        tickets.keep("http://a", &ticket("K7XM4QPT", "one"));
        tickets.keep("http://a", &ticket("K7XM4QPT", "two"));
        tickets.keep("http://b", &ticket("K7XM4QPT", "three"));
        assert_eq!(tickets.find("http://a", "K7XM4QPT").and_then(|ticket| ticket.token).as_deref(), Some("two"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o600);
        }
        tickets.forget("http://a", "K7XM4QPT");
        assert_eq!(tickets.find("http://a", "K7XM4QPT"), None);
        for n in 0..2 * MOST {
            tickets.keep("http://a", &ticket(&format!("R{n}"), "x"));
        }
        assert_eq!(tickets.lines().len(), MOST);
        assert!(tickets.find("http://a", "R199").is_some() && tickets.find("http://b", "K7XM4QPT").is_none());
        let key = tickets.make_key("http://a");
        assert!(key.len() == 32 && tickets.make_key("http://a") == key && tickets.key("http://b").is_none());
        for n in 0..2 * MOST {
            tickets.keep("http://a", &ticket(&format!("S{n}"), "x"));
        }
        let rooms = tickets.rooms("http://a");
        assert!(rooms.len() == MOST && rooms[0].room == "S199", "the key is no room, and stays");
        assert_eq!(tickets.key("http://a"), Some(key));
        tickets.keep_key("http://a", None);
        assert_eq!(tickets.key("http://a"), None);
        fs::remove_dir_all(folder).expect("the folder goes");
    }
}
