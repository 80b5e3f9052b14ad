// Keeps the pages of a game: FILES at once, pictures and PDFs when they are looked at. VERSION names what is kept.

const KEPT = `aidgen ${self.registration.scope}`;
const CURRENT = `${KEPT} ${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CURRENT).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })))).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith(`${KEPT} `) && name !== CURRENT);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(answer(event.request));
});

async function answer(request) {
  const cache = await caches.open(CURRENT);
  const kept = await cache.match(request, { ignoreSearch: request.mode === "navigate" });
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok && found.status === 200) await cache.put(request, found.clone());
  return found;
}
