//! What limits count with: things that may be done at once and come back with time, and places that are taken and left.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

/// A number of things that may be done at once, and as many a minute as fill it up again.
pub(crate) struct Budget {
    left: f64,
    most: f64,
    a_second: f64,
    when: Instant,
}

impl Budget {
    pub(crate) fn new(a_minute: u32, at_once: u32) -> Self {
        let most = f64::from(at_once.max(1));
        Budget { left: most, most, a_second: f64::from(a_minute) / 60.0, when: Instant::now() }
    }

    fn fill(&mut self) {
        let passed = self.when.elapsed().as_secs_f64();
        self.when = Instant::now();
        self.left = (self.left + passed * self.a_second).min(self.most);
    }

    /// Takes one; false if none is left.
    pub(crate) fn take(&mut self) -> bool {
        self.fill();
        let has = self.left >= 1.0;
        self.left -= f64::from(u8::from(has));
        has
    }

    pub(super) fn give_back(&mut self) {
        self.left = (self.left + 1.0).min(self.most);
    }

    pub(super) fn is_full(&mut self) -> bool {
        self.fill();
        self.left >= self.most
    }
}

/// How many places each address has taken.
#[derive(Default)]
pub(crate) struct Places(Mutex<HashMap<IpAddr, u32>>);

/// One of the places of an address, until it is dropped.
pub(crate) struct Place {
    places: Arc<Places>,
    from: IpAddr,
}

impl Places {
    /// A place for one more; none when the address has `most`.
    pub(crate) fn take(self: &Arc<Self>, from: IpAddr, most: u32) -> Option<Place> {
        let mut counts = self.lock();
        let count = counts.entry(from).or_insert(0);
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Place { places: self.clone(), from })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.places.lock();
        if let Some(count) = counts.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_number_of_places_and_gets_them_back() {
        let (places, from) = (Arc::<Places>::default(), IpAddr::from([192, 0, 2, 1]));
        let taken = (places.take(from, 2), places.take(from, 2));
        assert!(taken.0.is_some() && taken.1.is_some() && places.take(from, 2).is_none());
        assert!(places.take(IpAddr::from([192, 0, 2, 2]), 2).is_some(), "others have their own");
        drop(taken);
        assert!(places.lock().is_empty());
    }
}
