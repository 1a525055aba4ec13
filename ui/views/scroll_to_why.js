/* Scrolls once to the place named in an address; a reader who scrolls on is not moved back. */

const done = new WeakSet();

export default function ({ data, parentElement }) {
  if (done.has(parentElement)) return;
  done.add(parentElement);
  document.querySelector(data.place).scrollIntoView({ block: "start" });
}
