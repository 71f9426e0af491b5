// What a link carries behind the "#", which browsers send to nobody.

/**
 * Take it off the address. The browser keeps it beside the address, so that the page can be loaded anew, and the links to
 * this page in other languages keep it: they lead back here.
 */
export function takeFragment() {
  const carried = location.hash.slice(1) || (history.state?.carried ?? "");
  history.replaceState({ carried }, "", location.pathname);
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".languages a"))) link.hash = carried;
  return carried;
}
