//! `agon check-player`: does a program keep to the protocol of players? docs/players.md is the protocol.

use std::io::Write;
use std::process::ExitCode;

use agon_lab::outside::check::{Check, Verdict, check};
use agon_lab::outside::{Outside, PREFIX, is_program};
use anyhow::Context;
use serde_json::json;

use crate::setup::{GameName, json_line, patience};

#[derive(clap::Args)]
pub struct Args {
    /// The command that starts the program, as one argument: `'python3 player.py'`
    #[arg(value_name = "CMD")]
    command: String,
    /// Only this game; may be given again. All games otherwise, with every value of every option
    #[arg(long, value_name = "GAME", value_parser = GameName)]
    game: Vec<String>,
    /// Seconds that it may take for a move
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    patience: f64,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

/// Ends with code 1 when the program has failed a check.
pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let text = &args.command;
    let spec = if is_program(text) { text.clone() } else { format!("{PREFIX}{text}") };
    let mut player = Outside::new(&spec).with_context(|| format!("`{text}` is no command"))?;
    let patience = patience(args.patience)?;
    let (mut checks, mut written) = (Vec::new(), Ok(()));
    check(&mut player, &args.game, patience, &mut |check| {
        if !args.json && written.is_ok() {
            written = line(check, out);
        }
        checks.push(check.clone());
    })?;
    written?;
    let failed = checks.iter().filter(|check| check.verdict == Verdict::Fail).count();
    if args.json {
        let list: Vec<_> = checks
            .iter()
            .map(|check| json!({"check": check.what, "result": word(check.verdict).to_lowercase(), "detail": check.detail}))
            .collect();
        json_line(out, &json!({"program": text, "passed": failed == 0, "failed": failed, "checks": list}))?;
    } else if failed == 0 {
        writeln!(out, "{} checks, all passed", checks.len())?;
    } else {
        writeln!(out, "{} checks, {failed} failed", checks.len())?;
    }
    Ok(ExitCode::from(u8::from(failed > 0)))
}

fn line(check: &Check, out: &mut impl Write) -> std::io::Result<()> {
    let detail = if check.detail.is_empty() { String::new() } else { format!(": {}", check.detail) };
    writeln!(out, "{}  {}{detail}", word(check.verdict), check.what)?;
    out.flush()
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "PASS",
        Verdict::Fail => "FAIL",
        Verdict::Note => "NOTE",
        Verdict::Skip => "SKIP",
    }
}
