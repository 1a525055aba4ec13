/* When Python hears of a step: once the reader rests there.

   Where all that follows the step stands below the player and is off the screen, Python hears late
   (only screen readers need it then), so that stepping asks the server for nothing. As soon as the
   reader looks there, or comes to a control, it hears soon, and at once where a link is pressed. */

import { openPage } from "../shell/address.js";
import { appPart, isDrawing, SCRIPT_STATE, scrolledPart } from "../shell/shims/page.js";

const SOON = 300; // ms of rest
const LATE = 4500;
const LEAST = 8; // px of what follows that are to be seen
const LINK = "a[href]";
const CHOOSES = ["Enter", " ", "Tab"]; // keys
const LESSON = ".lesson-layer, .lesson-way"; // it waits for the step itself
const USED = "a[href], button, input, select, textarea, [role]";

const BEGINS = 1000; // ms after which a server that has not begun to answer is not waited for
const ENDS = 2000; // ... and one that is long about it
const DRAWN = 50;

export class Report {
  constructor(player, on) {
    this.player = player;
    on(document, "scroll", () => this.look(), { capture: true });
    on(window, "resize", () => this.look());
    on(document, "fullscreenchange", () => this.look());
    on(window, "beforeprint", () => this.tell());
    for (const type of ["pointerover", "pointerdown", "focusin"]) {
      on(document, type, (event) => this.use(event));
    }
    for (const type of ["pointerdown", "click", "keydown"]) {
      on(document, type, (event) => this.hold(event), { capture: true });
    }
    on(window, "popstate", () => this.wait());
    on(document, "click", (event) => this.follow(event), { capture: true });
  }

  /* The reader rests. */
  rest() {
    this.forget();
    this.isUntold = true;
    this.look();
    if (this.player.below) this.late = setTimeout(() => this.tell(), LATE);
  }

  forget() {
    clearTimeout(this.soon);
    clearTimeout(this.late);
    this.soon = null;
    this.isUntold = false;
  }

  look() {
    if (this.isUntold && this.isSeen) this.tellSoon();
  }

  tellSoon() {
    this.soon ??= setTimeout(() => this.tell(), SOON);
  }

  tell() {
    if (!this.isUntold) return null;
    if (this.held) return this.await(this.held.then(() => this.tell()), "answer");
    this.forget();
    const { player } = this;
    player.setStateValue("step", [player.generation, player.step]);
    return this.await(answered(), "answer");
  }

  /* The document is marked meanwhile, for who would change the address. */
  await(promise, name) {
    const mark = () => document.documentElement.toggleAttribute("data-telling", Boolean(this.held ?? this.answer));
    this[name] = promise;
    mark();
    promise.then(() => {
      if (this[name] === promise) this[name] = null;
      mark();
    });
    return promise;
  }

  /* Whether something is on the screen that follows the step. */
  get isSeen() {
    const { root, stage, guess, below, details } = this.player;
    // While the answer is hidden, bets follow the step; a lesson leads to steps of the same page.
    if (!below || guess.hidden || document.querySelector(":root.presenting")) return true;
    return Boolean(details.tab) || !stage.large && isSeenBelow(root.getRootNode().host ?? root);
  }

  use(event) {
    if (!this.isUntold || this.isOwn(event)) return;
    // What else is pressed asks for itself: two questions at the same moment would be sent as one.
    const link = met(event, LINK);
    if (link && !this.player.leads(link)) this.tell();
    else if (met(event, USED)) this.tellSoon();
  }

  /* What else is pressed asks for itself, as Back does. A step that is told in that moment would come
     with what the controls showed before: Python would take that for a choice, and undo this one. */
  hold(event) {
    if (event.type === "keydown" && !CHOOSES.includes(event.key)) return;
    if (this.isOwn(event) || !met(event, USED) || met(event, `${LINK}, ${LESSON}`)) return;
    this.wait();
  }

  isOwn(event) {
    return event.composedPath().includes(this.player.root);
  }

  wait() {
    this.await(answered(), "held");
  }

  /* A link to a page that shows this run carries the step, which Streamlit, following the address
     that Python gave it, would leave out. Before any other is followed Python hears of the step.
     Two requests at a time Streamlit mixes up, so that each waits for the one before. */
  async follow(event) {
    const { player } = this;
    const link = met(event, LINK);
    if (!link || event.button) return;
    if (player.inAddress) player.writeAddress();
    const isLed = player.leads(link);
    const isBeside = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!isLed && !isBeside) this.tell();
    const pending = this.answer ?? this.held;
    if (isBeside ? !isLed : !isLed && !pending) return;
    event.stopImmediatePropagation(); // it opens beside this page by itself, but for Streamlit
    if (isBeside) return;
    event.preventDefault();
    await pending;
    this.forget();
    if (player.leads(link)) openPage(link.href);
    else link.click();
  }
}

/* What of some kind an event met first, on its way out; undefined where nothing. */
function met(event, kind) {
  return event.composedPath().find((each) => each.matches?.(kind));
}

/* Whether something that comes after an element on its page is on the screen. */
function isSeenBelow(element) {
  for (let each = element; each && each !== scrolledPart(); each = each.parentElement) {
    for (let next = each.nextElementSibling; next; next = next.nextElementSibling) {
      const { top, bottom, height } = next.getBoundingClientRect();
      if (height && bottom > 0 && top < innerHeight - LEAST) return true;
    }
  }
  return false;
}

/* Resolves once the server has answered what it is asked now, or does not seem to. */
function answered() {
  const app = appPart();
  if (!app) return Promise.resolve();
  return new Promise((resolve) => {
    let begun = false;
    const end = () => {
      watch.disconnect();
      setTimeout(resolve, DRAWN);
    };
    const watch = new MutationObserver(() => {
      if (begun && !isDrawing()) end();
      begun ||= isDrawing();
    });
    watch.observe(app, { attributeFilter: [SCRIPT_STATE] });
    setTimeout(() => begun || end(), BEGINS);
    setTimeout(end, ENDS);
  });
}
