
/* What the app does for a component, in a file: a place of its own, and what it is given there, which
   is that of the thing picked, and where it has many, that of the step of the page's player. */

import { inflated } from "../player/packed.js";

{
  const place = document.querySelector(".part:not([data-mounted])");
  place.dataset.mounted = "";
  const parentElement = place.attachShadow({ mode: "open" });
  parentElement.append(place.querySelector("template").content);
  const query = new URL(location.href).searchParams;
  const asked = query.get("step");
  let frames;
  let step = null; // the one that the player shows
  let picks = 0; // so far: what was picked before begins anew, too
  let from = /^\d+$/.test(asked ?? "") ? Number(asked) : null; // the one that the address opens with

  const frameHere = () => frames[Math.min(document.documentElement.dataset.pick, frames.length - 1)];
  const given = (frame) => {
    if (Array.isArray(frame)) return frame[Math.min(step ?? from ?? 0, frame.length - 1)];
    if ("start" in frame) {
      const opens = { start: from ?? frame.start, hide: hiding(frame) };
      return { ...frame, ...opens, run: String(picks), generation: picks };
    }
    return "step" in frame ? { ...frame, step: step ?? from ?? frame.step } : frame;
  };
  const hiding = ({ hide }) => hide && { ...hide, hidden: hide.hidden || query.has("hide") };
  const draw = () => {
    if (!frames) return;
    const frame = frameHere();
    place.hidden = !frame;
    if (frame) mounted({ data: given(frame), parentElement, setStateValue() {}, setTriggerValue() {} });
    place.dataset.mounted = "drawn";
  };
  document.addEventListener("pick", () => {
    [step, from, picks] = [null, null, picks + 1];
    draw();
  });
  document.addEventListener("step", ({ detail }) => {
    if (detail.step === step) return;
    step = detail.step;
    if (frames && Array.isArray(frameHere())) draw();
  });
  frames = await inflated(place.querySelector(".packed").textContent);
  draw();
}
