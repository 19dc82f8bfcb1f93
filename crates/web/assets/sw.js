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
// Whose turn it is, for somebody who is away. The page has its words in a catalogue that is not here.
const WORDS = { en: ["Your turn", "The game is over"], it: ["Tocca a te", "La partita è finita"] };
self.addEventListener("push", (event) => {
  const { kind, room, game, against, lang } = event.data?.json() ?? {};
  const [turn, over] = WORDS[lang] ?? WORDS.en;
  const title = `${kind === "over" ? over : turn} · ${game}`;
  event.waitUntil(
    self.registration.showNotification(title, { body: against, tag: room, icon: "icon-192.png", data: `./#/room/${room}` }),
  );
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data, self.registration.scope).href;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: "window" });
    const here = windows.find((one) => one.url === url) ?? windows[0];
    if (!here) return self.clients.openWindow(url);
    await here.focus();
    return here.url === url || here.navigate(url);
  };
  event.waitUntil(open());
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
