// Everything is in this file: it follows the generated code of the page.
const init = __wbg_init;
const unpack = (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
};
const page = unpack("{page_wasm}").arrayBuffer();
const worker_code = unpack("{worker_js}").blob().then((code) => URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
const worker_wasm = unpack("{worker_wasm}").arrayBuffer();
const code = await worker_code;
const wasm = await worker_wasm;
const thinker = () => {
  const worker = new Worker(code);
  worker.postMessage(wasm);
  return worker;
};
