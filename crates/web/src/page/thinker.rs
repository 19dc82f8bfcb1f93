//! The worker behind the page. It cannot be interrupted from outside, so to stop it is to end it; the next question starts
//! another.

use std::cell::RefCell;
use std::rc::Rc;

use crate::think::{Answer, Question, pack, unpack};
use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

#[wasm_bindgen]
extern "C" {
    /// Starts a worker; the page's first script knows where it lies.
    #[wasm_bindgen(js_namespace = agon, js_name = worker)]
    fn start_worker() -> Worker;
}

/// A worker, and what hears it.
type Running = (Worker, Closure<dyn Fn(MessageEvent)>);
type Listener = Rc<dyn Fn(Answer)>;

/// The worker, started when the first question comes.
#[derive(Clone)]
pub struct Thinker {
    worker: Rc<RefCell<Option<Running>>>,
    listener: Listener,
}

impl Thinker {
    /// A thinker whose answers go to a listener.
    pub fn new(listener: impl Fn(Answer) + 'static) -> Self {
        Thinker { worker: Rc::default(), listener: Rc::new(listener) }
    }

    /// Asks something.
    pub fn ask(&self, question: &Question) {
        let mut worker = self.worker.borrow_mut();
        let (worker, _) = worker.get_or_insert_with(|| self.start());
        let _ = worker.post_message(&Uint8Array::from(&*pack(question)));
    }

    /// Ends whatever is thought about.
    pub fn stop(&self) {
        if let Some((worker, _)) = self.worker.borrow_mut().take() {
            worker.terminate();
        }
    }

    fn start(&self) -> Running {
        let listener = self.listener.clone();
        let hear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(answer) = unpack(&Uint8Array::new(&event.data()).to_vec()) {
                listener(answer);
            }
        });
        let worker = start_worker();
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        (worker, hear)
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        // The last one that knows the worker ends it.
        if Rc::strong_count(&self.worker) == 1 {
            self.stop();
        }
    }
}
