/* The presenter: a page without its menu, for a projector; keys, a pointer, the plan, a code. */

const LIFT = ["ArrowRight", "Enter", " "]; // keys that lift a question, as Page Down does

class Presenter {
  on = false;
  at = -1; // the stop of the plan that is shown
  asks = false; // whether its question still lies over the page

  constructor(guide, template) {
    this.guide = guide;
    guide.layer.append(template.content.cloneNode(true));
    const part = (name) => guide.layer.querySelector(name);
    const parts = [".presenter", ".presenter-ask", ".presenter-code", ".presenter-dot"];
    [this.strip, this.cover, this.code, this.dot] = parts.map(part);
    this.raisedOver = new WeakSet();
    const actions = {
      back: () => this.move(-1),
      next: () => (this.asks ? this.ask(false) : this.move(1)),
      pointer: () => this.point(!this.pointing),
      code: () => this.showCode(!this.asking),
      leave: () => this.leave(),
    };
    const keys = { PageUp: "back", PageDown: "next", ".": "pointer", q: "code", Escape: "leave" };
    for (const [name, act] of Object.entries(actions)) this.button(name).onclick = act;
    this.cover.onclick = actions.next;
    addEventListener("keydown", (event) => {
      const lifts = this.asks && LIFT.includes(event.key) && !this.strip.contains(event.target);
      const name = lifts ? "next" : keys[event.key];
      if (!this.on || !name || !this.hears(event, name)) return;
      event.preventDefault();
      event.stopPropagation();
      if (name === "leave" && this.asking) actions.code();
      else actions[name]();
    }, true);
    for (const type of ["pointermove", "pointerdown", "pointerup"]) {
      addEventListener(type, (event) => this.follow(event), true);
    }
    document.addEventListener("fullscreenchange", () => {
      if (this.on && this.filled && !document.fullscreenElement) this.leave();
      this.filled = Boolean(document.fullscreenElement);
    });
  }

  button(name) {
    return this.strip.querySelector(`[data-do="${name}"]`);
  }

  /* Whether a key is ours: not while something is typed, chosen or asked. */
  hears(event, name) {
    if (event.isComposing || event.keyCode === 229) return false; // an input method's own key
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const path = event.composedPath().filter((target) => target instanceof Element);
    const opened = '[aria-expanded="true"][role="combobox"], [role="listbox"], dialog';
    if (path.some((element) => element.matches(opened))) return false;
    const types = path[0]?.matches("textarea, input:not([type=range], [type=checkbox], [type=radio])");
    return !types || name === "back" || name === "next" || (name === "leave" && !this.typing(path[0]));
  }

  typing(box) {
    return !box.matches('[role="combobox"]') && box.value !== box.defaultValue;
  }

  /* Coming and going ----------------------------------------------------------------------- */

  enter() {
    document.documentElement.requestFullscreen?.().catch(() => {}); // else the window is filled
    this.guide.change("present", "1");
  }

  leave() {
    if (this.asking) this.showCode(false);
    this.point(false);
    this.ask(false);
    this.guide.change("present");
    if (document.fullscreenElement) document.exitFullscreen();
  }

  /* What the address says. */
  show(on) {
    if (on) this.paint();
    if (on === this.on) return;
    this.on = on;
    document.documentElement.classList.toggle("presenting", on);
    if (on) {
      this.at = Number(stored("plan") ?? -1);
      if (this.guide.data.plan[this.at]?.page !== this.guide.data.here) this.at = this.here();
      this.strip.showPopover();
    } else {
      this.ask(false);
      this.strip.hidePopover();
      this.player?.classList.contains("present") && this.press();
    }
    this.paint();
  }

  here() {
    return this.guide.data.plan.findIndex(({ page }) => page === this.guide.data.here);
  }

  move(by) {
    const to = Math.min(Math.max(this.at + by, 0), this.guide.data.plan.length - 1);
    if (to === this.at) return;
    this.at = to;
    store("plan", to);
    this.ask(true);
    const { page, query } = this.guide.data.plan[to];
    this.guide.visit(page, { ...query, present: 1 });
  }

  /* A stop opens with its question and what that is about; they lie over the page, which shows
     the answer or is still built, until they are lifted. */
  ask(asks) {
    this.asks = asks;
    this.cover.togglePopover(asks);
    this.paint();
  }

  /* The page's player fills the screen where it is what the page is about. ------------------- */

  get player() {
    return find("body >> .player");
  }

  press() {
    this.player.querySelector('[data-do="present"]').click();
  }

  look() {
    if (!this.on) return;
    const { player } = this;
    if (!player?.hasAttribute("aria-label") || isDrawing()) return; // it has no data yet
    if (this.guide.data.fills && this.pressed !== player) {
      this.pressed = player;
      if (!player.classList.contains("present")) this.press();
    }
    // What is opened last lies on top: the strip has to be opened again above a player.
    if (!player.matches(":popover-open")) this.raisedOver.delete(player);
    else if (!this.raisedOver.has(player)) {
      this.raisedOver.add(player);
      this.raise();
    }
  }

  raise() {
    for (const part of [this.cover, this.strip, this.code, this.dot]) {
      if (!part.matches(":popover-open")) continue;
      part.hidePopover();
      part.showPopover();
    }
  }

  /* Drawing ------------------------------------------------------------------------------------ */

  paint() {
    const { words, plan, code, what } = this.guide.data;
    this.strip.setAttribute("aria-label", words.presenter);
    this.strip.querySelector(".said").textContent = plan[this.at]?.said ?? words.keys.of_plan;
    this.strip.querySelector(".what").textContent = what;
    for (const name of ["back", "next", "pointer", "code"]) {
      const said = words.keys[name === "next" && this.asks ? "show" : name];
      this.button(name).setAttribute("aria-label", said);
      this.button(name).title = said;
    }
    this.cover.querySelector(".asked").textContent = plan[this.at]?.asks ?? "";
    this.cover.querySelector(".about").textContent = plan[this.at]?.query.sentence ?? "";
    this.button("leave").textContent = words.keys.leave;
    this.button("back").disabled = this.at <= 0;
    this.button("next").disabled = !this.asks && this.at === plan.length - 1;
    this.paintCode(code);
  }

  paintCode(code) {
    const shown = Boolean(this.on && this.asking && code);
    if (shown) {
      const image = this.code.querySelector("img");
      image.hidden = !code.picture;
      image.src = `data:image/svg+xml,${encodeURIComponent(code.picture)}`;
      image.alt = code.alt;
      this.code.querySelector(".link").textContent = code.short;
      this.code.querySelector(".notes").textContent = code.notes.join(" ");
    }
    if (shown === this.code.matches(":popover-open")) return;
    this.code.togglePopover(shown);
    if (shown) this.code.focus();
  }

  showCode(asking) {
    this.asking = asking;
    this.guide.send("code", asking);
    if (!asking) this.paintCode(null);
  }

  /* The pointer: a dot that stays with "." and shows while the mouse is held. ------------------ */

  point(pointing) {
    this.pointing = pointing;
    this.button("pointer").setAttribute("aria-pressed", pointing);
    this.dot.togglePopover(Boolean(this.on && pointing));
  }

  follow({ type, clientX, clientY, pointerType }) {
    this.dot.style.translate = `${clientX}px ${clientY}px`;
    if (!this.on || pointerType !== "mouse" || this.pointing) return;
    if (type === "pointerdown") this.dot.showPopover();
    else if (type === "pointerup" && this.dot.matches(":popover-open")) this.dot.hidePopover();
  }
}

/* Where in the plan this tab of the browser is. */
function stored(name) {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

function store(name, value) {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    /* then a reload begins at the page's own stop */
  }
}
