
// Starts the page, and says so when it cannot. What only JavaScript can do is here; everything else is Rust.
const calm = matchMedia("(prefers-reduced-motion: reduce)");

globalThis.agon = {
  worker: thinker,
  // The texts of the rules in Italian, as a promise.
  catalogue,
  // A piece comes from (dx, dy) pixels away; with a scale of 0 it comes from nowhere.
  glide(element, dx, dy, scale, time) {
    if (calm.matches || !element.animate) return;
    const at = element.getAttribute("transform") || "";
    const lift = /translate\(0 (-?\d+)\)/.exec(at);
    const y = lift ? Number(lift[1]) : 0;
    const here = `translate(0px, ${y}px)`;
    const frames = scale > 0
      ? [{ transform: `translate(${dx / scale}px, ${dy / scale + y}px)` }, { transform: here }]
      : [{ opacity: 0 }, { opacity: 1 }];
    element.animate(frames, { duration: time, easing: "ease-out" });
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
  init({ module_or_path: page }).then(
    () => wait.remove(),
    (why) => sorry(`Agon could not be started: ${why}. Please reload the page.`),
  );
}

if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
  navigator.serviceWorker.register("sw.js").catch(() => {});
}
