/* Two runs in one list: below each word its split by the first run and, where that is another or
   something else is merged in it next, by the second; one sentence for both. Whose a split is stands
   before it. */

class Both {
  constructor([first, second], rows) {
    Object.assign(this, { first, second, runs: [first, second] });
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
    for (const pair of [...this.pairs, ...examples]) this.fold(pair);
    this.say();
    const isOpen = runs.some((run) => run.question.open);
    for (const name of [".reveal", ".hint"]) first.part(name).hidden = !isOpen;
    first.part(".tally").hidden = isOpen;
  }

  /* The rows of words that are in sight for a merge of either run. */
  examples() {
    const [own, other] = this.runs.map((run) => [...run.examples.values()]);
    const named = (row) => row.root.firstChild.textContent;
    const partner = (row) => other.find((each) => named(each) === named(row));
    const alone = other.filter((each) => !own.some((row) => named(row) === named(each)));
    return [...own.map((row) => [row, partner(row)]), ...alone.map((row) => [undefined, row])];
  }

  /* One line where both say the same; two while one can bet on either. */
  fold([own, other]) {
    if (!own || !other) return;
    const isOne = !this.first.question.guess.hidden && own.shows === other.shows;
    own.root.classList.toggle("one", isOne);
    other.line.hidden = other.away = isOne;
  }

  say() {
    const { first, second } = this;
    const caption = first.part(".caption");
    const said = this.runs.map((run) => run.saying);
    const isSame = said[0].textContent === said[1].textContent;
    if (!isSame) for (const run of this.runs) run.saying.prepend(element("b", run.run.title));
    caption.replaceChildren(...(isSame ? [first.saying] : said));
    second.part(".caption").replaceChildren(...(isSame ? [second.saying] : []));
  }
}

/* The row of a word with a line for each run that has one. */
function seat(rows) {
  const [top] = rows.filter(Boolean);
  for (const row of rows.filter(Boolean)) {
    row.line ??= element("span", "", "line");
    row.line.replaceChildren(element("span", row.view.run.title, "whose"), row.holder);
    top.cell.append(row.line);
  }
  return top.root;
}
