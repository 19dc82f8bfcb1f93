//! Addresses that the operator has banned: in memory, and in a small text file so that a restart forgets none.
//!
//! A line of the file is a network and when its ban ends, in seconds since 1970, or `-` for never: `203.0.113.0/24 -`.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv6Addr};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{RwLock, RwLockReadGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

/// A range of addresses that begin with the same bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    first: u128,
    bits: u8,
    is_v4: bool,
}

impl Network {
    /// Whether an address is in it.
    pub fn holds(&self, address: IpAddr) -> bool {
        let (number, is_v4) = number(address);
        self.is_v4 == is_v4 && masked(number, self.bits, is_v4) == self.first
    }
}

/// An address as a number, and whether it has 32 bits. One of IPv4 may come dressed as one of IPv6.
fn number(address: IpAddr) -> (u128, bool) {
    match address.to_canonical() {
        IpAddr::V4(address) => (u128::from(address.to_bits()), true),
        IpAddr::V6(address) => (address.to_bits(), false),
    }
}

/// The first bits of a number, with zeros after them.
fn masked(number: u128, bits: u8, is_v4: bool) -> u128 {
    let dropped = (if is_v4 { 32 } else { 128 }) - u32::from(bits);
    number.checked_shr(dropped).unwrap_or(0).checked_shl(dropped).unwrap_or(0)
}

impl FromStr for Network {
    type Err = String;

    /// Reads `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/48`. An address of IPv6, or a smaller network than a /64, stands
    /// for its /64: a provider gives each customer at least that many addresses, and callers are known by it only.
    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("bad address `{text}`; write `203.0.113.7`, `203.0.113.0/24` or `2001:db8:1:2::/64`");
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.trim().parse().map_err(|_| bad())?;
        let (number, is_v4) = number(address);
        let (usual, most) = if is_v4 { (32, 32) } else { (64, 128) };
        let bits = bits.map_or(Ok(usual), |bits| bits.trim().parse::<u8>().map_err(|_| bad()))?;
        // With fewer bits somebody has most likely mistyped, and would lock out the world.
        let fewest = if is_v4 { 8 } else { 16 };
        if !(fewest..=most).contains(&bits) {
            return Err(format!("bad network `{text}`; it has {fewest} to {most} bits"));
        }
        let bits = bits.min(usual);
        Ok(Network { first: masked(number, bits, is_v4), bits, is_v4 })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let address = match self.is_v4 {
            true => IpAddr::from((self.first as u32).to_be_bytes()),
            false => IpAddr::V6(Ipv6Addr::from_bits(self.first)),
        };
        write!(f, "{address}/{}", self.bits)
    }
}

/// A ban, as it travels to `agon admin`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ban {
    /// the network
    pub network: String,
    /// when it ends, in seconds since 1970; none for never
    pub until: Option<u64>,
}

/// All bans of a server.
#[derive(Debug, Default)]
pub struct Bans {
    list: RwLock<Vec<(Network, Option<u64>)>>,
    file: Option<PathBuf>,
    changed: watch::Sender<()>,
}

impl Bans {
    /// Reads the bans of a file, which need not be there, and keeps them there.
    pub fn open(file: PathBuf) -> io::Result<Self> {
        let text = match std::fs::read_to_string(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text?,
        };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let list = lines.map(|(at, line)| {
            read(line).map_err(|why| {
                let text = format!("line {} of `{}`: {why}", at + 1, file.display());
                io::Error::new(io::ErrorKind::InvalidData, text)
            })
        });
        Ok(Bans {
            list: RwLock::new(list.collect::<Result<_, _>>()?),
            file: Some(file),
            changed: watch::Sender::new(()),
        })
    }

    /// Whether an address is banned now.
    pub fn has(&self, address: IpAddr) -> bool {
        let list = self.read();
        !list.is_empty() && {
            let now = now();
            list.iter().any(|(network, until)| network.holds(address) && until.is_none_or(|until| now < until))
        }
    }

    /// Returns when an address becomes banned.
    pub async fn wait_for(&self, address: IpAddr) {
        let mut changed = self.changed.subscribe();
        while !self.has(address) {
            if changed.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Bans a network; a ban that is there already ends at the new time.
    pub fn ban(&self, network: Network, until: Option<u64>) -> io::Result<()> {
        self.change(|list| {
            list.retain(|(known, _)| *known != network);
            list.push((network, until));
        })
    }

    /// Lifts a ban; false if there was none of this very network.
    pub fn unban(&self, network: Network) -> io::Result<bool> {
        let before = self.list().len();
        self.change(|list| list.retain(|(known, _)| *known != network))?;
        Ok(self.list().len() < before)
    }

    /// The bans that have not ended.
    pub fn list(&self) -> Vec<Ban> {
        let now = now();
        let lasting = self.read().iter().filter(|(_, until)| until.is_none_or(|until| now < until)).copied().collect();
        let lasting: Vec<(Network, Option<u64>)> = lasting;
        lasting.into_iter().map(|(network, until)| Ban { network: network.to_string(), until }).collect()
    }

    /// Changes the list and then its file; those that have ended are forgotten.
    fn change(&self, change: impl FnOnce(&mut Vec<(Network, Option<u64>)>)) -> io::Result<()> {
        let mut list = self.list.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        let now = now();
        list.retain(|(_, until)| until.is_none_or(|until| now < until));
        change(&mut list);
        let text: String = list.iter().map(|(network, until)| format!("{network} {}\n", written(*until))).collect();
        drop(list);
        self.changed.send_replace(());
        let Some(file) = &self.file else { return Ok(()) };
        // Renamed into place, so that no crash leaves half a list.
        let fresh = file.with_extension("new");
        std::fs::write(&fresh, text)?;
        std::fs::rename(&fresh, file)
    }

    fn read(&self) -> RwLockReadGuard<'_, Vec<(Network, Option<u64>)>> {
        self.list.read().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn written(until: Option<u64>) -> String {
    until.map_or("-".to_owned(), |until| until.to_string())
}

fn read(line: &str) -> Result<(Network, Option<u64>), String> {
    let (network, until) = line.trim().split_once(' ').ok_or("a line is a network and a time, or `-` for ever")?;
    let until = match until.trim() {
        "-" => None,
        until => Some(until.parse().map_err(|_| format!("bad time `{until}`; it is in seconds since 1970, or `-`"))?),
    };
    Ok((network.parse()?, until))
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> Network {
        text.parse().expect("a network")
    }

    #[test]
    fn a_network_holds_the_addresses_that_begin_like_it() {
        for (text, written, inside, outside) in [
            ("203.0.113.7", "203.0.113.7/32", "203.0.113.7", "203.0.113.8"),
            ("203.0.113.7/24", "203.0.113.0/24", "203.0.113.255", "203.0.114.0"),
            ("10.0.0.0/8", "10.0.0.0/8", "10.255.0.1", "11.0.0.1"),
            ("2001:db8::1", "2001:db8::/64", "2001:db8::ffff:1", "2001:db8:0:1::1"),
            ("2001:db8::1/128", "2001:db8::/64", "2001:db8::2", "2001:db8:0:1::1"),
            ("2001:db8:7::/48", "2001:db8:7::/48", "2001:db8:7:1::1", "2001:db8:8::1"),
            ("::ffff:203.0.113.7", "203.0.113.7/32", "::ffff:203.0.113.7", "::203.0.113.7"),
        ] {
            assert_eq!(network(text).to_string(), written);
            let holds = |address: &str| network(text).holds(address.parse().expect("an address"));
            assert!(holds(inside) && !holds(outside), "{text}");
        }
    }

    #[test]
    fn a_bad_network_says_what_would_work() {
        for (text, why) in [
            (
                "games.example",
                "bad address `games.example`; write `203.0.113.7`, `203.0.113.0/24` or `2001:db8:1:2::/64`",
            ),
            ("203.0.113.7/33", "bad network `203.0.113.7/33`; it has 8 to 32 bits"),
            ("0.0.0.0/0", "bad network `0.0.0.0/0`; it has 8 to 32 bits"),
            ("::/0", "bad network `::/0`; it has 16 to 128 bits"),
        ] {
            assert_eq!(text.parse::<Network>(), Err(why.to_owned()));
        }
    }

    #[test]
    fn bans_outlive_the_process_and_end_in_time() {
        let file = std::env::temp_dir().join(format!("agon-bans-{}", std::process::id()));
        let bans = Bans::open(file.clone()).expect("no file is no ban");
        bans.ban(network("203.0.113.0/24"), None).expect("it is kept");
        bans.ban(network("198.51.100.1"), Some(now() + 3600)).expect("it is kept");
        bans.ban(network("198.51.100.2"), Some(now() - 1)).expect("it is kept");
        let again = Bans::open(file.clone()).expect("a list");
        let has = |bans: &Bans, address: &str| bans.has(address.parse().expect("an address"));
        for (address, is_banned) in [("203.0.113.9", true), ("198.51.100.1", true), ("198.51.100.2", false)] {
            assert_eq!((has(&bans, address), has(&again, address)), (is_banned, is_banned), "{address}");
        }
        assert!(again.unban(network("203.0.113.0/24")).expect("kept") && !has(&again, "203.0.113.9"));
        assert!(!again.unban(network("203.0.113.0/24")).expect("kept"));
        std::fs::write(&file, "203.0.113.0/24 soon\n").expect("our file");
        let why = Bans::open(file.clone()).expect_err("no time").to_string();
        assert!(why.contains("line 1 of") && why.contains("bad time `soon`"), "{why}");
        std::fs::remove_file(file).expect("our file");
    }
}
