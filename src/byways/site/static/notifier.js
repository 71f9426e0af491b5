// A service worker that does nothing but lead back to the game from a notification, for browsers in which pages may not
// show any by themselves: those of phones.

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});

async function lead(address) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => url === address);
  return page ? page.focus() : clients.openWindow(address);
}
