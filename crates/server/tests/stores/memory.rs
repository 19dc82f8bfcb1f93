//! The suite over memory, and word within one process.

use std::sync::Arc;

use agon_server::store::{Bus, Keep, LocalBus, Memory, Store, Word};
use tokio::sync::broadcast::error::RecvError;

struct Place(Arc<Memory>);

impl Place {
    async fn new(_keep: Keep) -> Self {
        Self(Arc::new(Memory::new()))
    }

    fn store(&self) -> Arc<dyn Store> {
        self.0.clone()
    }
}

crate::each_check!();

fn grown(len: u64) -> Word {
    Word::Grown { room: "abc".into(), len }
}

#[tokio::test]
async fn every_listener_hears_every_word() {
    let bus = LocalBus::new();
    bus.send(grown(1));
    let (mut one, mut two) = (bus.listen(), bus.listen());
    bus.send(grown(2));
    bus.send(grown(3));
    for heard in [&mut one, &mut two] {
        assert_eq!(heard.recv().await, Ok(grown(2)));
        assert_eq!(heard.recv().await, Ok(grown(3)));
    }
}

#[tokio::test]
async fn a_listener_that_lags_is_told() {
    let bus = LocalBus::new();
    let mut slow = bus.listen();
    for len in 0..2000 {
        bus.send(grown(len));
    }
    assert!(matches!(slow.recv().await, Err(RecvError::Lagged(_))));
    let mut last = None;
    while let Ok(word) = slow.try_recv() {
        last = Some(word);
    }
    assert_eq!(last, Some(grown(1999)), "after that it hears the newest");
}
