/* The page's tabs in a panel beside the words. Python draws the panel and says what is open; here it
   is laid over the place of the bars, below a player that keeps its words, its height and controls.
   Where the page has a picture above its player, the panel lies over the end of that picture. */

const NARROW = 0.48; // of the player's width
const WIDE = 0.66;
const GAP = 8; // px between a panel and the player below it
const STEPS_BY = ["ArrowLeft", "ArrowRight", "Home", "End", " "];

class Details {
  constructor(player, on) {
    Object.assign(this, { player, root: player.root, share: NARROW, tab: null });
    this.button = player.part('[data-do="details"]');
    this.edge = player.part(".edge");
    this.watch = new MutationObserver(() => this.look());
    const changes = { childList: true, subtree: true, attributeFilter: ["class"] };
    this.watch.observe(document.querySelector(".stMain") ?? document.body, changes);
    on(window, "keydown", (event) => this.pressed(event), { capture: true });
    on(this.edge, "pointerdown", ({ pointerId }) => this.edge.setPointerCapture(pointerId));
    on(this.edge, "pointermove", (event) => event.buttons && this.drag(event));
    on(this.edge, "click", () => this.pull());
  }

  get panel() {
    return document.querySelector(".st-key-panel");
  }

  /* What holds the player together with the picture above it, if the page has one. */
  get stage() {
    return this.root.getRootNode().host?.closest('[class*="_stage"]');
  }

  /* Python's mark in the panel names the open tab; it is empty while the panel is closed. */
  look() {
    const { button, panel, root } = this;
    const tab = panel?.querySelector("[data-tab]")?.dataset.tab;
    if (tab === this.tab && panel === this.laid) return;
    const turned = Boolean(tab) !== Boolean(this.tab);
    Object.assign(this, { tab, laid: panel });
    button.hidden = tab === undefined;
    button.setAttribute("aria-expanded", Boolean(tab));
    this.edge.hidden = !tab;
    button.ariaControlsElements = panel ? [panel] : [];
    for (const line of root.querySelectorAll(".keys .details")) line.hidden = button.hidden;
    root.classList.toggle("detailed", Boolean(tab) && !this.stage);
    panel?.setAttribute("aria-label", button.textContent);
    panel?.setAttribute("role", "region");
    if (tab !== undefined && this.player.inAddress) this.writeAddress();
    if (turned && this.player.text) this.player.paint(false);
    this.place();
    // A sheet from below would cover what opened it: player.css leaves room for one.
    const sheet = tab && getComputedStyle(panel).position === "fixed";
    if (turned && sheet) this.player.part(".controls").scrollIntoView({ block: "nearest" });
  }

  writeAddress() {
    if (this.tab !== undefined) writeQuery("tab", this.tab || null, this.player.pathname);
  }

  toggle() {
    const { button, player, tab } = this;
    if (button.hidden) return;
    player.stage.show(false); // a player that fills the screen would lie above it
    player.report.forget();
    player.setTriggerValue("details", [player.generation, player.step, !tab]);
  }

  /* Over the end of the player, above its controls. On a phone it is a sheet from below: panel.css. */
  place() {
    const { panel, root, share, stage, tab } = this;
    if (!panel || !tab) return;
    const box = (element) => element.getBoundingClientRect();
    const [outer, above] = [box(root), box(panel.offsetParent ?? document.body)];
    const runs = box(this.player.part(".runs"));
    const [top, bottom] = stage ? [box(stage).top, outer.top - GAP] : [outer.top, runs.bottom];
    const width = Math.round(outer.width * share);
    root.style.setProperty("--panel-width", `${width}px`);
    root.style.setProperty("--panel-edge", `${outer.right - runs.right + width}px`);
    root.style.setProperty("--panel-rise", `${top - outer.top}px`);
    const px = {
      left: runs.right - width - above.left,
      top: top - above.top + 1,
      width: outer.right - runs.right + width - 1,
      height: bottom - top,
    };
    for (const [name, value] of Object.entries(px)) {
      document.documentElement.style.setProperty(`--panel-${name}`, `${value}px`);
    }
  }

  drag({ clientX }) {
    const { left, right, width } = this.root.getBoundingClientRect();
    const rtl = getComputedStyle(this.root).direction === "rtl";
    this.moved = true;
    this.share = Math.min(Math.max((rtl ? clientX - left : right - clientX) / width, 0.3), 0.75);
    this.place();
  }

  /* A press without a drag: more room, or less again. */
  pull() {
    if (!this.moved) this.share = this.share < WIDE ? WIDE : NARROW;
    this.moved = false;
    this.place();
  }

  /* Arrows step, on a tab too, which Streamlit would leave for the next one; with Ctrl they walk. */
  pressed(event) {
    const [focused] = event.composedPath();
    if (!focused.matches?.('[role="tab"]') || !STEPS_BY.includes(event.key)) return;
    if (event.key === " " && !pointed) return;
    event.stopImmediatePropagation();
    if (!event.ctrlKey) return leading?.pressed(event);
    const tabs = [...focused.closest('[role="tablist"]').querySelectorAll('[role="tab"]')];
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    const next = tabs.at((tabs.indexOf(focused) + by) % tabs.length);
    next.focus({ preventScroll: true });
    next.click();
    event.preventDefault();
  }

  stop() {
    this.watch.disconnect();
  }
}
