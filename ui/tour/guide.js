/* Tour and presenter on every page: what the address says of them, and the ways in. */

import { isDrawing } from "../shell/shims/page.js";
import { TourCard } from "./card.js";
import { Presenter } from "./presenter.js";

const TICK = 200; // ms between two looks at the page
const REST = 400; // ms after a key or a click until a player has told its step
const PATIENT = 10_000; // ms to wait at most for that and for a page that is still built

export default function ({ data, parentElement, setStateValue }) {
  window.guide ??= new Guide(parentElement);
  window.guide.update(data, parentElement, setStateValue);
}

class Guide {
  constructor(parent) {
    this.layer = Object.assign(document.createElement("div"), { className: "guide" });
    document.body.append(this.layer);
    this.card = new TourCard(this, parent.querySelector(".tour-template"));
    this.presenter = new Presenter(this, parent.querySelector(".presenter-template"));
    addEventListener("popstate", () => this.sync());
    for (const type of ["keydown", "pointerdown", "pointerup"]) {
      addEventListener(type, ({ target }) => {
        if (!this.layer.contains(target)) this.actedAt = performance.now();
      });
    }
    setInterval(() => this.look(), TICK);
  }

  /* What Python sends: on every page anew, and in another language. */
  update(data, parent, setStateValue) {
    this.data = data;
    this.send = setStateValue;
    this.ways = parent.querySelector(".guide-ways");
    this.way("present").querySelector("span").textContent = data.words.presenter;
    this.sayWhere();
    this.way("tour").onclick = () => this.card.go(this.card.left);
    this.way("present").onclick = () => this.presenter.enter();
    this.layer.style.colorScheme = getComputedStyle(this.ways).colorScheme;
    this.sync();
  }

  way(name) {
    return this.ways.querySelector(`[data-do="${name}"]`);
  }

  /* The way into the tour says where it goes on. */
  sayWhere() {
    const { words, cards } = this.data;
    const { left } = this.card;
    const label = left > 1 ? `${words.tour} · ${left}/${cards.length}` : words.tour;
    this.way("tour").querySelector("span").textContent = label;
    this.way("tour").title = left > 1 ? words.resume : words.start;
  }

  /* The address is the truth: Back, Forward and links open and close cards as Next does. */
  sync() {
    if (this.leaving) return;
    const { searchParams } = new URL(location.href);
    const at = Number(searchParams.get("tour"));
    this.card.show(this.data.cards[at - 1] ? at : 0);
    this.presenter.show(searchParams.get("present") === "1");
  }

  look() {
    if (!this.data) return;
    this.card.look();
    this.presenter.look();
  }

  /* Go to a page of the app, whose own script follows the address as it does after Back. */
  visit(page, query, { replace = false } = {}) {
    const url = new URL(location.href);
    const folder = url.pathname.replace(/[^/]*$/, "");
    url.pathname = folder + (page === "home" ? "" : page);
    for (const name of this.data.names) url.searchParams.delete(name);
    const wanted = { ...this.data.keep, ...query };
    for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value);
    this.follow(url, replace, page);
  }

  /* Stay where we are, with other parameters, or without those that are null. */
  change(values) {
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(values)) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    this.follow(url);
  }

  /* A step that is told while the address changes would be taken for one of the new address, and a
     player that is still built would write its own into it. Who goes on meanwhile goes there. */
  async follow(url, replace = false, page = null) {
    const leaving = (this.leaving = Symbol(url.href));
    const until = performance.now() + PATIENT;
    // A busy server says late that it runs: until a page is there, it would take the address back.
    const { bound } = this;
    const arrives = () => bound?.path === location.pathname && bound.page !== this.data.here;
    const rested = () => performance.now() - (this.actedAt ?? 0) > REST;
    const tells = () => document.documentElement.hasAttribute("data-telling");
    const rests = () => rested() && !tells() && !isDrawing() && !arrives();
    while (!rests() && performance.now() < until) {
      await new Promise((go) => setTimeout(go, 50));
      if (leaving !== this.leaving) return; // to somewhere else by now
    }
    this.leaving = null;
    if (page) this.bound = { page, path: url.pathname };
    if (url.href !== location.href) {
      history[replace ? "replaceState" : "pushState"](history.state, "", url);
    }
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }
}
