//! The worker: takes questions, thinks, and posts the answers. It knows the time, the library does not.

#[cfg(target_arch = "wasm32")]
mod browser {
    use agon_web::think::{Answer, Question, pack, think, unpack};
    use js_sys::Uint8Array;
    use wasm_bindgen::prelude::*;
    use web_sys::DedicatedWorkerGlobalScope;

    /// Answers a question that was posted to the worker.
    #[wasm_bindgen]
    pub fn answer(question: &[u8]) {
        let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
        let mut post = |answer: Answer| {
            // Nobody may be listening any more.
            let _ = scope.post_message(&Uint8Array::from(&*pack(&answer)));
        };
        // Page and worker are of one build, so it can always be read.
        if let Some(question) = unpack::<Question>(question) {
            think(&question, &now, &mut post);
        }
    }

    fn now() -> f64 {
        let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
        scope.performance().map_or_else(js_sys::Date::now, |clock| clock.now())
    }
}

fn main() {}
