/* The tokens in the whole corpus over the steps, as a curve on which the reader can scrub. */

const MOST_POINTS = 600;

class Curve {
  constructor({ run, text, part }, total, scrub) {
    Object.assign(this, { run, text, total: Math.max(total, 1), scrub });
    this.caption = part("figcaption");
    this.cursor = part(".cursor");
    this.here = part(".here");
    part(".curve").hidden = Boolean(run.sums); // there is no room for it
    this.draw(part(".line"), part(".area"));
    this.listen(part(".plot"));
  }

  /* How far to the right a step is, and how high the curve is there, as shares. */
  across(step) {
    return step / this.total;
  }

  height(step) {
    return this.run.sizes[step] / Math.max(this.run.sizes[0], 1);
  }

  paint(step) {
    const count = this.run.sizes[step].toLocaleString("en");
    this.caption.textContent = fill(this.text.tokens_now, { count });
    this.cursor.style.left = `${100 * this.across(step)}%`;
    this.cursor.style.setProperty("--y", `${100 - 100 * this.height(step)}%`);
  }

  draw(line, area) {
    const { steps } = this.run;
    const points = Math.min(steps, MOST_POINTS);
    const drawn = Array.from({ length: points + 1 }, (_, i) => {
      const step = Math.round((i * steps) / Math.max(points, 1));
      return `${(1000 * this.across(step)).toFixed(1)} ${(100 - 100 * this.height(step)).toFixed(2)}`;
    }).join("L");
    line.setAttribute("d", `M${drawn}`);
    area.setAttribute("d", `M0 100L${drawn}L${1000 * this.across(steps)} 100Z`);
  }

  listen(plot) {
    const under = (event) => {
      const box = plot.getBoundingClientRect();
      const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
      return Math.round(share * this.total);
    };
    plot.addEventListener("pointerdown", (event) => {
      plot.setPointerCapture(event.pointerId);
      this.scrub(under(event));
    });
    plot.addEventListener("pointermove", (event) => {
      const step = under(event);
      if (event.buttons) this.scrub(step);
      this.name(step);
    });
    plot.addEventListener("pointerleave", () => (this.here.textContent = ""));
  }

  /* Say which step is under the pointer, and how many tokens the corpus then has. */
  name(step) {
    const tokens = fill(this.text.tokens_now, { count: this.run.sizes[step].toLocaleString("en") });
    this.here.textContent = `${fill(this.text.step_of, { step, steps: this.total })} · ${tokens}`;
    this.here.style.setProperty("--x", this.across(step));
  }
}
