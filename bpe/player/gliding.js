/* A merge in beats. A step is painted at once; the beats then show how it happened: the pair is ringed,
   its two tokens glide together, one copy of the new token flies to the learned tokens, the bars change
   from their old lengths, the next pair is ringed, and finally the sentence appears. */

export const GLIDE = 400; // ms of all beats; faster steps are not animated
export const PROJECTED = 1500; // ms in front of a class
/* The ends of the beats, as fractions of the time. */
const [RINGED, MET] = [0.14, 0.38];
const COUNTED = 0.76;
export const LANDED = 0.58;
export const FOUND = 0.9;
export const SAID = 0.97;
const GONE = 0.04; // fraction of the time for fading
const GLIDING_TOKENS = 400; // maximum number of simultaneous animations without dropped frames

export class Beats {
  time = 0; // ms; 0 without motion
  animations = [];
  copies = [];
  timers = [];

  /* Cancel all running animations. */
  begin(time) {
    for (const animation of this.animations) animation.cancel();
    for (const copy of this.copies) copy.remove();
    this.timers.forEach(clearTimeout);
    Object.assign(this, { time, animations: [], copies: [], timers: [] });
  }

  /* Do something at the end of a beat. */
  at(beat, act) {
    if (this.time) this.timers.push(setTimeout(act, beat * this.time));
    else act();
  }

  /* Animate from one style to another between two beats. */
  move(element, from, to, begin, end, fill = "none") {
    const frames = [from, { ...from, offset: begin, easing: "ease-in-out" }, { ...to, offset: end }, to];
    const animation = element.animate(frames, { duration: this.time, fill });
    inTime(animation);
    this.animations.push(animation);
    return animation;
  }

  appear(element, beat) {
    this.move(element, { opacity: 0 }, { opacity: 1 }, beat, beat);
  }

  /* Lay a copy, or the previous content, over the picture until a beat. */
  lay(copy, parent, until) {
    for (const each of [copy, ...copy.querySelectorAll("[data-token]")]) each.removeAttribute("data-token");
    copy.setAttribute("aria-hidden", "true");
    parent.append(copy);
    this.copies.push(copy);
    this.move(copy, { opacity: 1 }, { opacity: 0 }, until, until, "forwards").onfinish = () => copy.remove();
    return copy;
  }

  /* Record the places of the tokens of some rows; call the result after painting to start their gliding. */
  prepare(rows, step) {
    let tokens = 0;
    const moving = rows.filter((row) => row.moves(step) && (tokens += row.chips.length) <= GLIDING_TOKENS);
    const earlier = moving.map(({ chips, index }) => ({ chips, index, places: placesOf(chips) }));
    return () => {
      // Read everything before writing anything: the browser lays out once.
      const places = moving.map(({ chips }) => placesOf(chips));
      moving.forEach((row, i) => this.glide(row, earlier[i], places[i]));
    };
  }

  /* The tokens of a row, two of them merging, or splitting. Those that change lines appear when the
     others have stopped. */
  glide(row, before, places) {
    const forward = before.index < row.index;
    const [few, many] = forward ? [places, before.places] : [before.places, places];
    row.originsOf(forward ? row.index : before.index).forEach((origin, i) => {
      const wide = origin.reduce((sum, at) => sum + many[at].width, 0);
      let { left } = few[i];
      origin.forEach((at, side) => {
        const width = (few[i].width * many[at].width) / wide;
        const part = { left, width, top: few[i].top };
        left += width;
        const [from, to] = forward ? [many[at], part] : [part, many[at]];
        if (origin.length === 1 && ["left", "top", "width"].every((name) => from[name] === to[name])) return;
        if (!forward || !side) this.appear(row.chips[forward ? i : at], MET);
        if (from.top !== to.top) return;
        const copy = this.lay(forward ? before.chips[at] : row.chips[at].cloneNode(true), row.holder, MET);
        copy.classList.remove("fresh");
        copy.classList.add("ghost");
        if (origin.length > 1 && forward) copy.classList.add(side ? "next-right" : "next-left");
        Object.assign(copy.style, { top: `${from.top}px`, height: `${many[at].height}px` });
        const [begin, end] = [from, to].map(({ left, width }) => ({ left: `${left}px`, width: `${width}px` }));
        this.move(copy, begin, end, forward ? RINGED : 0, MET);
      });
    });
    for (const each of row.holder.querySelectorAll(".rank, .end")) this.appear(each, MET);
  }

  /* One copy of a new token to its place among those learned. */
  fly(chip, learned, root) {
    this.appear(learned, LANDED);
    if (!chip) return;
    const [from, to, within] = [chip, learned, root].map((each) => each.getBoundingClientRect());
    const copy = this.lay(learned.cloneNode(true), root, LANDED);
    copy.classList.add("ghost", "flying");
    const { fontSize } = getComputedStyle(learned);
    const [left, top] = [to.left - within.left - root.clientLeft, to.top - within.top - root.clientTop];
    Object.assign(copy.style, { left: `${left}px`, top: `${top}px`, width: `${to.width}px`, height: `${to.height}px`, fontSize });
    const away = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.height / to.height})`;
    this.move(copy, { transform: away }, { transform: "none" }, MET, LANDED);
    this.move(copy, { visibility: "hidden" }, { visibility: "visible" }, MET, MET);
  }

  /* The previous pairs change their lengths and move to their new places; then the new list replaces
     them. before, after: a `picture` of the leading pairs; `before` is a copy. */
  count(before, after) {
    const list = this.lay(before.list, after.list.parentNode, FOUND);
    this.appear(after.list, FOUND);
    const fade = (row, beat) => this.move(row, { opacity: 1 }, { opacity: 0 }, beat, beat + GONE);
    let last = -1;
    const kept = new Set([...after.rows.keys()].filter((pair) => {
      const { place } = before.rows.get(pair) ?? { place: -1 };
      return place > last && (last = place) >= 0;
    }));
    list.querySelectorAll(".sum").forEach((sum) => fade(sum, LANDED));
    const rows = list.querySelectorAll(".bar");
    for (const [pair, { place, top, share }] of before.rows) {
      const [row, now] = [rows[place], after.rows.get(pair)];
      const to = now?.share ?? 0;
      if (now || place === 0) {
        const [long, short] = [share, to].map((part) => ({ transform: `scaleX(${part})` }));
        this.move(row.querySelector(".now"), long, short, LANDED, COUNTED);
      }
      if (!kept.has(pair)) fade(row, COUNTED);
      else if (now.top !== top) {
        this.move(row, { transform: "none" }, { transform: `translateY(${now.top - top}px)` }, COUNTED + GONE, FOUND);
      }
    }
  }
}

/* Start an animation together with all others of this frame. A busy browser would start each at a
   different time, and a sentence could appear before its merge. */
export function inTime(animation) {
  animation.startTime = document.timeline.currentTime;
}

function placesOf(chips) {
  return chips.map((chip) => ({ left: chip.offsetLeft, top: chip.offsetTop, width: chip.offsetWidth, height: chip.offsetHeight }));
}
