// What a web host serves: files beside the page.
import init from "{page_js}";
const page = "{page_wasm}";
const catalogue = () => fetch("{italian}").then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)));
const thinker = () => {
  const worker = new Worker("{worker_js}");
  worker.postMessage("{worker_wasm}");
  return worker;
};
