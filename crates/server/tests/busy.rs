//! Promises about time, on a machine that may be busy with other things.

use std::time::Duration;

/// How long something may take here that takes at most `limit` on an idle machine: longer by how many wait for each
/// processor. Where that cannot be known, four times as long.
pub fn at_most(limit: Duration) -> Duration {
    let load = std::fs::read_to_string("/proc/loadavg").ok();
    let load = load.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
    limit.mul_f64(load.map_or(4.0, |load| 1.0 + 3.0 * load / cores))
}
