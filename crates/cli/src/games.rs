//! `agon games`: what there is to play.

use std::io::Write;

use agon_rules::{Value, games};

use crate::setup::json_line;

#[derive(clap::Args)]
pub struct Args {
    /// Print one JSON array, for programs
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let list = games::list();
    if args.json {
        return json_line(out, &list);
    }
    for (i, info) in list.iter().enumerate() {
        let (fewest, most) = info.seats;
        let players = if fewest == most { format!("{most}") } else { format!("{fewest}–{most}") };
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}  {} ({players} players)", info.id, info.name)?;
        writeln!(out, "    {}", info.about)?;
        for option in &info.options {
            let values: Vec<_> = option.values.iter().map(Value::to_string).collect();
            writeln!(out, "    --set {}={}  {}", option.name, option.default, option.help)?;
            writeln!(out, "        one of {}", values.join(" "))?;
        }
    }
    Ok(())
}
