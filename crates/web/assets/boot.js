
// Starts the page, and says so when it cannot. What only JavaScript can do is here; everything else is Rust.
const calm = matchMedia("(prefers-reduced-motion: reduce)");

globalThis.agon = {
  worker: thinker,
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
  modal(dialog) {
    if (dialog.open) return dialog.close();
    dialog.onclick = (event) => event.target === dialog && dialog.close();
    dialog.showModal();
  },
  // Copying is allowed to safe pages only.
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
  init({ module_or_path: page }).then(
    () => wait.remove(),
    (why) => sorry(`Agon could not be started: ${why}. Please reload the page.`),
  );
}

if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
  navigator.serviceWorker.register("sw.js").catch(() => {});
}
