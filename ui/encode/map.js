/* The token map of one tokenizer, and the step of its address. */

const maps = new WeakMap();

export default function ({ data, parentElement }) {
  let map = maps.get(parentElement);
  if (!map) {
    maps.set(parentElement, (map = new TokenMap(parentElement.querySelector(".map"))));
    map.pathname = location.pathname;
  }
  if (data.payload !== map.payload) {
    map.payload = data.payload;
    map.load(JSON.parse(data.payload));
  }
  writeStep(data.step, data.home, map.pathname);
  return () =>
    setTimeout(() => {
      if (!(parentElement.host ?? parentElement).isConnected) maps.delete(parentElement);
    });
}
