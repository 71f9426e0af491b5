// A service worker that does nothing but lead back to the game from a notification, for browsers in which pages may not
// show any by themselves: those of phones.

addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});

/** @param {string} address */
async function lead(address) {
  const { clients } = /** @type {any} */ (globalThis);
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => url === address);
  return page ? page.focus() : clients.openWindow(address);
}
