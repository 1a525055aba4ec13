
/* The app's part for a component, in a file: its place, and the data for the picked option. */

import { inflated } from "../../bpe/player/browser.js";

{
  const place = document.querySelector(".part:not([data-mounted])");
  place.dataset.mounted = "";
  const parentElement = place.attachShadow({ mode: "open" });
  parentElement.append(place.querySelector("template").content);
  const query = new URL(location.href).searchParams;
  const asked = query.get("step");
  let frames;
  let picks = 0; // an outdated report: the previous option's state is reset, too
  let from = /^\d+$/.test(asked ?? "") ? Number(asked) : null; // the first step in the address

  const given = (frame) => {
    if (!("start" in frame)) return frame;
    const hide = frame.hide && { ...frame.hide, hidden: frame.hide.hidden || query.has("hide") };
    return { ...frame, start: from ?? frame.start, hide, run: String(picks), generation: picks };
  };
  const draw = () => {
    if (!frames) return;
    const frame = frames[Math.min(document.documentElement.dataset.pick, frames.length - 1)];
    place.hidden = !frame;
    if (frame) mounted({ data: given(frame), parentElement, setStateValue() {}, setTriggerValue() {} });
    place.dataset.mounted = "drawn";
  };
  document.addEventListener("pick", () => {
    [from, picks] = [null, picks + 1];
    draw();
  });
  frames = await inflated(place.querySelector(".packed").textContent);
  draw();
}
