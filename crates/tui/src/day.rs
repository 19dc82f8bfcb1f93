//! Which day it is here: the puzzle of the day changes at midnight by the local clock.

use std::sync::OnceLock;

use time::{OffsetDateTime, UtcOffset};

/// Days since 1970-01-01 by the local date. Ask once before there are threads: only then the system tells the offset.
pub fn today() -> u32 {
    static OFFSET: OnceLock<UtcOffset> = OnceLock::new();
    let offset = *OFFSET.get_or_init(|| UtcOffset::current_local_offset().unwrap_or(UtcOffset::UTC));
    let now = OffsetDateTime::now_utc().to_offset(offset);
    let days = now.date().to_julian_day() - OffsetDateTime::UNIX_EPOCH.date().to_julian_day();
    days.try_into().unwrap_or(0)
}
