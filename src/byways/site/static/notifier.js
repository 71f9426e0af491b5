// The service worker. It shows a page that says so where a page cannot be reached, and leads back to the game from a
// notification. It keeps nothing else: every page and every turn comes from the server.

const worker = /** @type {any} */ (globalThis);
const OFFLINE = new URL("offline", worker.location.href).href;
const STORE = "offline";
const PARTS = /(?:href|src)="([^"]*\/static\/[^"]*)"/g;

let down = false; // a page could not be reached: what it is made of may be taken from what is kept

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(keep());
});
worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(worker.registration.navigationPreload?.enable()); // pages do not wait until this worker is awake
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (down && request.url.includes("/static/")) event.respondWith(part(request));
});
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});

/** Keep the page that says so, and what it is made of. */
async function keep() {
  const answer = await fetch(OFFLINE, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${OFFLINE}: ${answer.status}`);
  const parts = [...(await answer.clone().text()).matchAll(PARTS)].map(([, address]) => address);
  const kept = await caches.open(STORE);
  await Promise.all([kept.put(OFFLINE, answer), kept.addAll(parts)]);
}

async function page(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    down = false;
    return answer;
  } catch {
    down = true;
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function part(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** @param {string} address */
async function lead(address) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => url === address);
  return page ? page.focus() : worker.clients.openWindow(address);
}
