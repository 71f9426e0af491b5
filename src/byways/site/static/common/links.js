// A link that is to be sent or shown to somebody: to copy, and as a QR code.

import { copied, element, say } from "./page.js";
import { TEXTS } from "./texts.js";

/**
 * A list's row for a link.
 * @param {string} id of its field
 * @param {Pick<import("../wire").SeatLink, "url" | "qr">} link without an address where it has served its purpose
 * @param {{label: string, copy: string, qr: string, open: boolean}} said what it is called, and whether the code shows
 * @param {HTMLElement[]} buttons besides the one that copies it
 */
export function linkRow(id, { url, qr }, said, ...buttons) {
  if (!url) return element("li", {}, element("span", { className: "link" }, said.label, ...buttons));
  const input = element("input", { type: "text", id, value: url, readOnly: true });
  input.addEventListener("focus", () => input.select());
  const copy = element("button", { type: "button", className: "btn", textContent: TEXTS.copy });
  copy.setAttribute("aria-label", said.copy);
  copy.addEventListener("click", async () => {
    input.select();
    if (await copied(url)) say("say", (copy.textContent = TEXTS.copied));
  });
  const row = element("li", {}, element("label", { htmlFor: id, textContent: said.label }), element("span", { className: "link" }, input, element("span", { className: "link-acts" }, copy, ...buttons)));
  if (qr) {
    const picture = element("div", { className: "qr-code", role: "img", ariaLabel: said.qr });
    picture.innerHTML = qr; // drawn by the server, which puts nothing into it but squares
    row.append(element("details", { open: said.open }, element("summary", { textContent: TEXTS.qrShort }), picture));
  }
  return row;
}
