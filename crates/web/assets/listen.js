// Tells Rust what people do. Stands after `draw.js` in the same module.

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
events("hashchange", () => {
  visit++;
  hear("travel", "", "");
});
events("online offline", () => hear("network", "", ""));

// Pieces can be dragged: a drag is a tap where it begins, and a drop on a cell or beside the cells. One that ends where it
// began is taken back. The click that may follow is none.
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
    const over = event.type === "pointerup" ? document.elementFromPoint(event.clientX, event.clientY) : null;
    const to = over?.closest("[data-site]")?.dataset.site ?? (over?.closest("#table") ? "table" : "");
    hear("drop", to === from.dataset.site ? "" : to, "");
  };
  for (const [name, each] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) {
    addEventListener(name, each, { signal: done.signal });
  }
});
