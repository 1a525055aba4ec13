/* Two runs in one list: for each word its split by the first run and, if different, below it by the
   second; one sentence for both. If they split a word alike, one line shows the next merges of both, and
   a bet in it applies to both. */

import { element } from "./chips.js";
import { FOUND, SAID } from "./gliding.js";

export class TwoRuns {
  constructor([first, second], rows) {
    Object.assign(this, { first, second, runs: [first, second] });
    second.saying.classList.add("second");
    this.pairs = rows.map(([one, other]) => [first.rows[one], second.rows[other]]);
    first.part(".frequent").append(...this.pairs.map((pair) => seat(pair)));
    second.part(".frequent").replaceChildren();
  }

  paint() {
    const { first, runs } = this;
    const examples = this.examples();
    const heading = first.part(".examples .heading");
    heading.hidden = !examples.length;
    first.part(".examples").replaceChildren(heading, ...examples.map(seat));
    const pairs = [...this.pairs, ...examples];
    pairs.forEach((pair) => this.fold(pair));
    // A run that has ended shows its caption and rings immediately.
    const { beats } = runs.find((run) => run.beats.time) ?? first;
    beats.at(FOUND, () => pairs.forEach((pair) => this.ring(pair)));
    beats.at(SAID, () => this.say());
    const isOpen = runs.some((run) => run.question.open);
    for (const name of [".reveal", ".hint"]) first.part(name).hidden = !isOpen;
    first.part(".tally").hidden = isOpen;
  }

  /* The visible rows of words for a merge of either run. */
  examples() {
    const [own, other] = this.runs.map((run) => [...run.examples.values()]);
    const named = (row) => row.root.firstChild.textContent;
    const partner = (row) => other.find((each) => named(each) === named(row));
    const alone = other.filter((each) => !own.some((row) => named(row) === named(each)));
    return [...own.map((row) => [row, partner(row)]), ...alone.map((row) => [undefined, row])];
  }

  /* One line if both split a word alike. */
  fold([own, other]) {
    const isOne = Boolean(own && other) && String(own.names) === String(other.names);
    if (other) other.line.hidden = other.away = isOne;
    if (!own) return;
    own.root.classList.toggle("one", isOne);
    own.twin = isOne ? other : null;
  }

  /* In one line, the next merges of both. */
  ring([own]) {
    if (!own) return;
    const { twin } = own;
    const more = twin && String(own.lit) !== String(twin.lit) ? twin.lit : [];
    own.chips.forEach(({ classList }, i) => {
      const [left, right] = [0, 1].map((side) => more.includes(i - side));
      const isOwn = [0, 1].some((side) => own.lit.includes(i - side));
      classList.toggle("next-left", left || own.lit.includes(i));
      classList.toggle("next-right", right || own.lit.includes(i - 1));
      classList.toggle("second", (left || right) && !isOwn);
      classList.toggle("twice", (left || right) && isOwn);
    });
  }

  say() {
    const { first, second } = this;
    const caption = first.part(".caption");
    const said = this.runs.map((run) => run.saying);
    const isSame = said[0].textContent === said[1].textContent;
    const named = this.runs.map((run) => {
      const line = element("span", "", "says");
      line.append(element("b", run.run.title), " ", run.saying);
      return line;
    });
    caption.replaceChildren(...(isSame ? [first.saying] : named));
    second.part(".caption").replaceChildren(...(isSame ? [second.saying] : []));
  }
}

/* The row of a word with a line for each run that has the word. */
function seat(rows) {
  const [top] = rows.filter(Boolean);
  for (const line of top.cell.querySelectorAll(".line")) line.remove(); // one may be from an earlier merge
  for (const row of rows.filter(Boolean)) {
    row.line ??= element("span", "", "line");
    row.line.classList.toggle("second", row !== rows[0]);
    row.line.replaceChildren(element("span", row.view.run.title, "whose"), row.holder);
    top.cell.append(row.line);
  }
  return top.root;
}
