//! Requests to push services, and to nobody else: an endpoint is an address that anybody may have made up.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

use super::Notices;

/// How long a push service may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// A request to a push service.
pub(super) type Request = ureq::http::Request<Vec<u8>>;

/// The address of an endpoint, if something may be sent there: a name with TLS at the usual port. Its network addresses
/// are checked when it is looked up.
pub(super) fn target(endpoint: &str, how: &Notices) -> Option<Uri> {
    let uri: Uri = endpoint.parse().ok()?;
    let authority = uri.authority()?;
    let host = authority.host().trim_start_matches('[').trim_end_matches(']');
    if authority.as_str().contains('@') || host.is_empty() {
        return None;
    }
    let local = how.loopback && host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    let public = uri.scheme_str() == Some("https") && matches!(authority.port_u16(), None | Some(443));
    (public || local).then_some(uri)
}

/// Sends requests.
pub(super) struct Sender(ureq::Agent);

impl Sender {
    pub(super) fn new(how: &Notices) -> Self {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            .max_redirects(0)
            // A proxy of the environment would look names up by itself.
            .proxy(None)
            .build();
        let outside = Outside { loopback: how.loopback };
        Sender(ureq::Agent::with_parts(config, DefaultConnector::default(), outside))
    }

    /// The status that a push service answers with; 0 where it cannot be reached.
    pub(super) fn send(&self, request: Request) -> u16 {
        self.0.run(request).map_or(0, |answer| answer.status().as_u16())
    }
}

/// Looks names up, and finds only addresses outside the server's own network.
#[derive(Debug)]
struct Outside {
    loopback: bool,
}

impl Resolver for Outside {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        let mut allowed = self.empty();
        for address in found.iter() {
            if is_public(address.ip()) || self.loopback && address.ip().is_loopback() {
                allowed.push(*address);
            }
        }
        if allowed.is_empty() { Err(ureq::Error::HostNotFound) } else { Ok(allowed) }
    }
}

/// Whether an address is one of the public internet.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => {
            let [a, b, .., y, z] = address.segments();
            let inner = |high: u16, low: u16| {
                let [[a, b], [c, d]] = [high.to_be_bytes(), low.to_be_bytes()];
                Ipv4Addr::new(a, b, c, d)
            };
            match address.segments() {
                // What stands for an address of version 4 is judged as that.
                [0, 0, 0, 0, 0, 0xffff, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => is_public_v4(inner(y, z)),
                [0x2002, high, low, ..] => is_public_v4(inner(high, low)),
                [0x2001, 0xdb8, ..] | [0x2001, 0, ..] => false,
                // Of all others only the global unicast addresses are in use.
                _ => a & 0xe000 == 0x2000 && (a, b) != (0x3fff, 0) && address != Ipv6Addr::UNSPECIFIED,
            }
        }
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || matches!(
            (a, b, c),
            (0, ..) | (100, 64..=127, _) | (192, 0, 0) | (192, 88, 99) | (198, 18..=19, _) | (224.., ..)
        ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_sent_within_the_network_of_the_server() {
        for address in ["1.1.1.1", "142.250.1.1", "2a00:1450:4001::1", "::ffff:8.8.8.8", "64:ff9b::808:808"] {
            assert!(is_public(address.parse().expect("an address")), "{address}");
        }
        for address in [
            "127.0.0.1",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "192.0.0.1",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            // For translation within a network: what its last bits mean is up to that network.
            "64:ff9b:1::808:808",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001::1",
            "3fff::1",
        ] {
            assert!(!is_public(address.parse().expect("an address")), "{address}");
        }
    }

    #[test]
    fn an_endpoint_has_a_name_and_tls() {
        let how = |loopback| Notices { contact: String::new(), loopback };
        for endpoint in ["https://push.example/x", "https://push.example:443/x?y"] {
            assert!(target(endpoint, &how(false)).is_some(), "{endpoint}");
        }
        for endpoint in [
            "",
            "x",
            "/x",
            "http://push.example/x",
            "https://push.example:8443/x",
            "https://u:p@push.example/x",
            "ftp://x/",
            "http://127.0.0.1:9/",
            "https://",
            "file:///etc/passwd",
        ] {
            assert!(target(endpoint, &how(false)).is_none(), "{endpoint}");
        }
        assert!(target("http://127.0.0.1:9/x", &how(true)).is_some(), "tests run a push service of their own");
        assert!(target("http://10.0.0.1:9/x", &how(true)).is_none());
    }

    #[test]
    fn a_name_of_this_machine_is_not_found() {
        let sender = Sender::new(&Notices { contact: String::new(), loopback: false });
        let request = ureq::http::Request::post("https://localhost/x").body(Vec::new()).expect("a request");
        assert_eq!(sender.send(request), 0);
    }
}
