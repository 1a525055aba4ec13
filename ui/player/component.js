/* The player as a component of the app: with a panel of details beside the words, clicks that Python
   answers, links that carry the step, and the lesson that leads it. */

import { instanceIn, whenGone } from "../../bpe/player/chips.js";
import { CoveredRows } from "../../bpe/player/covered.js";
import { Player } from "../../bpe/player/player.js";
import { QUESTIONS } from "../../bpe/player/run.js";
import { scrolledPart } from "../shims/page.js";
import { Areas } from "./areas.js";
import { Clicks } from "./clicks.js";
import { Details } from "./details.js";
import { StepReport } from "./report.js";
import { TieRule } from "./ties.js";

QUESTIONS.covered = CoveredRows;

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const player = instanceIn(parentElement, (parent) => new AppPlayer(parent));
  Object.assign(player, { setStateValue, setTriggerValue });
  player.update(data);
  return whenGone(parentElement, () => player.destroy());
}

class AppPlayer extends Player {
  extend() {
    this.actions.details = () => this.details.toggle();
    this.actions.present = () => {
      if (!this.fullscreen.large && this.details.tab) this.details.toggle();
      this.fullscreen.show(!this.fullscreen.large);
    };
    this.details = new Details(this, this.on);
    this.clicks = new Clicks(this, this.on);
    this.report = new StepReport(this, this.on);
    this.tieRule = new TieRule(this);
    this.on(document, "beat", ({ detail }) => this.beat(detail));
  }

  take(data, loaded) {
    const { links, asks, below, rules } = data;
    Object.assign(this, { links, asks, below, areaTexts: data.areas });
    this.root.classList.toggle("brief", Boolean(data.brief));
    this.root.dataset.without = data.without;
    // Another visit of the same run: the server was away, and knows an older step than the reader.
    const back = this.visit !== undefined && data.visit !== this.visit && data.run === this.run;
    this.visit = data.visit;
    const moved = !back && data.generation !== this.generation;
    if (moved) this.report.forget();
    super.take(data, loaded, moved);
    this.tieRule.draw(rules);
    if (back && data.start !== this.step) this.settle();
  }

  load(loaded) {
    const held = this.part(".words :focus");
    super.load(loaded);
    this.areas = new Areas(this.runs);
    this.clicks.drawn(held);
  }

  paint(animate) {
    super.paint(animate);
    this.areas?.paint(this.areaTexts);
  }

  get scrolled() {
    return scrolledPart()?.scrollTop ?? super.scrolled;
  }

  placed() {
    this.details.place();
  }

  drawn() {
    this.details.look();
  }

  /* A beat of the lesson: a step, its answer covered or not, whatever was shown before. With a pace it
     is played to: the first merge in its beats, then one after the other. */
  beat({ step, hidden, pace }) {
    if (this.root.getRootNode().host?.closest(".st-key-panel")) return;
    this.hiddenByBeat = hidden;
    if (this.guess.can) this.guess.turn(hidden, this.guess.number);
    this.guess.anew();
    const plays = pace && step > this.step + 1;
    const next = plays ? this.step + 1 : step;
    if (next === this.step) this.paint(false);
    else this.go(next);
    if (!pace) this.movedAt = -Infinity; // the next press is not one of a burst: it moves
    if (plays) this.clock.play(step, pace, this.calm.matches ? pace : this.pace);
  }

  /* In a lesson its beats alone say whether the answer is hidden: the server answers late. */
  get toldHidden() {
    return this.root.matches(".lesson") ? this.hiddenByBeat : undefined;
  }

  /* Python hears, too. */
  settle() {
    super.settle();
    if (!this.clock.playing) this.report.rest();
  }

  forget() {
    super.forget();
    this.report.forget();
  }

  writeAddress() {
    super.writeAddress();
    this.writeLinks();
    this.details.writeAddress();
  }

  /* Links to pages that show the same run lead to this step there. */
  writeLinks() {
    for (const link of document.querySelectorAll("a[href]")) {
      if (this.leads(link)) link.setAttribute("href", withStep(link, this.step));
    }
  }

  /* The address as Streamlit writes it: the page's name and the query. */
  leads(link) {
    const [page, query] = link.getAttribute("href").split("?");
    const here = new URLSearchParams(query);
    here.delete("step");
    return page in this.links && String(here) === String(new URLSearchParams(this.links[page]));
  }

  destroy() {
    super.destroy();
    this.details.stop();
    this.clicks.stop();
  }
}

function withStep(link, step) {
  const [page, query] = link.getAttribute("href").split("?");
  const here = new URLSearchParams(query);
  here.set("step", step);
  return `${page}?${here}`;
}
