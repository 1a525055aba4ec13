/* The player in a cell of a notebook. */

import { inflated } from "./browser.js";
import { Player } from "./player.js";

/* Brightness, from 0 to 255, of the first opaque background around the frame: a notebook has its own
   theme, whatever the system prefers. Null if the frame is in another site. */
function brightness() {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  try {
    for (let around = frameElement; around; around = around.parentElement) {
      context.fillStyle = parent.getComputedStyle(around).backgroundColor;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
      if (alpha > 127) return 0.3 * red + 0.59 * green + 0.11 * blue;
    }
  } catch {}
  return null;
}

function paintTheme() {
  const bright = brightness();
  document.documentElement.style.colorScheme = bright === null ? "" : bright < 128 ? "dark" : "light";
}

paintTheme();
try {
  const themed = new MutationObserver(paintTheme);
  for (const each of [parent.document.documentElement, parent.document.body]) {
    themed.observe(each, { attributes: true });
  }
} catch {}

const data = await inflated(document.querySelector(".packed").textContent);
document.querySelector(".unread").remove();
new Player(document.querySelector(".stage")).update(data);
