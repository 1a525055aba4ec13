/* Writes values that change without a rerun of the page to the address. */

import { writeQuery } from "../bpe/player/browser.js";

const pages = new WeakMap();

export default function ({ data, parentElement }) {
  if (!pages.has(parentElement)) pages.set(parentElement, location.pathname);
  if (data.entry) return; // another one comes, which has them
  for (const [name, value] of Object.entries(data.values)) {
    writeQuery(name, value, pages.get(parentElement));
  }
}
