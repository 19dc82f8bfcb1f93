// Everything is in this file: it follows the generated code of the page.
const init = __wbg_init;
const unpack = (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
};
const page = unpack("{page_wasm}").arrayBuffer();
const thinker_code = new Blob([await unpack("{worker_js}").blob()], { type: "text/javascript" });
const thinker_wasm = await unpack("{worker_wasm}").arrayBuffer();
const catalogue = () => unpack("{italian}").text();
const thinker = () => {
  const worker = new Worker(URL.createObjectURL(thinker_code));
  worker.postMessage(thinker_wasm);
  return worker;
};
