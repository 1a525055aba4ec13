/* When to report a step to Python: when the reader stops. If everything that depends on the step is
   below the player and off the screen, the report is late (only screen readers need it then), so that
   stepping sends no requests. If the reader looks there, or reaches a control, it is sent soon, and
   immediately when a link is pressed. */

import { appPart, isDrawing, SCRIPT_STATE, scrolledPart } from "../shims/page.js";

const SOON = 300; // ms without a step
const LATE = 4500;
const LEAST = 8; // px of the dependent elements that must be visible
const LINK = "a[href]";
const CHOOSES = ["Enter", " ", "Tab"]; // keys
const LESSON = ".lesson-layer, .lesson-way"; // it waits for the step itself
const USED = "a[href], button, input, select, textarea, [role]";

const BEGINS = 1000; // ms after which a server that has not begun to respond is not waited for
const ENDS = 2000; // ... and a slow one
const DRAWN = 50;

export class StepReport {
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

  /* The reader has stopped. */
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

  /* Mark the document meanwhile, for scripts that change the address. */
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

  /* Whether an element that depends on the step is on the screen. */
  get isSeen() {
    const { root, fullscreen, guess, below, details } = this.player;
    // While the answer is hidden, bets follow the step; a lesson leads to steps of the same page.
    if (!below || guess.hidden || document.querySelector(":root.presenting")) return true;
    return Boolean(details.tab) || !fullscreen.large && isSeenBelow(root.getRootNode().host ?? root);
  }

  use(event) {
    const { player } = this;
    const link = met(event, LINK);
    // Python may have drawn the link since the last step, with the step that it knows.
    if (link && player.inAddress) player.writeLinks();
    if (!this.isUntold || this.isOwn(event)) return;
    // Other controls send their own requests: two simultaneous requests would be merged.
    if (link && !player.leads(link)) this.tell();
    else if (met(event, USED)) this.tellSoon();
  }

  /* Other controls send their own requests, as does Back. A step reported at that moment would arrive
     with the controls' previous values: Python would treat them as a choice, and undo the new one. */
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

  /* A link to a page that shows this run includes the step, which Streamlit would omit, since it follows
     the address from Python. Before any other link is followed, Python gets the step. Streamlit mixes up
     two simultaneous requests, so each waits for the previous one. */
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
    event.stopImmediatePropagation(); // the browser opens it in a new tab, if Streamlit did not intervene
    if (isBeside) return;
    event.preventDefault();
    await pending;
    this.forget();
    if (player.leads(link)) openPage(link.href);
    else link.click();
  }
}

/* Open another page of the app: Streamlit follows the address, as it does after Back. */
function openPage(address) {
  history.pushState(history.state, "", address);
  dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
}

/* The first element of some kind on an event's path; undefined if there is none. */
function met(event, kind) {
  return event.composedPath().find((each) => each.matches?.(kind));
}

/* Whether an element after a given one on its page is on the screen. */
function isSeenBelow(element) {
  for (let each = element; each && each !== scrolledPart(); each = each.parentElement) {
    for (let next = each.nextElementSibling; next; next = next.nextElementSibling) {
      const { top, bottom, height } = next.getBoundingClientRect();
      if (height && bottom > 0 && top < innerHeight - LEAST) return true;
    }
  }
  return false;
}

/* Resolves once the server has responded to the current requests, or does not seem to. */
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
