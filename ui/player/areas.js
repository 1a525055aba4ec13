/* The score of what either of two runs merges next, as an area: the pair's count is a square in the rectangle
   of its parts' counts. Both are drawn to one scale, so the larger square has the larger count, and the
   fuller rectangle the higher score. */

import { element, fill, written } from "../../bpe/player/chips.js";

export class Areas {
  constructor(runs) {
    this.drawn = runs.filter(({ run }) => run.areas).map((view) => {
      const root = element("div", "", "area");
      root.setAttribute("role", "img");
      view.part(".leaders").append(root);
      return { view, root };
    });
  }

  paint({ area, area_means: means }) {
    const numbers = this.drawn.map(({ view }) => !view.question.isOpen(view.step) && view.run.areas[view.step]);
    const widest = Math.max(...numbers.map((each) => each?.[1] ?? 0));
    const highest = Math.max(...numbers.map((each) => each?.[2] ?? 0));
    this.drawn.forEach(({ root }, i) => {
      root.style.visibility = numbers[i] ? "visible" : "hidden";
      if (!numbers[i]) return root.replaceChildren();
      const [count, left, right] = numbers[i];
      const sizes = { "--widest": widest, "--highest": highest, "--left": left, "--right": right, "--square": Math.sqrt(count) };
      for (const [name, size] of Object.entries(sizes)) root.style.setProperty(name, size);
      const whole = element("span", "", "whole");
      whole.append(element("i", "", "square"));
      root.replaceChildren(whole, element("span", written(right), "right"), element("span", written(left), "left"));
      if (i === this.drawn.length - 1) root.append(element("span", means, "means"));
      root.setAttribute("aria-label", fill(area, { count, left, right }));
      root.title = root.getAttribute("aria-label");
    });
  }
}
