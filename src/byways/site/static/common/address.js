// The address of the page, which people send to one another.

/** Take the chosen language off it once a cookie keeps that: whoever gets the address has a language of their own. */
export function dropLanguage() {
  const address = new URL(location.href);
  const language = address.searchParams.get("lang");
  if (!language || !document.cookie.split("; ").includes(`byways-language=${language}`)) return;
  address.searchParams.delete("lang");
  history.replaceState(history.state, "", address);
}
