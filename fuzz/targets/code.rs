//! Room codes: whatever is typed is a code or not, and a code is read the same however it is spaced.
#![cfg_attr(fuzzing, no_main)]

use agon_wire::code;

agon_fuzz::target!(|text: &str| {
    let _ = code::spaced(text);
    if let Some(tidy) = code::tidy(text) {
        assert!(tidy.len() == code::LENGTH && tidy.bytes().all(|letter| code::LETTERS.contains(&letter)));
        assert_eq!(code::tidy(&code::spaced(&tidy)).as_deref(), Some(tidy.as_str()));
        assert_eq!(code::tidy(&tidy.to_lowercase()).as_deref(), Some(tidy.as_str()));
    }
});
