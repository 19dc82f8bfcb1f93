// What a web host serves: files beside the page.
const program = () => import("{page_js}");
const wasm = () => fetch("{page_wasm}");
const text = (name) => fetch(name).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)));
const catalogue = () => text("{italian}");
const late = (name) =>
  text({ rules: "{italian_rules}", lessons: "{lessons}", "lessons-it": "{italian_lessons}", puzzles: "{puzzles}" }[name]);
const thinker = () => {
  const worker = new Worker("{worker_js}");
  worker.postMessage("{worker_wasm}");
  return worker;
};
