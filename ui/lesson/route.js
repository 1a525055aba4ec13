/* Navigation between pages: the address changes, and the app's own script follows it. */

import { isDrawing } from "../shims/page.js";

const REST = 400; // ms after a step, a key or a click until a player has reported its step
const PATIENT = 10_000; // maximum ms to wait for that and for a page that is still loading

export class Route {
  leaving = null;

  constructor(lesson) {
    this.lesson = lesson;
    for (const type of ["pointerdown", "pointerup", "step"]) addEventListener(type, () => this.act(), true);
  }

  /* The reader acts on the page; keys of the lesson do not count. */
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

  /* Stay on the page with other parameters; null removes one. */
  change(values) {
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(values)) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    this.follow(url);
  }

  /* A step reported while the address changes would be taken for a step of the new address, and a player
     that is still loading would write its own step to it. If the reader goes on meanwhile, that target
     wins. */
  async follow(url, { replace = false } = {}, page = null) {
    const leaving = (this.leaving = Symbol(url.href));
    const until = performance.now() + PATIENT;
    while (!this.rests && performance.now() < until) {
      await new Promise((go) => setTimeout(go, 50));
      if (leaving !== this.leaving) return; // the target has changed
    }
    this.leaving = null;
    if (page) this.bound = { page, path: url.pathname };
    if (url.href !== location.href) {
      history[replace ? "replaceState" : "pushState"](history.state, "", url);
    }
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }

  /* A busy server reports late that it runs: until a page is there, it would revert the address. */
  get rests() {
    const { bound, lesson } = this;
    const arrives = bound?.path === location.pathname && bound.page !== lesson.data.here;
    const tells = document.documentElement.hasAttribute("data-telling");
    const rested = performance.now() - (this.actedAt ?? 0) > REST;
    return rested && !tells && !arrives && !lesson.playing && !isDrawing();
  }
}
