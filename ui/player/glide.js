/* Gliding: tokens travel to where the neighbouring split has them, two of them into one. Then the bars
   move, then what is merged next is ringed: one beat at a time, each a part of one time. */

export const GLIDE = 380; // ms in all; faster steps are shown at once
const [MET, GLIDED, MOVED] = [0.38, 0.58, 0.85]; // the ends of parts of it
const GLIDING_TOKENS = 400; // more than these at a time would drop frames

/* Note where the tokens are that will move; the answer, called once they are painted, lets go. */
export function prepareGliding(rows, step, animate) {
  for (const row of rows) row.glide?.stop();
  const moving = animate ? rows.filter((row) => row.moves(step)) : [];
  let tokens = 0;
  const glides = moving
    .filter((row) => (tokens += row.chips.length) <= GLIDING_TOKENS)
    .map((row) => new Glide(row));
  return () => {
    // All that is written comes before all that is read: the browser lays out once.
    glides.forEach((glide) => glide.lift());
    const ends = glides.map((glide) => placesOf(glide.row.chips));
    glides.forEach((glide, i) => glide.start(ends[i]));
  };
}

/* The way of one row's tokens from the split on the screen to the one painted next. */
class Glide {
  constructor(row) {
    Object.assign(this, { row, chips: row.chips, index: row.index, animations: [], ghosts: [] });
    this.before = placesOf(this.chips);
    row.glide = this;
  }

  /* Where two tokens become one, put ghosts of the two at their old places. */
  lift() {
    const { row, before } = this;
    this.forward = this.index < row.index;
    this.origins = row.originsOf((this.forward ? row : this).index);
    if (!this.forward) return;
    this.ghosts = this.origins.map((origin) =>
      origin.length < 2 ? [] : origin.map((place) => this.ghost(this.chips[place], before[place])),
    );
  }

  ghost(chip, { left, top }) {
    chip.removeAttribute("data-token");
    chip.setAttribute("aria-hidden", "true");
    chip.classList.remove("next-left", "next-right", "fresh", "second", "twice");
    chip.classList.add("ghost");
    Object.assign(chip.style, { left: `${left}px`, top: `${top}px` });
    this.row.holder.append(chip);
    return chip;
  }

  start(after) {
    const { before, row } = this;
    this.origins.forEach((origin, i) => {
      if (!this.forward) for (const place of origin) this.slide(row.chips[place], before[i], after[place]);
      else if (origin.length === 1) this.slide(row.chips[i], before[origin[0]], after[i]);
      else if (origin.length) this.join(origin.map((place) => before[place]), i, after[i]);
    });
  }

  slide(chip, from, to) {
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (!x && !y) return;
    const still = { transform: "none" };
    this.animate(chip, [{ transform: `translate(${x}px, ${y}px)` }, { ...still, offset: GLIDED }, still]);
  }

  /* Two tokens glide into one: their ghosts travel, then the new one pops up. */
  join(starts, made, to) {
    starts.forEach((from, side) => {
      const ghost = this.ghosts[made][side];
      const x = to.left - from.left + (side ? to.width - from.width : 0);
      const target = `translate(${x}px, ${to.top - from.top}px)`;
      this.animate(ghost, [
        { transform: "none", opacity: 1 },
        { transform: target, opacity: 1, offset: MET },
        { transform: target, opacity: 0, offset: 0.5 },
        { transform: target, opacity: 0 },
      ]).onfinish = () => ghost.remove();
    });
    this.animate(this.row.chips[made], [
      { opacity: 0, transform: "scale(1)" },
      { opacity: 0, transform: "scale(1)", offset: 0.34 },
      { opacity: 1, transform: "scale(1.2)", offset: 0.5 },
      { opacity: 1, transform: "scale(1)", offset: GLIDED },
      { opacity: 1, transform: "scale(1)" },
    ]);
  }

  animate(chip, frames) {
    frames[0].easing = "ease-out";
    const animation = chip.animate(frames, GLIDE);
    this.animations.push(animation);
    return animation;
  }

  /* End what still glides, so that the next step starts from rest. */
  stop() {
    for (const animation of this.animations) animation.cancel();
    for (const ghost of this.ghosts.flat()) ghost.remove();
  }
}

/* What comes after the gliding: bars, the token that was learned, and the ring. */
export class Beats {
  animations = [];

  /* before, after: `places` of the leading pairs. learned: the newest token of the vocabulary. */
  bars(before, after, learned) {
    for (const [pair, { bar, top, share }] of after) {
      const old = before.get(pair);
      if (!old) this.move(bar.root, { opacity: 0 }, { opacity: 1 });
      else if (old.top !== top) this.move(bar.root, { transform: `translateY(${old.top - top}px)` }, { transform: "none" });
      if (old && old.share !== share) this.move(bar.fill, { transform: old.share }, { transform: share });
    }
    if (!learned) return;
    this.move(learned, { opacity: 0, transform: "translateY(-1em)" }, { opacity: 1, transform: "none" });
  }

  /* From one look to another, once the tokens have glided. */
  move(element, from, to) {
    this.animate(element, [from, { ...from, offset: GLIDED, easing: "ease-out" }, { ...to, offset: MOVED }, to]);
  }

  ring(chips) {
    if (chips.length > GLIDING_TOKENS) return;
    const none = { boxShadow: "0 0 0 0 transparent" };
    for (const chip of chips) this.animate(chip, [none, { ...none, offset: MOVED }, {}]);
  }

  animate(element, frames) {
    this.animations.push(element.animate(frames, GLIDE));
  }

  stop() {
    for (const animation of this.animations) animation.cancel();
    this.animations = [];
  }
}

function placesOf(chips) {
  return chips.map((chip) => ({
    left: chip.offsetLeft,
    top: chip.offsetTop,
    width: chip.offsetWidth,
  }));
}
