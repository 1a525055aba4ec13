/* Keys, independent of the focus; with several players on a page, the last used one receives them. */

import { CHOOSING, isBare, TYPING } from "./browser.js";

const ACTIONS = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  PageUp: "previous", // keys of a presenter remote
  PageDown: "next",
  Home: "first",
  End: "last",
  " ": "play",
  "?": "keys",
  h: "hide",
  H: "hide",
  d: "details",
  D: "details",
  Escape: "leave",
};

/* `CHOOSING` and `TYPING` are in browser.js. Controls with a few visible options, or pressed with Space,
   keep their keys only while used by keyboard. */
const IN_SIGHT = '[role="radio"], [type="radio"]';
const PRESSABLE =
  'button, a[href], summary, input, [role="button"], [role="checkbox"], [role="switch"]';

export let leading = null;

/* Whether the reader's last action was by pointer, and whether the focus was set by one. */
let pointing = false;
export let pointed = false;

export class Keys {
  constructor(player, signal) {
    this.player = player;
    if (!leading?.player.root.isConnected) this.lead();
    const on = (type, note) => addEventListener(type, note, { signal, capture: true });
    on("pointerdown", () => {
      pointing = pointed = true;
      player.root.classList.add("pointed");
    });
    on("keydown", ({ key }) => {
      pointing = false;
      if (key !== "Tab") return;
      pointed = false; // within a player no focusin arrives here
      player.root.classList.remove("pointed");
    });
    on("focusin", () => (pointed = pointing));
  }

  lead() {
    leading = this;
  }

  resign() {
    if (leading === this) leading = null;
  }

  pressed(event) {
    if (leading !== this && leading?.player.root.isConnected) return;
    if (!isBare(event) || event.defaultPrevented) return;
    if (!this.player.part("dialog").open && this.player.guess.pressed(event)) {
      event.preventDefault();
      return;
    }
    const action = ACTIONS[event.key];
    const { actions, part, fullscreen } = this.player;
    if (!(action in actions)) return;
    if (part("dialog").open) {
      if (action === "keys") actions.close();
      return;
    }
    if (action === "leave" && !fullscreen.large) return;
    if (this.isTaken(event)) return;
    event.preventDefault();
    actions[action]({ animate: !event.repeat });
  }

  /* Whether the focused element uses this key to type, choose or press. */
  isTaken(event) {
    const path = event.composedPath().filter((target) => target instanceof Element);
    const within = (kinds) => path.some((element) => element.matches(kinds));
    const [focused] = path;
    if (focused === this.player.part(".slider")) return false;
    if (within(`${CHOOSING}, [role="slider"], [type="range"]`)) return true;
    if (within(IN_SIGHT) && !pointed) return true;
    if (isClosedList(focused)) return /^\w$/.test(event.key) || (event.key === " " && !pointed);
    if (within(TYPING)) return !event.key.startsWith("Page");
    return event.key === " " && !pointed && within(PRESSABLE);
  }
}

/* A list that shows its chosen option: not for typing. */
function isClosedList(element) {
  return element?.matches('[role="combobox"][aria-expanded="false"]') && !element.value;
}
