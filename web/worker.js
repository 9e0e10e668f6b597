// The service worker: keeps the files of the page, so that it opens without a network.
// Built by offline.ts, which fills in what there is to keep. Nothing of /api is ever kept.

const FILES = /* files */ [];
const CACHE = "unolab-" + /* version */ "";
const KEPT = 2; // versions: a tab that is still open needs the files of its own

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      // from the server: what the browser itself still has may be of another version
      await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith("unolab-"));
      await Promise.all(names.slice(0, -KEPT).map((name) => caches.delete(name)));
      await self.clients.claim();
      // a page that is not made of these files is an old one, and says so
      for (const client of await self.clients.matchAll()) client.postMessage({ files: FILES });
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (pathname.startsWith("/assets/")) event.respondWith(kept(request)); // they never change
  else event.respondWith(fetch(request).catch(() => fallback(request, pathname)));
});

async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** Without a network every address is the page itself, which says what needs the server. */
async function fallback(request, pathname) {
  return (await caches.match(request.mode === "navigate" ? "/" : pathname)) ?? Response.error();
}
