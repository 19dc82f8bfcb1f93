//! `agon name`: the name that a key keeps at a server, with its ratings; to another device, taken away, or erased.

use std::io::Write;

use agon_tui::{Server, Tickets, USUAL, clean};
use agon_wire::Profile;
use agon_wire::player::KEY;
use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};

#[derive(clap::Args)]
pub struct Args {
    /// The name that others shall see
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// The address of the server; by default what `AGON_SERVER` says, or else a server on this machine
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// Print the secret link that takes the name to another device; give it to nobody
    #[arg(long, conflicts_with_all = ["name", "take", "export", "erase"])]
    link: bool,
    /// Take a name over from another device, by its link or key
    #[arg(long, value_name = "LINK", conflicts_with_all = ["name", "export", "erase"])]
    take: Option<String>,
    /// Print everything that the server stores about you, as JSON
    #[arg(long, conflicts_with_all = ["name", "erase"])]
    export: bool,
    /// Erase everything that the server stores about you; your opponents keep their results, without your name
    #[arg(long, conflicts_with = "name")]
    erase: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let address = args.server.clone().or_else(|| std::env::var("AGON_SERVER").ok().filter(|text| !text.is_empty()));
    let (server, tickets) = (Server::new(address.as_deref().unwrap_or(USUAL))?, Tickets::usual());
    let base = server.base().to_owned();
    if let Some(name) = &args.name {
        let key = tickets.make_key(&base);
        return show(server.ask("/api/me", &key, Some(&json!({ "name": name })))?, out);
    }
    if let Some(link) = &args.take {
        let key = link.rsplit('/').next().unwrap_or_default().trim();
        ensure!(KEY.contains(&key.len()), "`{}` is no link of a name; `agon name --link` prints one", clean(link));
        let known = tickets.key(&base).filter(|known| known != key);
        ensure!(
            known.is_none(),
            "there is another name here; keep its link (`agon name --link`), then `agon name --erase`"
        );
        let profile = server.ask("/api/me", key, None)?.context("the server knows no such name")?;
        tickets.keep_key(&base, Some(key));
        return show(Some(profile), out);
    }
    let Some(key) = tickets.key(&base) else { bail!("you have no name at `{base}` yet; `agon name NAME` keeps one") };
    if args.link {
        return Ok(writeln!(out, "{base}/#/key/{key}")?);
    }
    if args.erase {
        server.ask("/api/me/erase", &key, Some(&json!({})))?;
        tickets.keep_key(&base, None);
        return Ok(writeln!(out, "the server has erased everything about you")?);
    }
    let kept = server.ask("/api/me", &key, None)?;
    if args.export {
        return Ok(writeln!(out, "{}", serde_json::to_string_pretty(&kept.unwrap_or(Value::Null))?)?);
    }
    show(kept, out)
}

fn show(profile: Option<Value>, out: &mut impl Write) -> anyhow::Result<()> {
    let Some(profile) = profile else { return Ok(writeln!(out, "the server stores nothing about you yet")?) };
    let profile: Profile = serde_json::from_value(profile).context("what answers is not a server of Agon")?;
    writeln!(out, "{} ({})", clean(&profile.name), clean(&profile.id))?;
    for rated in &profile.ratings {
        writeln!(out, "{}: {} after {} games", clean(&rated.game), rated.shown(), rated.games)?;
    }
    Ok(())
}
