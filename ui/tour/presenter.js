/* The presenter: a page without its menu, for a projector. Page Down asks, answers and goes on; the
   address says which stop of the lesson is shown, and whether it is the question or the answer. */

import { fill } from "../draw/chips.js";
import { isBare } from "../shell/keyboard.js";
import { isComing, isDrawing } from "../shell/shims/page.js";
import { find, isShown } from "./place.js";

const LONGEST_TURN = 20_000; // ms to wait at most for a page
const STILL = 2; // looks at a page that is still until it is shown

export class Presenter {
  on = false;
  at = null; // how many presses after the title what is shown comes: two for each stop
  goal = 0; // ... and what is on its way

  constructor(guide, template) {
    this.guide = guide;
    guide.layer.append(template.content.cloneNode(true));
    const part = (name) => guide.layer.querySelector(`.presenter${name}`);
    this.parts = ["-veil", "-ask", "", "-code", "-keys", "-dot"].map(part);
    [this.veil, this.asked, this.strip, this.code, this.keys, this.dot] = this.parts;
    this.raisedOver = new WeakSet();
    const actions = {
      back: () => this.move(-1),
      next: () => this.move(1),
      pointer: () => this.point(!this.pointing),
      code: () => this.showCode(!this.asking),
      keys: () => this.showKeys(!this.keys.matches(":popover-open")),
      leave: () => this.leave(),
    };
    const keys = { PageUp: "back", PageDown: "next", ".": "pointer", q: "code", "?": "keys", Escape: "leave" };
    for (const [name, act] of Object.entries(actions)) this.button(name).onclick = act;
    addEventListener("keydown", (event) => {
      const name = keys[event.key];
      if (!this.on || !name || !this.hears(event, name)) return;
      event.preventDefault();
      event.stopPropagation();
      if (name !== "leave") actions[name]();
      else if (this.asking) actions.code();
      else if (this.keys.matches(":popover-open")) actions.keys();
      else actions.leave();
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
    if (!isBare(event)) return false;
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
    this.guide.change({ present: "1" });
  }

  leave() {
    this.guide.change({ present: null, stop: null, phase: null });
    if (document.fullscreenElement) document.exitFullscreen();
  }

  switch(on) {
    this.on = on;
    document.documentElement.classList.toggle("presenting", on);
    this.strip.togglePopover(on);
    if (on) return;
    this.showCode(false);
    this.showKeys(false);
    this.point(false);
    Object.assign(this, { at: null, goal: 0 });
    this.paint();
    if (this.player?.classList.contains("present")) this.press();
  }

  /* The lesson ------------------------------------------------------------------------------- */

  get last() {
    return 2 * this.guide.data.plan.length - 1; // the closing card asks nothing of its own
  }

  stop(at) {
    return this.guide.data.plan[(at - 1) >> 1];
  }

  phase(at) {
    return at % 2 && at !== this.last ? "question" : "answer";
  }

  /* What the address says, in presses; null on a page that is no part of the lesson. */
  get told() {
    const { searchParams } = new URL(location.href);
    const { plan, here } = this.guide.data;
    const stop = plan.findIndex((each) => each.stop === searchParams.get("stop"));
    if (stop < 0) return here === "home" ? 0 : null;
    return Math.min(2 * stop + (searchParams.get("phase") === "answer" ? 2 : 1), this.last);
  }

  /* The address is the truth. One that names a stop and no more leads to its page. */
  show(on) {
    if (on !== this.on) this.switch(on);
    if (!on) return;
    const { told } = this;
    if (!this.turning) this.paint();
    if (told === null || told === this.at) return;
    this.goal = told;
    const { searchParams } = new URL(location.href);
    const isTheirs = searchParams.get("corpus") === (this.stop(told)?.query.corpus ?? null);
    const isWhole = searchParams.has("hide") && isTheirs; // another language may have another text
    const isElsewhere = this.guide.data.here !== this.stop(told)?.page;
    if (told && this.isAnswered && (isElsewhere || !isWhole)) this.go(told, { replace: true });
    else this.turn();
  }

  /* From what is shown, or on its way, to the next thing or the one before. */
  move(by) {
    const to = Math.min(Math.max(this.goal + by, 0), this.last);
    if (to === this.goal) return;
    const answers = by > 0 && !this.turning && this.told === this.at && this.phase(to) === "answer";
    this.goal = to;
    if (!answers || to === this.last || !this.reveal()) return this.go(to);
    this.at = to;
    this.paint();
    this.guide.change({ phase: "answer", hide: "0" });
  }

  go(to, how) {
    if (!to) return this.guide.visit("home", { present: 1 }, how);
    const { page, query, stop } = this.stop(to);
    const phase = this.phase(to);
    const hide = phase === "question" ? 1 : 0;
    this.guide.visit(page, { ...query, hide, present: 1, stop, phase }, how);
  }

  /* A player shows its answer by itself; the answer is whether there is one that hides it. */
  reveal() {
    const hides = '[data-do="hide"][aria-pressed="true"]';
    const shown = (selector) => [find(`body >> .player ${selector}`)].filter(isShown);
    const [button] = [...shown(hides), ...shown(".reveal")];
    button?.click();
    return Boolean(button);
  }

  /* The old picture stays until the new one is drawn. ------------------------------------------ */

  turn() {
    if (this.turning) return;
    this.turning = true;
    const turned = async () => {
      this.veil.togglePopover(true); // for a browser without transitions, or a page that comes late
      await this.arrival();
      Object.assign(this, { at: this.goal, turning: false });
      if (this.at && this.phase(this.at) === "answer") this.reveal();
      this.paint();
      this.veil.togglePopover(false);
    };
    const transition = document.startViewTransition?.(turned);
    if (!transition) turned();
    for (const name of ["ready", "finished"]) transition?.[name].catch(() => {}); // it came late
  }

  async arrival() {
    const until = performance.now() + LONGEST_TURN;
    for (let looks = 0; looks < STILL && performance.now() < until; ) {
      await new Promise((go) => setTimeout(go, 50));
      looks = this.isStill ? looks + 1 : 0;
    }
  }

  /* Whether the server has drawn what the address says. */
  get isAnswered() {
    const { searchParams } = new URL(location.href);
    const { told } = this.guide.data;
    return ["stop", "phase"].every((name) => searchParams.get(name) === told[name]);
  }

  get isStill() {
    if (!this.on || this.told === null) return true;
    this.look();
    const { player } = this;
    const isDrawn = !player || player.hasAttribute("aria-label");
    const isFilled = !player || !this.guide.data.fills || player.classList.contains("present");
    return !this.guide.leaving && this.isAnswered && !isDrawing() && !isComing() && isDrawn && isFilled;
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
    for (const part of this.parts) {
      if (!part.matches(":popover-open")) continue;
      part.hidePopover();
      part.showPopover();
    }
  }

  /* Drawing ------------------------------------------------------------------------------------ */

  paint() {
    const { words, code, what } = this.guide.data;
    const { at, asked, strip } = this;
    const stop = this.told !== null && at ? this.stop(at) : null;
    const says = stop && this.phase(at) === "answer" ? this.says(stop) : [];
    asked.togglePopover(Boolean(stop));
    for (const [name, value] of [["stop", stop?.stop], ["phase", stop && this.phase(at)]]) {
      if (value) asked.dataset[name] = value;
      else delete asked.dataset[name];
    }
    asked.querySelector(".asked").textContent = stop ? words[`ask_${stop.name}`] : "";
    asked.querySelector(".says").replaceChildren(...says.map(paragraph));
    strip.setAttribute("aria-label", words.presenter);
    strip.querySelector(".said").textContent = stop ? this.where(stop) : words.present_of_plan;
    strip.querySelector(".what").textContent = what;
    for (const name of ["back", "next", "pointer", "code", "keys", "leave"]) {
      const said = words[`present_${name}`];
      this.button(name).setAttribute("aria-label", said);
      this.button(name).title = said;
    }
    this.button("leave").textContent = words.present_leave;
    this.button("back").disabled = !this.goal;
    this.button("next").disabled = this.goal === this.last;
    this.paintCode(code);
  }

  /* The answer; the closing card asks what is left a week later. */
  says({ name, stop }) {
    const { words, plan, recall } = this.guide.data;
    if (stop !== plan.at(-1).stop) return [words[`say_${name}`]];
    return recall.names.map((each) => fill(words[`recall_${each}`], recall));
  }

  /* How far the lesson has come. */
  where({ stop, minutes }) {
    const { words, plan } = this.guide.data;
    const said = stop === plan.at(-1).stop ? words.stop_end : words.stop;
    return fill(said, { at: stop, of: plan.length - 1, minutes });
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
    if (asking === Boolean(this.asking)) return;
    this.asking = asking;
    this.guide.send("code", asking);
    if (!asking) this.paintCode(null);
  }

  /* What the strip's buttons say, with the keys that press them, and the keys of a player. */
  showKeys(shown) {
    const { words } = this.guide.data;
    const said = ["next", "back", "pointer", "code", "steps", "hide", "keys", "leave"];
    this.keys.replaceChildren(...said.map((name) => paragraph(words[`present_${name}`])));
    this.keys.togglePopover(shown);
    if (shown) this.keys.focus();
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

function paragraph(text) {
  return Object.assign(document.createElement("p"), { textContent: text });
}
