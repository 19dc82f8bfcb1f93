//! The worker: takes questions as texts of JSON, thinks, and posts the answers. It knows the time, the library does not.

#[cfg(target_arch = "wasm32")]
mod browser {
    use agon_rules::Text;
    use agon_web::think::{Answer, Question, Tell, think};
    use wasm_bindgen::prelude::*;
    use web_sys::DedicatedWorkerGlobalScope;

    /// Answers a question that was posted to the worker.
    #[wasm_bindgen]
    pub fn answer(question: &str) {
        let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
        let mut post = |answer: Answer| {
            // Nobody may be listening any more.
            let _ = scope.post_message(&JsValue::from_str(&agon_wire::write(&answer)));
        };
        match serde_json::from_str::<Question>(question) {
            Ok(job) => think(&job, &now, &mut post),
            Err(why) => post(Answer { id: 0, tell: Tell::Failed(Text::plain(why.to_string())) }),
        }
    }

    fn now() -> f64 {
        let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
        scope.performance().map_or_else(js_sys::Date::now, |clock| clock.now())
    }
}

fn main() {}
