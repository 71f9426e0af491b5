// What a link carries behind the "#", which browsers send to nobody.

/** Take it off the address. The links to this page in other languages keep it: they lead back here. */
export function takeFragment() {
  const carried = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  for (const link of document.querySelectorAll(".languages a")) link.hash = carried;
  return carried;
}
