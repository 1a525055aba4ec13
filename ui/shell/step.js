/* Writes the step that Python gives it. */

import { writeStep } from "./address.js";

const pages = new WeakMap();

export default function ({ data, parentElement }) {
  if (!pages.has(parentElement)) pages.set(parentElement, location.pathname);
  writeStep(data.step, data.home, pages.get(parentElement));
}
