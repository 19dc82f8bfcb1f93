// What a web host serves: files beside the page.
const program = () => import("{page_js}");
const wasm = () => fetch("{page_wasm}");
const text = (name) => fetch(name).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)));
const catalogue = () => text("{italian}");
const pages = () => text("{italian_rules}");
const thinker = () => {
  const worker = new Worker("{worker_js}");
  worker.postMessage("{worker_wasm}");
  return worker;
};
