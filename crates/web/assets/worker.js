// Follows the generated code in the same file. The first message says where the thinking part is, or brings it along; the
// others are questions, answered one after the other.
let ready;
onmessage = async (event) => {
  if (!ready) {
    ready = wasm_bindgen({ module_or_path: event.data });
    return;
  }
  await ready;
  wasm_bindgen.answer(event.data);
};
