
// What Rust asks of the browser, and how it hears from it. What only JavaScript can do is here and in the files that follow
// in the same module: `draw.js`, `listen.js` and `start.js`.
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
// Nothing is to move, by the device or by the page's settings.
const calm = { get matches() { return reduced.matches || document.documentElement.hasAttribute("data-still"); } };

// The theme is painted before anything else is there, and follows the device where that is wanted.
const [dark, more] = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"].map((query) => matchMedia(query));
const stored = (key) => {
  try {
    return localStorage.getItem(`agon.${key}`);
  } catch {}
};
let chosen = stored("theme") ?? "auto";
const paint = () => {
  const auto = more.matches ? "contrast" : dark.matches ? "dark" : "light";
  document.documentElement.dataset.theme = ["light", "dark", "contrast"].includes(chosen) ? chosen : auto;
};
dark.onchange = more.onchange = paint;
paint();


// What happened is told one after the other: what Rust does may make other things happen.
const waiting = [];
let told = null;
function hear(...what) {
  waiting.push(what);
  if (waiting.length > 1) return;
  for (; told && waiting.length; waiting.shift()) told(...waiting[0]);
}

function modal(selector) {
  const dialog = document.querySelector(selector);
  if (!dialog) return;
  if (dialog.open) return dialog.close();
  dialog.onclick = (event) => event.target === dialog && dialog.close();
  dialog.showModal();
}

// The same file may be chosen again. Whatever is longer is no game.
async function read(input) {
  const file = input.files[0];
  const text = file && (await file.slice(0, 1 << 20).text());
  input.value = "";
  if (file) hear("file", text, "");
}

function save(name, what, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([what], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// What the browser does not keep stays as long as the page: the secret of a seat must not be lost in between.
const memory = new Map();
const workers = [];
let socket = null;
let audio = null;

// Asks the server: sends a body, or only looks where that is empty. The status is 0 where it cannot be reached.
async function fetched(path, token, body) {
  const headers = {};
  if (body) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  try {
    const how = { method: body ? "POST" : "GET", headers, body: body || null, signal: AbortSignal.timeout(10000) };
    const answer = await fetch(path, how);
    return [`${answer.status}`, await answer.text()];
  } catch {
    return ["0", ""];
  }
}

// A day as readers of the page's language write it.
const day = (ago, how) => new Date(Date.now() - ago * 86400000).toLocaleDateString(source ? "it" : "en-GB", how);

// What Rust asks of the browser.
globalThis.agon = {
  draw,
  // From now on `tell` hears what happens.
  begin(tell) {
    document.getElementById("wait")?.remove();
    document.body.prepend(root);
    told = tell;
    waiting.length = 0;
    hear("begin", "", "");
    document.documentElement.dataset.ready = "";
  },
  broken(text) {
    console.error(text);
    document.body.dataset.broken = text;
  },
  worker: thinker,
  language: () => language,
  source: () => source,
  hash: () => location.hash,
  page: () => location.href.split("#")[0],
  go(hash) {
    location.hash = hash;
  },
  replace: (hash) => history.replaceState(null, "", hash),
  // Where nothing is kept the address says which.
  speak(tag) {
    agon.keep("language", tag);
    if (agon.keeps() && !location.search.includes("lang=")) location.reload();
    else location.search = `lang=${tag}`;
  },
  paint(theme, still, plain) {
    chosen = theme;
    paint();
    document.documentElement.toggleAttribute("data-still", still);
    document.documentElement.toggleAttribute("data-plain", plain);
  },
  kept: (key) => stored(key) ?? memory.get(key),
  keep(key, value) {
    memory.delete(key);
    try {
      localStorage.setItem(`agon.${key}`, value);
    } catch {
      memory.set(key, value);
    }
  },
  forget(key) {
    memory.delete(key);
    try {
      localStorage.removeItem(`agon.${key}`);
    } catch {}
  },
  keeps() {
    try {
      localStorage.setItem("agon.try", "");
      localStorage.removeItem("agon.try");
      return true;
    } catch {
      return false;
    }
  },
  now: () => performance.now(),
  date: () => day(0, { day: "numeric", month: "long" }),
  week: () => [6, 5, 4, 3, 2, 1, 0].map((ago) => day(ago, { weekday: "short" }).slice(0, 3)).join(),
  today: () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000),
  random: () => Math.random(),
  secret: () => [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
  after(millis, what) {
    const then = visit;
    setTimeout(() => then === visit && hear("time", what, ""), millis);
  },
  // A worker cannot be interrupted: to stop it is to end it, and the next question starts another.
  ask(which, question) {
    if (!workers[which]) {
      workers[which] = thinker();
      workers[which].onmessage = ({ data }) => hear("answer", `${which}`, "", data);
    }
    workers[which].postMessage(question);
  },
  stop(which) {
    workers[which]?.terminate();
    workers[which] = null;
  },
  // Not from a disk, nor out of an app's package.
  served: () => location.protocol.startsWith("http") && !location.hostname.endsWith(".invalid"),
  offline: () => !navigator.onLine,
  request: (path, token, body) => fetched(path, token, body).then((answer) => hear("reply", ...answer)),
  // The browser asks the person, and makes the address that the server may send to.
  async notices(key, lang) {
    // How far it got: the browser has no notices, the server sends none, the person or the browser said no, no service.
    let answer = ["0", ""];
    try {
      const soon = (what, time) => Promise.race([what, new Promise((_, fail) => setTimeout(fail, time))]);
      const push = (await soon(navigator.serviceWorker.ready, 5000)).pushManager;
      answer[0] = "1";
      const server = JSON.parse((await fetched("api/push", "", ""))[1]).key;
      answer[0] = "2";
      if (server && (await Notification.requestPermission()) === "granted") {
        answer[0] = "3";
        const made = push.subscribe({ userVisibleOnly: true, applicationServerKey: server });
        const { endpoint, keys } = (await soon(made, 15000)).toJSON();
        const body = { endpoint, p256dh: keys.p256dh, auth: keys.auth, lang };
        answer = await fetched("api/me/push", key, JSON.stringify(body));
      }
    } catch {}
    hear("reply", ...answer);
  },
  connect() {
    agon.disconnect();
    try {
      socket = new WebSocket(new URL("api/socket", agon.page()).href.replace(/^http/, "ws"));
    } catch {
      return hear("socket", "closed", "");
    }
    socket.onopen = () => hear("socket", "open", "");
    socket.onmessage = (event) => hear("socket", "text", event.data);
    socket.onclose = (event) => hear("socket", "closed", `${event.code}`);
  },
  send(text) {
    if (socket?.readyState === 1) socket.send(text);
  },
  disconnect() {
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    socket = null;
  },
  // Texts that are not needed at once.
  load: (name) => late(name).then((text) => hear("loaded", name, text), () => hear("loaded", name, "")),
  // A knock as the material sounds: a tone that falls, or a breath of noise.
  sound(name) {
    const notes = SOUNDS[name] ?? SOUNDS.wood;
    audio ??= new AudioContext();
    const start = audio.currentTime;
    for (const [shape, from, to, when, long, loud] of notes) {
      const [tone, level, now] = [audio.createOscillator(), audio.createGain(), start + when];
      tone.type = shape;
      tone.frequency.setValueAtTime(from, now);
      tone.frequency.exponentialRampToValueAtTime(to, now + long * 0.7);
      level.gain.setValueAtTime(loud, now);
      level.gain.exponentialRampToValueAtTime(0.001, now + long);
      tone.connect(level).connect(audio.destination);
      tone.start(now);
      tone.stop(now + long + 0.01);
    }
  },
  focus: (selector) => root.querySelector(selector)?.focus(),
  modal,
  // Where copying is not allowed the text is shown, to be copied by hand.
  async copy(text) {
    let done = "yes";
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      done = "";
    }
    hear("copied", done, "");
  },
  pass(url) {
    if (url) navigator.share({ title: "Agon", url }).catch(() => {});
    return !!navigator.share;
  },
  save,
  async dots(name, svg, width) {
    const image = new Image();
    const loaded = new Promise((done, fail) => {
      image.onload = done;
      image.onerror = () => fail("no picture");
    });
    image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    await loaded;
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.round((width * image.height) / image.width);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(image.src);
    canvas.toBlob((dots) => dots && save(name, dots, "image/png"), "image/png");
  },
};

// What is heard: the shape of a tone, from and to which pitch it falls, when, how long and how loud.
const SOUNDS = {
  wood: [["triangle", 620, 180, 0, 0.09, 0.25]],
  card: [["sine", 300, 120, 0, 0.05, 0.18], ["square", 2400, 900, 0, 0.03, 0.02]],
  paper: [["sine", 900, 500, 0, 0.05, 0.1], ["square", 1800, 1200, 0, 0.02, 0.02]],
  low: [["triangle", 320, 90, 0, 0.14, 0.28]],
  tick: [["sine", 1100, 800, 0, 0.03, 0.06]],
  end: [["sine", 523, 522, 0, 0.22, 0.12], ["sine", 659, 658, 0.13, 0.22, 0.12], ["sine", 784, 783, 0.26, 0.4, 0.12]],
};
