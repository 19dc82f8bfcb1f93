// Starts the page, and says so when it cannot. Stands last in the module.

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
