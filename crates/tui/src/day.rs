//! Which day it is here: the puzzle of the day changes at midnight by the local clock, and games that were left are told
//! apart by when that was.

use std::sync::OnceLock;
use std::time::SystemTime;

use time::{OffsetDateTime, UtcOffset};

/// Days since 1970-01-01 by the local date. Ask once before there are threads: only then the system tells the offset.
pub fn today() -> u32 {
    days(OffsetDateTime::now_utc().to_offset(offset()))
}

/// A moment by the local clock, as people say it on a day: `today 9:05`, `yesterday 22:10`, `3 Nov 22:10`, `3 Nov 2025`.
pub fn when(moment: SystemTime, today: u32) -> String {
    said(OffsetDateTime::from(moment).to_offset(offset()), today)
}

fn offset() -> UtcOffset {
    static OFFSET: OnceLock<UtcOffset> = OnceLock::new();
    *OFFSET.get_or_init(|| UtcOffset::current_local_offset().unwrap_or(UtcOffset::UTC))
}

fn days(moment: OffsetDateTime) -> u32 {
    let days = moment.date().to_julian_day() - OffsetDateTime::UNIX_EPOCH.date().to_julian_day();
    days.try_into().unwrap_or(0)
}

fn said(moment: OffsetDateTime, today: u32) -> String {
    let clock = format!("{}:{:02}", moment.hour(), moment.minute());
    let month = moment.month().to_string();
    let date = format!("{} {}", moment.day(), &month[..3]);
    match today.checked_sub(days(moment)) {
        Some(0) => format!("today {clock}"),
        Some(1) => format!("yesterday {clock}"),
        // Half a year ago there is no doubt which year that was.
        Some(2..=180) => format!("{date} {clock}"),
        _ => format!("{date} {}", moment.year()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_told_as_people_say_it() {
        let moment = OffsetDateTime::from_unix_timestamp(1_700_000_000).expect("14 November 2023, 22:13:20");
        let today = days(moment);
        let told = [0, 1, 2, 180, 181].map(|later| said(moment, today + later));
        assert_eq!(told, ["today 22:13", "yesterday 22:13", "14 Nov 22:13", "14 Nov 22:13", "14 Nov 2023"]);
        assert_eq!(said(moment, today - 1), "14 Nov 2023", "a clock that was wrong");
    }
}
