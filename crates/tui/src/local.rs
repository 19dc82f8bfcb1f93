//! Opens games at this device for people and the computer players there are.

use agon_client::{Local, Plan, Sitter};
use agon_search::ask;

use crate::programs::is_program;

/// Opens a game as planned; every computer player must be one of that game.
pub fn open(plan: &Plan) -> anyhow::Result<Local> {
    let local = Local::open(plan)?;
    for sitter in local.sitters() {
        if let Sitter::Computer(spec) = sitter
            && !is_program(spec)
        {
            ask::check(&plan.record.game, &plan.record.options, spec)
                .map_err(|error| anyhow::anyhow!("{error}; or `human`"))?;
        }
    }
    Ok(local)
}
