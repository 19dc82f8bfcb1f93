// Draws the HTML that Rust has written, and lets pieces move. Stands after `boot.js` in the same module.

// What an element is known by among its neighbours.
const name = (one) => one.id || one.dataset?.key || one.dataset?.site || "";
const alike = (one, other) => one.nodeName === other.nodeName && name(one) === name(other);

// Makes an element like another of the same kind: what is alike stays, and with it focus, scrolling and what moves.
function morph(old, now) {
  // Most of the page is as it was, and the browser sees that much faster than a walk through it.
  if (old.isEqualNode(now)) return;
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
  if (same) return;
  if (whole !== undefined) return old.replaceChildren(...now.childNodes);
  const named = new Map();
  for (const one of old.children) if (name(one)) named.set(name(one), one);
  let here = old.firstChild;
  for (const next of [...now.childNodes]) {
    let found = name(next) ? named.get(name(next)) : here;
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
// How many addresses the page was at: what was to happen at another one does not.
let visit = 0;
let step = "";
function draw(html, title, hue, kind, opened, motion) {
  const moves = motion ? motion.split("\n").map((line) => line.split(" ")) : [];
  const before = moves.length ? look() : null;
  const now = document.createElement("div");
  now.id = "page";
  now.innerHTML = html;
  now.querySelectorAll("[data-style]").forEach(dye);
  // Another screen shares nothing with the one before it, and no sheet lies over it.
  if (screen !== opened) {
    root.querySelectorAll("dialog[open]").forEach((sheet) => sheet.close());
    root.querySelector("main")?.remove();
  }
  const focused = new Set(root.querySelectorAll("[data-focus]"));
  morph(root, now);
  // Rust says what is chosen, whatever a person has clicked.
  for (const one of root.querySelectorAll("[type=radio], [type=checkbox]")) one.checked = one.defaultChecked;
  for (const one of root.querySelectorAll("option")) one.selected = one.defaultSelected;
  document.title = title;
  document.documentElement.lang = source ? "it" : "en";
  // The same value again would have the style of everything computed anew.
  const { style } = document.documentElement;
  if (style.getPropertyValue("--hue") !== `${hue}`) style.setProperty("--hue", hue);
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
  // The newest move is shown with what it led to.
  const [feed, here] = [root.querySelector(".feed"), root.querySelector(".feed .here")];
  if (here && here.dataset.ply !== step) {
    here.scrollIntoView({ block: "nearest" });
    if (here === [...feed.querySelectorAll("[data-ply]")].pop()) feed.scrollTop = feed.scrollHeight;
  }
  step = here?.dataset.ply ?? "";
  measure();
  for (const move of moves) play(before, ...move);
}

// The table tells how much room it has, and so do the charts of the lab.
let table = null;
const sizes = new ResizeObserver(([{ contentRect: { width, height } }]) => hear("room", `${Math.floor(width)}`, `${Math.floor(height)}`));
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
  // A tray that is not shown has no place.
  const [here, there] = [lost.getBoundingClientRect(), tray?.getClientRects()[0]];
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
