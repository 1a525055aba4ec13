/* A picture and its screen: its height, full screen, and the visible part of a box. */

const MARGIN = 12; // px between a picture and the lower edge of the screen

/* Tell an element how much of the first screen is above it (--above): it reaches from its place to the lower
   edge. That height is the same at every step, so nothing moves and nothing needs to be covered. */
export class FitToScreen {
  constructor(root, scrolled, placed = () => {}) {
    Object.assign(this, { root, scrolled, placed });
    // The page above it grows and shrinks while it is built, and when a notice appears.
    this.watch = new ResizeObserver(() => this.measure());
    this.watch.observe(document.body);
    for (let each = root; each; each = each.parentElement ?? each.getRootNode().host) {
      this.watch.observe(each.previousElementSibling ?? each);
    }
  }

  measure() {
    const { root } = this;
    const above = `${Math.max(Math.round(root.getBoundingClientRect().top + this.scrolled() + MARGIN), 0)}px`;
    if (root.style.getPropertyValue("--above") !== above && !root.matches(".present")) {
      root.style.setProperty("--above", above);
    }
    this.placed();
  }

  stop() {
    this.watch.disconnect();
  }
}

/* Presenting: the player fills the screen, or the window if that is not allowed. */
export class Fullscreen {
  constructor(player) {
    this.player = player;
    this.root = player.root;
  }

  get large() {
    return this.root.classList.contains("present");
  }

  async show(large) {
    const { player, root } = this;
    if (large === this.large) return;
    player.keys.lead();
    root.classList.toggle("present", large);
    player.part('[data-do="present"]').setAttribute("aria-pressed", large);
    if (!large) {
      root.removeAttribute("popover");
      if (root.matches(":fullscreen")) await document.exitFullscreen();
      return;
    }
    root.focus({ preventScroll: true }); // Space plays: the pressed button loses the focus
    // A page that is presented as a whole fills the screen already.
    if (!document.documentElement.matches(".presenting")) {
      await root.requestFullscreen?.().catch(() => {});
    }
    if (root.matches(":fullscreen") || !this.large) return;
    root.popover = "manual"; // the top layer, above everything on the page
    root.showPopover?.();
  }

  /* The browser has entered or left full screen, possibly not on our request. */
  changed() {
    if (!this.root.matches(":fullscreen, [popover]")) this.show(false);
  }
}

/* Approximate width of a text, in em. */
export function inkOf(text) {
  return [...text].reduce((sum, character) => sum + (character < "\u2e80" ? 0.6 : 1), 0);
}

/* Width of the widest word with its initial tokens. */
export function widestOf({ words, tokens }) {
  return Math.max(
    ...words.map(({ text, splits: [[, first, , ranks]] }) => {
      const between = ranks ? 2.5 : 1.1;
      return inkOf(text) + 3 + first.reduce((sum, token) => sum + between + inkOf(tokens[token]?.[0] ?? "…"), 0);
    }),
  );
}

/* Scroll a box, and nothing around it, until it shows one of its elements. */
export function showIn(box, element) {
  if (!element) return;
  const [frame, place] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  const head = box.querySelector("thead")?.offsetHeight ?? 0;
  if (place.top < frame.top + head) box.scrollTop += place.top - frame.top - head - 8;
  else if (place.bottom > frame.bottom) box.scrollTop += place.bottom - frame.bottom + 8;
}
