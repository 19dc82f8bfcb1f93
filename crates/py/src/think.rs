//! Work that takes long: on a thread of its own, with the interpreter's lock released, until it is done or somebody
//! presses Ctrl-C.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::error::{BugError, Result, Wrong};

/// A search calls itself for every ply, and the longest games take some 15,000. Python's own threads have little room.
const STACK: usize = 64 << 20;
/// How often Python is asked whether somebody wants to stop.
const PAUSE: Duration = Duration::from_millis(50);

/// Says whether to give up.
pub type Stop<'a> = dyn Fn() -> bool + Sync + 'a;

/// Does work. It asks `stop` now and then, and gives up when that is so.
pub fn think<T: Send>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send) -> Result<T> {
    think_aloud(py, work, |_| Ok(()))
}

/// The same; `hear` is called on the caller's thread now and then, with the lock held, and an exception it raises ends
/// the work.
pub fn think_aloud<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> T + Send,
    mut hear: impl FnMut(Python<'_>) -> PyResult<()>,
) -> Result<T> {
    let stop = AtomicBool::new(false);
    let end = End::default();
    let (stop, end) = (&stop, &end);
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
            let _told = Tell(end);
            work(&|| stop.load(Ordering::Relaxed))
        });
        let worker = worker.map_err(|why| BugError::new_err(format!("no thread to think in: {why}")))?;
        let mut raised = None;
        while !py.detach(|| end.wait()) {
            if let Err(why) = py.check_signals().and_then(|()| hear(py)) {
                stop.store(true, Ordering::Relaxed);
                raised = Some(why);
                break;
            }
        }
        let done = py.detach(|| worker.join());
        match (raised, done) {
            (Some(why), _) => Err(why.into()),
            (None, Ok(done)) => Ok(done),
            (None, Err(panic)) => Err(bug(panic.as_ref())),
        }
    })
}

/// Does something short. A panic must not cross the border: it becomes an exception that can be caught.
pub fn sound<T>(work: impl FnOnce() -> T) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| bug(panic.as_ref()))
}

/// What is raised instead of a panic.
fn bug(panic: &(dyn Any + Send)) -> Wrong {
    let said = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    BugError::new_err(format!("Agon failed: {}", said.unwrap_or("it does not say why"))).into()
}

/// Whether the work has ended, for good or bad.
#[derive(Default)]
struct End {
    is_over: Mutex<bool>,
    told: Condvar,
}

impl End {
    /// Waits a little; whether it has ended.
    fn wait(&self) -> bool {
        let is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.told.wait_timeout_while(is_over, PAUSE, |is_over| !*is_over);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Tells the end when it is dropped, after a panic too.
struct Tell<'a>(&'a End);

impl Drop for Tell<'_> {
    fn drop(&mut self) {
        *self.0.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.told.notify_all();
    }
}
