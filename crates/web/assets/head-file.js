// Everything is in this file.
const unpack = (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
};
const code = async (text) => new Blob([await unpack(text).blob()], { type: "text/javascript" });
const program = async () => import(URL.createObjectURL(await code("{page_js}")));
const wasm = () => unpack("{page_wasm}").arrayBuffer();
const thinker_code = await code("{worker_js}");
const thinker_wasm = await unpack("{worker_wasm}").arrayBuffer();
const catalogue = () => unpack("{italian}").text();
const texts = { rules: "{italian_rules}", lessons: "{lessons}", "lessons-it": "{italian_lessons}", puzzles: "{puzzles}" };
const late = (name) => unpack(texts[name]).text();
const thinker = () => {
  const worker = new Worker(URL.createObjectURL(thinker_code));
  worker.postMessage(thinker_wasm);
  return worker;
};
