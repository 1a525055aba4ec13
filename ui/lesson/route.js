/* The way from page to page: the address is changed, and the app's own script follows it. */

import { isDrawing } from "../shell/shims/page.js";

const REST = 400; // ms after a step, a key or a click until a player has told its step
const PATIENT = 10_000; // ms to wait at most for that and for a page that is still built

export class Route {
  leaving = null;

  constructor(lesson) {
    this.lesson = lesson;
    for (const type of ["pointerdown", "pointerup", "step"]) addEventListener(type, () => this.act(), true);
  }

  /* The reader acts on the page, which a key of the lesson's does not. */
  act() {
    this.actedAt = performance.now();
  }

  /* Go to a page of the app. */
  visit(page, query, how) {
    const { names, keep } = this.lesson.data;
    const url = new URL(location.href);
    url.pathname = url.pathname.replace(/[^/]*$/, "") + (page === "home" ? "" : page);
    for (const name of names) url.searchParams.delete(name);
    for (const [name, value] of Object.entries({ ...keep, ...query })) url.searchParams.set(name, value);
    this.follow(url, how, page);
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
  async follow(url, { replace = false } = {}, page = null) {
    const leaving = (this.leaving = Symbol(url.href));
    const until = performance.now() + PATIENT;
    while (!this.rests && performance.now() < until) {
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

  /* A busy server says late that it runs: until a page is there, it would take the address back. */
  get rests() {
    const { bound, lesson } = this;
    const arrives = bound?.path === location.pathname && bound.page !== lesson.data.here;
    const tells = document.documentElement.hasAttribute("data-telling");
    const rested = performance.now() - (this.actedAt ?? 0) > REST;
    return rested && !tells && !arrives && !lesson.playing && !isDrawing();
  }
}
