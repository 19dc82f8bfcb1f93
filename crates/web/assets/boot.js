
// Starts the page, and says so when it cannot. What only JavaScript can do is here; everything else is Rust.
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
// Nothing is to move, by the device or by the page's settings.
const calm = { get matches() { return reduced.matches || document.documentElement.hasAttribute("data-still"); } };

// The theme is painted before anything else is there, and follows the device where that is wanted.
const [dark, more] = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"].map((query) => matchMedia(query));
let chosen = "auto";
try {
  chosen = localStorage.getItem("agon.theme") ?? "auto";
} catch {}
const paint = () => {
  const auto = more.matches ? "contrast" : dark.matches ? "dark" : "light";
  document.documentElement.dataset.theme = ["light", "dark", "contrast"].includes(chosen) ? chosen : auto;
};
dark.onchange = more.onchange = paint;
paint();

globalThis.agon = {
  theme(wish) {
    chosen = wish;
    paint();
  },
  worker: thinker,
  // The texts of the rules in Italian, as a promise.
  catalogue,
  // The rules pages in Italian, all in one text, as a promise.
  pages,
  // A piece comes from (dx, dy) pixels away, over everything else; with a scale of 0 it appears, and one that has not
  // moved is turned over.
  glide(element, dx, dy, scale) {
    if (!element.animate) return;
    const place = element.parentNode;
    const size = place.getScreenCTM()?.a || 1;
    const at = /translate\(0 (-?[\d.]+)\)/.exec(element.getAttribute("transform") || "");
    const y = at ? Number(at[1]) : 0;
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
  },
  // What was taken shrinks and flies to the tray of a seat; without one it fades.
  fly(lost, seat) {
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
  },
  // How large an element is, now and whenever that changes.
  size(element, tell) {
    new ResizeObserver(([{ contentRect: { width, height } }]) => tell(width, height)).observe(element);
  },
  // That was no move.
  shake(element) {
    if (calm.matches || !element.animate) return;
    const steps = [0, -2, 2, -2, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    element.animate(steps, { duration: 180 });
  },
  // Draws HTML into an element: the focus stays where it was, and the move one looks at is in sight.
  redraw(element, html) {
    const key = element.contains(document.activeElement) && document.activeElement.dataset.key;
    element.innerHTML = html;
    if (key) element.querySelector(`[data-key="${key}"]`)?.focus();
    element.querySelector(".here")?.scrollIntoView({ block: "nearest" });
  },
  // A socket to the server of this page: `hear` gets 0 when it is open, 1 with a text, 2 when it is closed.
  socket(hear) {
    const socket = new WebSocket(new URL("api/socket", location.href.split("#")[0]).href.replace(/^http/, "ws"));
    socket.onopen = () => hear(0, "", 0);
    socket.onmessage = (event) => hear(1, event.data, 0);
    socket.onclose = (event) => hear(2, "", event.code);
    return socket;
  },
  post(socket, text) {
    if (socket.readyState === 1) socket.send(text);
  },
  leave(socket) {
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  },
  // Asks the server of this page: the status and the text of its answer.
  async ask(path, token, body) {
    const headers = { "content-type": "application/json" };
    if (token) headers.authorization = `Bearer ${token}`;
    const answer = await fetch(path, { method: "POST", headers, body, signal: AbortSignal.timeout(10000) });
    return `${answer.status} ${await answer.text()}`;
  },
  // Lets pieces be dragged: a drag is a tap where it begins and a tap where it ends, so one that ends where it began is
  // taken back. The click that may follow is none.
  drag(table, tap) {
    const site = (element) => element?.closest?.("[data-site]");
    table.addEventListener("dragstart", (event) => event.preventDefault());
    table.addEventListener("pointerdown", (start) => {
      const from = site(start.target);
      // The pieces are drawn anew when one is taken up.
      const pieces = () => from && [...table.querySelectorAll(`[data-at="${from.dataset.site}"] > *`)];
      if (!start.isPrimary || start.button || !from?.matches(".lit, .tapped") || !pieces().length) return;
      const done = new AbortController();
      let moved = false;
      const move = (event) => {
        const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
        if (!moved && Math.hypot(dx, dy) < 8) return;
        if (!moved && !from.matches(".tapped")) tap(from.dataset.site);
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
        const to = event.type === "pointerup" && site(document.elementFromPoint(event.clientX, event.clientY));
        if (to) tap(to.dataset.site);
      };
      addEventListener("pointermove", move, { signal: done.signal });
      addEventListener("pointerup", end, { signal: done.signal });
      addEventListener("pointercancel", end, { signal: done.signal });
    });
  },
  // A short wooden click.
  sound() {
    const audio = (this.audio ??= new AudioContext());
    const [tone, level, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
    tone.type = "triangle";
    tone.frequency.setValueAtTime(620, now);
    tone.frequency.exponentialRampToValueAtTime(180, now + 0.06);
    level.gain.setValueAtTime(0.25, now);
    level.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
    tone.connect(level).connect(audio.destination);
    tone.start(now);
    tone.stop(now + 0.1);
  },
  secret: () => [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
  modal(dialog) {
    if (dialog.open) return dialog.close();
    dialog.onclick = (event) => event.target === dialog && dialog.close();
    dialog.showModal();
  },
  // Copies a text, or shows it to be copied by hand: copying is allowed to safe pages only. Whether it was copied.
  async hand(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      prompt("", text);
      return false;
    }
  },
  async copy(text, dialog, yes, no) {
    const said = dialog.querySelector("[role=status]");
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = yes;
    } catch {
      const field = dialog.querySelector("textarea");
      said.textContent = no;
      field.value = text;
      field.select();
    }
  },
  send(title, url) {
    if (url) navigator.share({ title, url }).catch(() => {});
    return !!navigator.share;
  },
  save(name, what, type) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([what], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  },
  async png(name, svg, width) {
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
    canvas.toBlob((dots) => dots && agon.save(name, dots, "image/png"), "image/png");
  },
  // The same file may be chosen again. Whatever is longer is no game.
  async read(input, tell) {
    const file = input.files[0];
    if (file) tell({ data: await file.slice(0, 1 << 20).text() });
    input.value = "";
  },
};

const wait = document.getElementById("wait");
function sorry(text) {
  wait.textContent = text;
  wait.setAttribute("role", "alert");
}

if (typeof WebAssembly !== "object") {
  sorry("Agon needs WebAssembly, which this browser does not have or does not allow. A newer browser will do.");
} else {
  // Rooms and the lab are another program, so that whoever plays alone does not wait for it.
  const name = /^#*\/*(room|lab)\b/.test(location.hash) ? "hall" : "page";
  const code = wasm(name);
  program(name).then((module) => module.default({ module_or_path: code })).then(
    () => wait.remove(),
    (why) => sorry(`Agon could not be started: ${why}. Please reload the page.`),
  );
}

if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
  navigator.serviceWorker.register("sw.js").catch(() => {});
}
