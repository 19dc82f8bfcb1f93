//! The secrets of the seats that were taken, in a file that only its owner can read: running again resumes the seat.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use agon_wire::Ticket;

use crate::keep;

/// So many rooms are remembered, the last ones.
const MOST: usize = 100;

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
        let first = lines.len().saturating_sub(MOST);
        let _ = path.parent().map(fs::create_dir_all);
        let new = path.with_extension(format!("{}.new", std::process::id()));
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let written = options.open(&new).and_then(|mut file| {
            lines[first..].iter().try_for_each(|line| writeln!(file, "{line}"))?;
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
        fs::remove_dir_all(folder).expect("the folder goes");
    }
}
