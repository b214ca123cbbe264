// Keeps every file of the folder, each checked by its digest, so that the page works without a network.
const LIST = "{{digest}}"; // of files.json: this file changes when any other does, which is what browsers look for
const ISOLATED = "{{isolated}}"; // an engine with threads lies here: they share memory, which browsers give to isolated pages alone
const OURS = `fairyscore-desk ${new URL(".", location.href).href} `; // other folders of the same server have caches too
const NAME = OURS + LIST;

async function keep(cache, name, integrity) {
  const found = await fetch(name, { integrity, cache: "no-cache" }); // refused where the digest is another
  if (!found.ok) throw Error(`${name}: ${found.status}`);
  await cache.put(name, found);
}

async function install() {
  const cache = await caches.open(NAME);
  await keep(cache, "files.json", LIST);
  const digests = await (await cache.match("files.json")).json();
  await Promise.all(Object.entries(digests).map(([name, digest]) => keep(cache, name, digest)));
  await self.skipWaiting();
}

async function activate() {
  const ours = (await caches.keys()).filter((name) => name.startsWith(OURS));
  await Promise.all(ours.filter((name) => name !== NAME).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(NAME);
  const asked = new URL(request.url).pathname.endsWith("/") ? "index.html" : request;
  const found = (await cache.match(asked, { ignoreSearch: true })) ?? (await fetch(request));
  return ISOLATED === true ? isolated(found) : found;
}

// The same with the headers that isolate a page, where the server does not send them.
function isolated(found) {
  if (!found.status) return found; // of another server, which lets nobody look into it
  const headers = new Headers(found.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
