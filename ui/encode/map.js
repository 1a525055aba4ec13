/* The token map of one tokenizer, and the step of its address. */

export default function ({ data, parentElement }) {
  const map = instanceIn(parentElement, (parent) => new TokenMap(parent.querySelector(".map")));
  map.pathname ??= location.pathname;
  if (data.payload !== map.payload) {
    map.payload = data.payload;
    map.load(JSON.parse(data.payload));
  }
  writeStep(data.step, data.home, map.pathname);
  return whenGone(parentElement);
}
