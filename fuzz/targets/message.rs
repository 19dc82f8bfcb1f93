//! Messages of the socket, both ways: what is read is written back the same.
#![cfg_attr(fuzzing, no_main)]

use agon_wire::{ToClient, ToServer, read, write};

agon_fuzz::target!(|text: &str| {
    match read(text) {
        Ok(message) => assert_eq!(read(&write(&message)).as_ref(), Ok::<&ToServer, _>(&message)),
        Err(refusal) => {
            let text = refusal.text.to_string();
            assert!(text.len() < 1000 && !text.contains('\n'));
        }
    }
    if let Ok(message) = serde_json::from_str::<ToClient>(text) {
        let again: ToClient = serde_json::from_str(&write(&message)).expect("what was written is read");
        assert_eq!(again, message);
        if let ToClient::View(view) = message {
            let _ = (view.is_sound(), view.is_over());
        }
    }
});
