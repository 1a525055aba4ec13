/* Keys, wherever the focus is; of several players on a page the one last used hears them. */

const ACTIONS = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  Home: "first",
  End: "last",
  " ": "play",
  "?": "keys",
  Escape: "leave",
};

/* Where the keys belong to someone else, and where Space does. */
const TYPING =
  'input:not([type="checkbox"], [type="button"]), textarea, select, canvas, ' +
  '[contenteditable]:not([contenteditable="false"]), [role="tab"], [role="slider"], ' +
  '[role="textbox"], [role="searchbox"], [role="combobox"], [role="listbox"], [role="option"], ' +
  '[role="spinbutton"], [role="radio"], [role="menu"], [role="menuitem"], [role="grid"], ' +
  '[role="tree"], [role="dialog"]';
const PRESSABLE = 'button, a[href], summary, input, [role="button"], [role="checkbox"], [role="switch"]';

let leading = null;

class Keys {
  constructor(player) {
    this.player = player;
    if (!leading?.player.root.isConnected) this.lead();
  }

  lead() {
    leading = this;
  }

  resign() {
    if (leading === this) leading = null;
  }

  pressed(event) {
    if (leading !== this && leading?.player.root.isConnected) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = ACTIONS[event.key];
    if (!action) return;
    const { actions, part, stage } = this.player;
    if (part("dialog").open) {
      if (action === "keys") actions.close();
      return;
    }
    if (action === "leave" && !stage.large) return;
    if (this.isTaken(event)) return;
    event.preventDefault();
    actions[action]({ animate: !event.repeat });
  }

  /* Whether what has the focus uses this key to enter, choose or press. */
  isTaken(event) {
    const path = event.composedPath().filter((target) => target instanceof Element);
    if (path[0] === this.player.part(".slider")) return event.key !== " " && event.key !== "?";
    if (path.some((element) => element.matches(TYPING))) return true;
    return event.key === " " && path.some((element) => element.matches(PRESSABLE));
  }
}
