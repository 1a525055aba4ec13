/* Brings the place that an address names in sight: once, so that whoever scrolls on stays there. */

const come = new WeakSet();

export default function ({ data, parentElement }) {
  if (come.has(parentElement)) return;
  come.add(parentElement);
  document.querySelector(data.place).scrollIntoView({ block: "start" });
}
