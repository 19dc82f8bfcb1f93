//! Records: what can be read is written back the same, and what can be replayed leads to a record that can be too.
#![cfg_attr(fuzzing, no_main)]

use agon_rules::{Record, Viewer};

agon_fuzz::target!(|text: &str| {
    let Ok(record) = text.parse::<Record>() else { return };
    let Ok(table) = record.replay() else { return };
    let whole = table.record();
    let again: Record = whole.to_string().parse().expect("what was written is read");
    assert_eq!(again, whole);
    let other = again.replay().expect("what was played can be played again");
    assert_eq!(other.position(Viewer::Referee), table.position(Viewer::Referee));
});
