// After one visit everything except online play works without a network. The list changes with every build.
const name = "agon-{version}";
const files = {files};
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((all) => Promise.all(all.filter((other) => other.startsWith("agon-") && other !== name).map((other) => caches.delete(other))))
      .then(() => self.clients.claim()),
  );
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.includes("/api")) return;
  if (event.request.mode === "navigate") {
    // The newest page where there is a network, else the one that was kept.
    event.respondWith(fetch(event.request).catch(() => caches.match("./")));
    return;
  }
  event.respondWith(caches.match(event.request).then((kept) => kept || fetch(event.request)));
});
