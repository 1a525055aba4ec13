/* How much room the player has: from where it stands to the lower edge of the first screen. Its
   height is the same at every step, so its controls never move and nothing has to cover anything. */

import { scrolledPart } from "../shell/shims/page.js";

const MARGIN = 12; // px between the player and the lower edge of the screen

export class Room {
  constructor(root, measured) {
    Object.assign(this, { root, measured });
    this.measure = this.measure.bind(this);
    // The page above the player grows and shrinks while it is built, and when a notice comes.
    this.watch = new ResizeObserver(this.measure);
    this.watch.observe(document.body);
    for (let each = root; each; each = each.parentElement ?? each.getRootNode().host) {
      this.watch.observe(each.previousElementSibling ?? each);
    }
  }

  measure() {
    const scrolled = scrolledPart()?.scrollTop ?? scrollY;
    const above = this.root.getBoundingClientRect().top + scrolled + MARGIN;
    const room = `${Math.max(Math.round(above), 0)}px`;
    if (this.root.style.getPropertyValue("--above") !== room && !this.root.matches(".present")) {
      this.root.style.setProperty("--above", room);
    }
    this.measured();
  }

  stop() {
    this.watch.disconnect();
  }
}

/* How wide the widest word is with the tokens it begins with, in units of its letters' size. */
export function widestOf({ words, tokens }) {
  const ink = (text) => text.length * (/^[\x00-\u2e7f]*$/.test(text) ? 0.6 : 1);
  return Math.max(
    ...words.map(({ text, splits: [[, first, , ranks]] }) => {
      const between = ranks ? 2.5 : 1.1;
      return ink(text) + 3 + first.reduce((sum, token) => sum + between + ink(tokens[token]?.[0] ?? "…"), 0);
    }),
  );
}

/* Scroll a box, and nothing around it, until it shows an element of its own. */
export function showIn(box, element) {
  if (!element) return;
  const [frame, place] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  const head = box.querySelector("thead")?.offsetHeight ?? 0;
  if (place.top < frame.top + head) box.scrollTop += place.top - frame.top - head - 8;
  else if (place.bottom > frame.bottom) box.scrollTop += place.bottom - frame.bottom + 8;
}
