
// Starts the page, and says so when it cannot. What only JavaScript can do is here: it draws the HTML that Rust has written,
// and tells Rust what happened.
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

// Makes an element like another of the same kind: what is alike stays, and with it focus, scrolling and what moves.
function morph(old, now) {
  if (old.nodeType !== 1) {
    if (old.data !== now.data) old.data = now.data;
    return;
  }
  // People open and close these.
  const kept = (name) => name === "style" || (name === "open" && /^(DETAILS|DIALOG)$/.test(old.nodeName));
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name) && !kept(name)) old.removeAttribute(name);
  const whole = now.dataset.whole;
  const same = whole !== undefined && old.dataset.whole === whole;
  for (const { name, value } of now.attributes) {
    if (old.getAttribute(name) !== value && !kept(name)) {
      old.setAttribute(name, value);
      if (name === "value") old.value = value;
      if (name === "data-shake") shake(old);
      if (name === "data-style") dye(old);
    }
  }
  if (old.nodeName === "INPUT" && /radio|checkbox/.test(old.type)) old.checked = now.hasAttribute("checked");
  if (old.nodeName === "OPTION") old.selected = now.hasAttribute("selected");
  if (same) return;
  if (whole !== undefined) return old.replaceChildren(...now.childNodes);
  const name = (one) => one.id || one.dataset?.key || one.dataset?.site || "";
  const alike = (one, other) => one.nodeName === other.nodeName && name(one) === name(other);
  let here = old.firstChild;
  for (const next of [...now.childNodes]) {
    let found = here;
    while (found && !alike(found, next)) found = found.nextSibling;
    if (!found) {
      old.insertBefore(next, here);
    } else {
      if (found === here) here = here.nextSibling;
      else old.insertBefore(found, here);
      morph(found, next);
    }
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

// Values for the styles, like the hue of a game on its card: the page's own policy allows no styles within its HTML.
const dye = (one) => (one.style.cssText = one.dataset.style);

// Everything that Rust shows. `motion` has a line each: what came from where, what appeared, what was taken by whom.
const root = document.createElement("div");
root.id = "page";
let screen = -1;
let step = "";
function draw(html, title, hue, kind, opened, motion) {
  const moves = motion ? motion.split("\n").map((line) => line.split(" ")) : [];
  const before = moves.length ? look() : null;
  const now = document.createElement("div");
  now.id = "page";
  now.innerHTML = html;
  now.querySelectorAll("[data-style]").forEach(dye);
  const focused = new Set(root.querySelectorAll("[data-focus]"));
  morph(root, now);
  document.title = title;
  document.documentElement.style.setProperty("--hue", hue);
  document.body.dataset.screen = kind;
  document.body.classList.toggle("game", !!root.querySelector("main.play"));
  if (screen !== opened) {
    // Another screen is there: it is looked at from its beginning. A game decides for itself where the keys are.
    if (screen >= 0) {
      scrollTo(0, 0);
      const top = root.querySelector("main:not(.play) h1");
      top?.setAttribute("tabindex", -1);
      top?.focus();
    }
    screen = opened;
  }
  for (const one of root.querySelectorAll("[data-focus]")) {
    if (focused.has(one)) continue;
    one.focus();
    one.select?.();
  }
  const here = root.querySelector(".feed .here");
  if (here && here.dataset.ply !== step) here.scrollIntoView({ block: "nearest" });
  step = here?.dataset.ply ?? "";
  measure();
  for (const move of moves) play(before, ...move);
}

// The table tells how much room it has, and so do the charts of the lab.
let table = null;
const sizes = new ResizeObserver(([{ contentRect: { width, height } }]) => hear("room", `${width}`, `${height}`));
function measure() {
  const now = root.querySelector("#table, [data-room]");
  if (now === table) return;
  sizes.disconnect();
  table = now;
  if (now) sizes.observe(now);
}

// Where everything on the table is, before it changes.
const at = (name, site) => root.querySelector(`[data-${name}="${site}"]`);
function look() {
  const places = {};
  for (const one of root.querySelectorAll("[data-site], [data-at]")) {
    places[one.dataset.at ?? one.dataset.site] = one.getBoundingClientRect();
  }
  return { places, pieces: root.querySelector(".d-pieces")?.cloneNode(true) };
}

// Lets a piece glide, appear, or fly away.
function play(before, what, site, a, b) {
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  if (what === "gone") {
    const lost = before.pieces?.querySelector(`[data-at="${site}"]`);
    if (lost) fly(lost, a);
    return;
  }
  const piece = at("at", site)?.querySelector(`[data-level="${a}"]`);
  if (!piece) return;
  if (what === "came") return glide(piece, 0, 0, 0);
  // Of a stack that is shown as one, any place will do.
  const zone = b.split("-")[0] + "-";
  const from = before.places[b] ?? Object.entries(before.places).find(([name]) => name.startsWith(zone))?.[1];
  const cell = at("site", site);
  if (!from || !cell) return;
  const [[ax, ay], [bx, by]] = [middle(from), middle(cell.getBoundingClientRect())];
  if (b === site) glide(piece, 0, 0, 1);
  else glide(piece, ax - bx, ay - by, 1);
}

// A piece comes from (dx, dy) pixels away, over everything else; with a scale of 0 it appears, and one that has not moved is
// turned over.
function glide(element, dx, dy, scale) {
  if (!element.animate) return;
  const place = element.parentNode;
  const size = place.getScreenCTM()?.a || 1;
  const raised = /translate\(0 (-?[\d.]+)\)/.exec(element.getAttribute("transform") || "");
  const y = raised ? Number(raised[1]) : 0;
  const here = `translate(0px, ${y}px)`;
  if (calm.matches || scale === 0) {
    element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 180, easing: "ease-out" });
  } else if (!dx && !dy) {
    element.animate([{ transform: `${here} scaleX(0)` }, { transform: here }], { duration: 180, easing: "ease-out" });
  } else {
    place.parentNode.append(place);
    const from = `translate(${dx / size}px, ${dy / size + y}px)`;
    const over = `translate(${-dx / size / 90}px, ${-dy / size / 90 + y}px)`;
    element.animate(
      [{ transform: from, easing: "cubic-bezier(.2, .8, .2, 1)" }, { transform: over, offset: 0.76 }, { transform: here }],
      { duration: 370 },
    );
  }
}

// What was taken shrinks and flies to the tray of a seat; without one it fades.
function fly(lost, seat) {
  const layer = document.querySelector(".d-fly");
  if (!layer || !lost.animate) return;
  layer.append(lost);
  const tray = seat < 0 || calm.matches ? null : document.querySelector(`[data-tray="${seat}"]`);
  const [here, there] = [lost.getBoundingClientRect(), tray?.getBoundingClientRect()];
  const start = getComputedStyle(lost).transform;
  const base = start === "none" ? "" : start;
  const move = there
    ? `translate(${there.x + there.width / 2 - here.x - here.width / 2}px, ${there.y + there.height / 2 - here.y - here.height / 2}px) `
    : "";
  const frames = calm.matches
    ? [{ opacity: 1 }, { opacity: 0 }]
    : [
        { transform: base, opacity: 1 },
        { transform: `${base} scale(.6)`, opacity: there ? 1 : 0.5, offset: 0.4 },
        { transform: `${move}${base} scale(.35)`, opacity: there ? 0.9 : 0 },
      ];
  lost.animate(frames, { duration: there ? 460 : 260, easing: "ease-in-out" }).finished.finally(() => lost.remove());
}

// That was no move.
function shake(element) {
  if (calm.matches || !element.animate) return;
  const steps = [0, -2, 2, -2, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  element.animate(steps, { duration: 180 });
}

// What people do.
const events = (names, each, how) => names.split(" ").forEach((name) => addEventListener(name, each, how));
const within = (event, what) => event.target.closest?.(what);

events("click", (event) => {
  const pressed = within(event, "button, a, [data-do], [data-sites]");
  const { dataset } = pressed ?? {};
  if (pressed && !pressed.disabled) {
    if (dataset.do !== undefined && pressed.nodeName === "A") event.preventDefault();
    if (dataset.modal) modal(dataset.modal);
    const menu = pressed.closest("dialog.menu[open]");
    if (menu && dataset.stay === undefined) menu.close();
    if (dataset.sites !== undefined) point(dataset.sites);
    if (dataset.do !== undefined) hear("do", dataset.do, "");
  }
});
events("change", ({ target }) => {
  const { set, file } = target.dataset ?? {};
  if (file !== undefined) return read(target);
  if (set === undefined) return;
  hear("set", set, target.type === "checkbox" ? (target.checked ? "on" : "off") : target.value);
  // What was refused is not left standing.
  if (/text|number/.test(target.type) && target.hasAttribute("value")) target.value = target.getAttribute("value");
});
events("submit", (event) => {
  event.preventDefault();
  const { send } = event.target.dataset;
  if (send !== undefined) hear("send", send, event.target.querySelector("input")?.value ?? "");
});
events("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (key === "Escape") return hear("key", key, "");
  const arrow = key.startsWith("Arrow");
  const on = within(event, "#table");
  if (on ? arrow || key === "Enter" || key === " " : arrow && !target.closest?.("input, select, textarea, [role=tablist]")) {
    if (on) event.preventDefault();
    hear("key", key, on ? "table" : "");
  }
});
events("focusin", (event) => {
  const cell = within(event, ".spot");
  if (cell) hear("focus", cell.dataset.site, "");
});
// What somebody points at in the feed is shown on the board.
let pointed = "";
function point(sites) {
  if (pointed !== sites) hear("point", (pointed = sites), "");
}
events("mouseover focusin", (event) => point(within(event, "[data-sites]")?.dataset.sites ?? ""));
events("hashchange", () => hear("travel", "", ""));
events("online offline", () => hear("network", "", ""));

// Pieces can be dragged: a drag is a tap where it begins and a tap where it ends, so one that ends where it began is taken
// back. The click that may follow is none.
events("dragstart", (event) => within(event, "#table") && event.preventDefault());
events("pointerdown", (start) => {
  const from = within(start, "#table [data-site]");
  // The pieces are drawn anew when one is taken up.
  const pieces = () => (from ? [...root.querySelectorAll(`[data-at="${from.dataset.site}"] > *`)] : []);
  if (!start.isPrimary || start.button || !from?.matches(".lit, .tapped") || !pieces().length) return;
  const done = new AbortController();
  let moved = false;
  const move = (event) => {
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (!moved && Math.hypot(dx, dy) < 8) return;
    if (!moved && !from.matches(".tapped")) hear("drag", from.dataset.site, "");
    moved = true;
    const piece = pieces().pop();
    if (!piece) return;
    piece.parentNode.parentNode.append(piece.parentNode);
    const scale = piece.parentNode.getScreenCTM()?.a || 1;
    piece.style.transform = `translate(${dx / scale}px, ${dy / scale}px)`;
  };
  const end = (event) => {
    done.abort();
    for (const piece of pieces()) piece.style.transform = "";
    if (!moved) return;
    const swallow = (click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    const over = event.type === "pointerup" && document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-site]");
    if (over) hear("drag", over.dataset.site, "");
  };
  for (const [name, each] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) {
    addEventListener(name, each, { signal: done.signal });
  }
});

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
  random: () => Math.random(),
  secret: () => [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
  after(millis, what) {
    const then = screen;
    setTimeout(() => then === screen && hear("time", what, ""), millis);
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
  async request(path, token, body) {
    const headers = { "content-type": "application/json" };
    if (token) headers.authorization = `Bearer ${token}`;
    let [status, text] = [0, ""];
    try {
      const answer = await fetch(path, { method: "POST", headers, body, signal: AbortSignal.timeout(10000) });
      [status, text] = [answer.status, await answer.text()];
    } catch {}
    hear("reply", `${status}`, text);
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
  pages: () => pages().then((text) => hear("pages", text, ""), () => hear("pages", "", "")),
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

const wait = document.getElementById("wait");
function sorry(text) {
  wait.textContent = text;
  wait.setAttribute("role", "alert");
}

// The language that was chosen, in the address or before, or else the one that the person reads. Without its texts the page
// speaks English.
const language = new URLSearchParams(location.search).get("lang") ?? stored("language") ?? navigator.language ?? "";
const source = /^it/i.test(language) ? await catalogue().catch(() => "") : "";

if (typeof WebAssembly !== "object") {
  sorry("Agon needs WebAssembly, which this browser does not have or does not allow. A newer browser will do.");
} else {
  const code = wasm();
  program().then((module) => module.default({ module_or_path: code })).catch(
    (why) => sorry(`Agon could not be started: ${why}. Please reload the page.`),
  );
}

if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
  navigator.serviceWorker.register("sw.js").catch(() => {});
}
