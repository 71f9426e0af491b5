// A link that brings one's games to another device.

import { linkRow } from "../common/links.js";
import { $, say } from "../common/page.js";
import { TEXTS, refusal } from "../common/texts.js";
import { Wire } from "../net/wire.js";

const wire = new Wire($("device").dataset.api);

$("device-make").addEventListener("click", async () => {
  const answer = await wire.tell("", {});
  if (!answer?.ok) {
    say("device-said", refusal(answer));
    return;
  }
  /** @type {import("../wire").DeviceLink} */
  const link = answer.data;
  const said = { label: TEXTS.deviceLink, copy: TEXTS.copyDevice, qr: TEXTS.qrDevice, open: true };
  $("device-link").replaceChildren(linkRow("device-url", link, said));
  say("device-said", $("device-said").dataset.ready.replace("{minutes}", String(link.minutes)));
  setTimeout(() => $("device-link").replaceChildren(), link.minutes * 60_000);
});
