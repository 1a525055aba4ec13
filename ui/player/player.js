/* The step player. It looks things up in a payload cut from the record (payload.py): it counts no
   pair, picks no winner and joins no tokens. All text from the corpus goes through textContent. */

const GLIDE = 380; // ms; faster steps are shown at once
const GLIDING_TOKENS = 400; // more than these at a time would drop frames
const REPORT_AFTER = 300; // ms of rest before Python hears of the step
const ADDRESS_AFTER = 150;
const SPEAK_AFTER = 600;

/* Where the keys belong to someone else, and where Space does. */
const TYPING =
  'input:not([type="checkbox"], [type="button"]), textarea, select, canvas, ' +
  '[contenteditable]:not([contenteditable="false"]), [role="tab"], [role="slider"], ' +
  '[role="textbox"], [role="searchbox"], [role="combobox"], [role="listbox"], [role="option"], ' +
  '[role="spinbutton"], [role="radio"], [role="menu"], [role="menuitem"], [role="grid"], ' +
  '[role="tree"], [role="dialog"]';
const PRESSABLE = 'button, a[href], summary, input, [role="button"], [role="checkbox"], [role="switch"]';

const players = new WeakMap();
let leading = null; // of several players on a page, the one the keys move

export default function ({ data, parentElement, setStateValue }) {
  let player = players.get(parentElement);
  if (!player) {
    player = new Player(parentElement);
    players.set(parentElement, player);
  }
  player.update(data, setStateValue);
  // A cleanup can also belong to a render that was only replaced.
  return () =>
    setTimeout(() => {
      if (!(parentElement.host ?? parentElement).isConnected) player.destroy();
    });
}

class Player {
  constructor(parent) {
    this.parent = parent;
    this.root = parent.querySelector(".player");
    this.part = (selector) => this.root.querySelector(selector);
    this.runs = [];
    this.step = 0;
    this.steps = 0;
    this.timers = {};
    this.pathname = location.pathname;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.listeners = new AbortController();
    this.listen();
    if (!leading?.root.isConnected) leading = this;
  }

  /* What Python sends ---------------------------------------------------------------- */

  update(data, setStateValue) {
    this.setStateValue = setStateValue;
    this.home = data.home;
    this.inAddress = data.address;
    const moved = data.generation !== this.generation;
    this.generation = data.generation;
    if (data.payload !== this.source) {
      this.source = data.payload;
      this.load(JSON.parse(data.payload));
    } else if (!moved) {
      return;
    }
    this.pause({ report: false });
    this.step = this.clamp(moved ? data.start : this.step);
    this.paint(false);
    if (this.inAddress) this.writeAddress();
  }

  load({ text, steps, runs }) {
    this.text = text;
    this.steps = steps;
    label(this.root, text);
    const keys = { first: " (Home)", previous: " (←)", next: " (→)", last: " (End)", keys: " (?)" };
    for (const name of [...Object.keys(keys), "present"]) {
      const button = this.part(`[data-do="${name}"]`);
      button.setAttribute("aria-label", text[name]);
      button.title = text[name] + (keys[name] ?? "");
    }
    this.root.setAttribute("aria-label", text.player);
    this.root.style.quotes = text.quotes.split(" ").map((mark) => `"${mark}"`).join(" ");
    this.part(".slider").max = this.part(".goto").max = steps;
    this.part(".slider").setAttribute("aria-label", text.step);
    this.part("dialog").setAttribute("aria-label", text.keys_title);
    this.loadSpeeds(text.speeds);
    const template = this.parent.querySelector(".run-template");
    const holder = this.part(".runs");
    this.runs = runs.map((run) => new Run(run, template, text, steps, runs.length));
    holder.classList.toggle("several", runs.length > 1);
    holder.replaceChildren(...this.runs.map((run) => run.root));
    for (const run of this.runs) run.onScrub = (share) => this.go(Math.round(share * this.steps));
  }

  loadSpeeds(speeds) {
    const select = this.part(".speed");
    const chosen = select.value || "1";
    select.replaceChildren(...speeds.map(([speed, label]) => new Option(label, speed)));
    select.value = chosen;
  }

  /* Moving ----------------------------------------------------------------------------- */

  clamp(step) {
    return Math.min(Math.max(Math.trunc(Number(step)) || 0, 0), this.steps);
  }

  go(step, { animate = true, stop = true } = {}) {
    if (stop) this.pause();
    const from = this.step;
    this.step = this.clamp(step);
    if (this.step === from) return;
    const now = performance.now();
    const calm = this.calm.matches || now - (this.movedAt ?? -Infinity) < GLIDE;
    this.movedAt = now;
    this.show(animate && !calm && Math.abs(this.step - from) === 1);
    this.settle();
  }

  /* At most one painting a frame: the first press is drawn at once, a burst as it ends up. */
  show(animate) {
    if (this.frame) {
      this.stale = true;
      return;
    }
    this.paint(animate);
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (this.stale) this.paint(false);
    });
  }

  paint(animate) {
    this.stale = false;
    const { root, step, steps, text } = this;
    root.dataset.step = step;
    const glides = this.runs.map((run) => run.prepare(step, animate));
    this.runs.forEach((run) => run.paint(step));
    glides.forEach((glide) => glide());
    const slider = this.part(".slider");
    slider.value = step;
    const position = fill(text.step_of, { step, steps });
    slider.setAttribute("aria-valuetext", position);
    this.part(".position").textContent = position;
    const box = this.part(".goto");
    if (root.getRootNode().activeElement !== box || this.playing) box.value = step;
    for (const [name, end] of [["first", 0], ["previous", 0], ["next", steps], ["last", steps]]) {
      this.part(`[data-do="${name}"]`).setAttribute("aria-disabled", step === end);
    }
    this.part('[data-do="play"]').setAttribute("aria-disabled", steps === 0);
    this.namePlay();
  }

  /* Once the reader rests: tell the address, Python and the screen reader. */
  settle() {
    if (this.playing) return;
    if (this.inAddress) this.later("address", ADDRESS_AFTER, () => this.writeAddress());
    this.later("report", REPORT_AFTER, () => {
      this.setStateValue("step", [this.generation, this.step]);
    });
    this.later("speak", SPEAK_AFTER, () => {
      this.part(".spoken").textContent = this.runs
        .map((run) => run.part(".caption").textContent)
        .join(" ");
    });
  }

  later(name, delay, action) {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(action, delay);
  }

  writeAddress() {
    if (location.pathname !== this.pathname) return; // the reader has left for another page
    const url = new URL(location.href);
    if (this.step === this.home) url.searchParams.delete("step");
    else url.searchParams.set("step", this.step);
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  }

  /* Playing ---------------------------------------------------------------------------- */

  get interval() {
    return 1000 / Number(this.part(".speed").value);
  }

  play() {
    if (this.steps === 0) return;
    this.playing = true;
    Object.values(this.timers).forEach(clearTimeout);
    if (this.step === this.steps) this.go(0, { stop: false });
    this.restartClock();
    this.namePlay();
  }

  restartClock() {
    clearInterval(this.clock);
    if (!this.playing) return;
    this.clock = setInterval(() => {
      this.go(this.step + 1, { animate: this.interval > GLIDE, stop: false });
      if (this.step === this.steps) this.pause();
    }, this.interval);
  }

  pause({ report = true } = {}) {
    if (!this.playing) return;
    this.playing = false;
    clearInterval(this.clock);
    this.namePlay();
    if (report) this.settle();
  }

  namePlay() {
    const button = this.part('[data-do="play"]');
    const name = this.playing ? this.text.pause : this.text.play;
    this.root.classList.toggle("playing", Boolean(this.playing));
    button.setAttribute("aria-label", name);
    button.title = `${name} (${this.text.key_space_name})`;
  }

  /* Presenting: the player fills the screen, or where that is not allowed the window --------- */

  get presenting() {
    return this.root.classList.contains("present");
  }

  async present(large) {
    const { root } = this;
    if (large === this.presenting) return;
    leading = this;
    root.classList.toggle("present", large);
    this.part('[data-do="present"]').setAttribute("aria-pressed", large);
    if (!large) {
      root.removeAttribute("popover");
      if (root.matches(":fullscreen")) await document.exitFullscreen();
      return;
    }
    await root.requestFullscreen?.().catch(() => {});
    if (root.matches(":fullscreen") || !this.presenting) return;
    root.popover = "manual"; // the top layer, above whatever the page has
    root.showPopover?.();
  }

  /* What the reader does ----------------------------------------------------------------- */

  actions = {
    first: () => this.go(0),
    previous: (options) => this.go(this.step - 1, options),
    next: (options) => this.go(this.step + 1, options),
    last: () => this.go(this.steps),
    play: () => (this.playing ? this.pause() : this.play()),
    present: () => this.present(!this.presenting),
    keys: () => this.part("dialog").showModal(),
    close: () => this.part("dialog").close(),
    leave: () => this.present(false),
  };

  keys = {
    ArrowLeft: "previous",
    ArrowRight: "next",
    Home: "first",
    End: "last",
    " ": "play",
    "?": "keys",
    Escape: "leave",
  };

  listen() {
    const { signal } = this.listeners;
    const on = (target, type, action) => target.addEventListener(type, action, { signal });
    on(window, "keydown", (event) => this.pressed(event));
    on(document, "visibilitychange", () => document.hidden && this.pause());
    on(document, "fullscreenchange", () => {
      const left = !this.root.matches(":fullscreen, [popover]");
      if (left) this.present(false);
    });
    on(this.root, "pointerdown", () => (leading = this));
    on(this.root, "focusin", () => (leading = this));
    on(this.root, "click", (event) => {
      const button = event.target.closest("button[data-do]");
      if (button) this.actions[button.dataset.do]();
    });
    on(this.part(".slider"), "input", (event) => this.go(event.target.value));
    on(this.part(".goto"), "change", (event) => {
      this.go(event.target.value);
      event.target.value = this.step;
    });
    on(this.part(".speed"), "change", () => this.restartClock());
  }

  pressed(event) {
    if (leading !== this && leading?.root.isConnected) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = this.keys[event.key];
    if (!action) return;
    const path = event.composedPath().filter((target) => target instanceof Element);
    if (this.part("dialog").open) {
      if (action === "keys") this.actions.close();
      return;
    }
    if (action === "leave" && !this.presenting) return;
    if (path[0] === this.part(".slider")) {
      if (event.key !== " " && event.key !== "?") return; // a slider moves itself
    } else {
      if (path.some((element) => element.matches(TYPING))) return;
      if (event.key === " " && path.some((element) => element.matches(PRESSABLE))) return;
    }
    event.preventDefault();
    this.actions[action]({ animate: !event.repeat });
  }

  destroy() {
    this.listeners.abort();
    clearInterval(this.clock);
    Object.values(this.timers).forEach(clearTimeout);
    cancelAnimationFrame(this.frame);
    players.delete(this.parent);
    if (leading === this) leading = null;
  }
}
