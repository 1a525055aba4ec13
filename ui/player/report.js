/* When Python hears of a step: once the reader rests there.

   Where all that follows the step stands below the player and is off the screen, Python hears late
   (only screen readers need it then), so that stepping asks the server for nothing. As soon as the
   reader looks there, or comes to a control or a link, it hears soon or at once. Links to other
   pages are drawn anew apart, and late where nobody comes to one. */

const SOON = 300; // ms of rest
const LATE = 4500;
const LEAST = 8; // px of what follows that are to be seen
const LINK = "a[href]";
const CHOOSES = ["Enter", " ", "Tab"]; // keys
const GUIDE = ".guide, .guide-ways"; // it waits for the step itself
const USED = "a[href], button, input, select, textarea, [role]";

const BEGINS = 1000; // ms after which a server that has not begun to answer is not waited for
const ENDS = 2000; // ... and one that is long about it
const DRAWN = 50;

class Report {
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
    this.isStale = this.player.below;
    this.look();
    if (this.isStale) this.late = setTimeout(() => this.tell({ links: true }), LATE);
  }

  forget() {
    clearTimeout(this.soon);
    clearTimeout(this.late);
    this.soon = null;
    this.isUntold = false;
  }

  /* Python itself has moved the player: it knows the step, and has drawn the links to it. */
  drop() {
    this.forget();
    this.isStale = false;
  }

  look() {
    if (this.isUntold && this.isSeen) this.tellSoon();
  }

  tellSoon() {
    this.soon ??= setTimeout(() => this.tell(), SOON);
  }

  /* Links are drawn anew late, or for one who has come to a link. */
  tell({ links } = {}) {
    const led = Boolean(links && this.isStale);
    if (!this.isUntold && !led) return;
    if (this.held) {
      this.await(this.held.then(() => this.tell({ links })), "answer");
      return;
    }
    if (led) this.forget();
    clearTimeout(this.soon);
    this.soon = null;
    this.isUntold = false;
    this.isStale &&= !led;
    const { player } = this;
    this.await(answered(), "answer");
    player.setStateValue("step", [player.generation, player.step, ...(led ? [true] : [])]);
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
  }

  /* Whether something is on the screen that follows the step. */
  get isSeen() {
    const { root, stage, guess, below, details } = this.player;
    // While the answer is hidden, bets follow the step; a guide leads to steps of the same page.
    if (!below || guess.hidden || document.querySelector(":root:is(.touring, .presenting)")) return true;
    return Boolean(details.tab) || !stage.large && isSeenBelow(root.getRootNode().host ?? root);
  }

  use(event) {
    if (!this.isUntold && !this.isStale) return;
    if (this.isOwn(event)) return;
    // What else is pressed asks for itself: two questions at the same moment would be sent as one.
    if (met(event, LINK)) this.tell({ links: true });
    else if (met(event, USED)) this.tellSoon();
  }

  /* What else is pressed asks for itself, as Back does. A step that is told in that moment would come
     with what the controls showed before: Python would take that for a choice, and undo this one. */
  hold(event) {
    if (event.type === "keydown" && !CHOOSES.includes(event.key)) return;
    if (this.isOwn(event) || !met(event, USED) || met(event, `${LINK}, ${GUIDE}`)) return;
    this.wait();
  }

  isOwn(event) {
    return event.composedPath().includes(this.player.root);
  }

  wait() {
    this.await(answered(), "held");
  }

  /* A link carries the step that Python knows: it waits until the answer is there. */
  follow(event) {
    const link = met(event, LINK);
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    this.tell({ links: true });
    if (!this.answer) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.press(link);
  }

  /* The answer may be one to an earlier question: a link that carries a step carries this one. */
  async press(link) {
    const until = performance.now() + ENDS;
    const carried = () => new URL(link.href).searchParams.get("step");
    const { step } = this.player;
    await this.answer;
    while (carried() !== null && Number(carried()) !== step && performance.now() < until) {
      await new Promise((go) => setTimeout(go, DRAWN));
    }
    link.click();
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
