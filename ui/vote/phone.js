/* A phone in a class vote: draws its question, and sends back two adjacent tokens or one of four
   numbers. The answer is not here. */

import { element, fill, makeChip, written } from "../../bpe/player/chips.js";

const texts = JSON.parse(document.querySelector(".texts").textContent); // by language
const part = (selector) => document.querySelector(`main ${selector}`);
const ENDED = { 4404: "ended", 4403: "cookie" }; // reasons for which the room rejects a phone for good
const AGAIN = [500, 1000, 2000, 4000]; // ms until the next try to reach the room

const languages = Object.keys(texts);
let lang = languages.find((each) => texts[each].lang === document.documentElement.lang);
let text = texts[lang];
let ended = null; // reasons why there is nothing more to vote on
let line = null;
let tries = 0;
let retry = 0;
let now = { number: 0, open: false };
let asked = null;
let mine = null; // the answer accepted by the room
let away = null; // the reason for no connection
let isFull = false; // whether the room had no place for the vote
let first = null; // the chip of the pair's first tapped token

/* Readers can switch from their browser's language; the browser stores the choice. */
function speak(wanted) {
  [lang, text, first] = [wanted, texts[wanted], null];
  document.documentElement.lang = text.lang;
  document.title = part("h1").textContent = text.title;
  const other = languages[(languages.indexOf(lang) + 1) % languages.length];
  const button = part(".language");
  Object.assign(button, { textContent: texts[other].name, lang: texts[other].lang });
  button.onclick = () => {
    remember(other);
    speak(other);
  };
  if (ended) end(ended);
  else if (asked) draw();
  else part(".ask").textContent = text.wait;
  show();
}

function remember(wanted) {
  try {
    localStorage.setItem("lang", wanted);
  } catch {
    /* then until the page is left */
  }
}

function remembered() {
  try {
    return localStorage.getItem("lang") in texts ? localStorage.getItem("lang") : lang;
  } catch {
    return lang;
  }
}

function listen() {
  clearTimeout(retry); // of a phone that wakes before its retry
  const { protocol, host, pathname } = location;
  const address = `${protocol === "https:" ? "wss" : "ws"}://${host}${pathname.replace(/\/$/, "")}/socket`;
  line = new WebSocket(address);
  line.onmessage = ({ data }) => hear(JSON.parse(data));
  line.onopen = () => {
    [tries, away] = [0, null];
    show();
  };
  line.onclose = ({ code }) => {
    if (code in ENDED) return end(ENDED[code]);
    away = code === 1013 ? "full" : "lost";
    show();
    retry = setTimeout(listen, AGAIN[Math.min(tries++, AGAIN.length - 1)]);
  };
}

/* A phone that slept may have a dead connection. */
document.addEventListener("visibilitychange", () => {
  const isClosed = line?.readyState === WebSocket.CLOSED;
  if (document.visibilityState === "visible" && isClosed && !ended) listen();
});

function end(why) {
  ended = why;
  part(".ask").textContent = text[why];
  part(".sent").textContent = "";
  part(".question").hidden = true;
}

function hear({ number, open, verdicts = null, question, mine: before, took, full = false }) {
  if (took !== undefined) {
    if (number !== now.number) return; // too late: of an earlier question
    isFull = full;
    if (took !== null) mine = took;
  } else {
    if (question) asked = JSON.parse(question);
    if (question) [mine, first, isFull] = [before, null, false];
    now = { number, open, verdicts };
    if (question) draw();
  }
  show();
}

function draw() {
  const place = part(".question");
  document.querySelector("main").dataset.step = asked.step ?? "";
  place.replaceChildren(...(asked.options ? options() : [words()]));
  place.hidden = false;
}

function words() {
  const table = element("table");
  const head = element("tr");
  for (const name of ["word", "count", "split"]) {
    head.append(Object.assign(element("th", text[name]), { scope: "col" }));
  }
  table.append(element("thead"), element("tbody"));
  table.tHead.append(head);
  for (const [word, count, numbers, more] of asked.words) {
    const row = element("tr");
    row.append(Object.assign(element("th", word), { scope: "row" }));
    row.append(element("td", written(count), "number"));
    const split = element("td", "", "split");
    numbers.forEach((number, i) => split.append(chip(number, numbers, i)));
    if (more) split.append(element("span", ` … ${text.only}`, "more"));
    row.append(split);
    table.tBodies[0].append(row);
  }
  return table;
}

function chip(number, numbers, place) {
  const made = makeChip(...asked.tokens[number]);
  Object.assign(made, { tabIndex: 0, numbers, place });
  made.setAttribute("role", "button");
  made.addEventListener("click", () => pick(made));
  made.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pick(made);
    }
  });
  return made;
}

/* Two taps on adjacent tokens are a bet; any other tap starts again. */
function pick(made) {
  if (!now.open) return;
  const besides = first && first.numbers === made.numbers && Math.abs(first.place - made.place) === 1;
  if (besides) {
    const left = Math.min(first.place, made.place);
    vote(`${made.numbers[left]} ${made.numbers[left + 1]}`);
    first = null;
  } else first = first === made ? null : made;
  show();
}

function options() {
  return asked.options.map((option, i) => {
    const made = element("button", "", "option");
    made.append(element("b", letter(i)), ` ${option}`);
    made.type = "button";
    made.addEventListener("click", () => now.open && vote(`${i}`));
    return made;
  });
}

function letter(number) {
  return String.fromCharCode(65 + number);
}

function vote(answer) {
  if (line.readyState === WebSocket.OPEN) line.send(JSON.stringify({ number: now.number, answer }));
}

/* The question, the vote, and the tokens or the answer of the vote. */
function show() {
  if (ended) return;
  if (!asked) return below("");
  const place = part(".question");
  place.classList.toggle("closed", !now.open);
  place.hidden = Boolean(now.verdicts);
  if (now.verdicts) return tell();
  part(".ask").textContent = asked.ask?.[lang] ?? text.pick;
  for (const each of place.querySelectorAll(".picked")) each.classList.remove("picked");
  first?.classList.add("picked");
  place.querySelectorAll(".option").forEach((each, i) => each.setAttribute("aria-pressed", mine === `${i}`));
  if (mine && !first && !asked.options) {
    const [left, right] = mine.split(" ").map(Number);
    for (const each of place.querySelectorAll(".token")) {
      const { numbers, place: at } = each;
      if (numbers[at] === left && numbers[at + 1] === right) {
        each.classList.add("picked");
        each.nextElementSibling.classList.add("picked");
      }
    }
  }
  below(said());
}

/* The text below the question; without a connection only that is shown. */
function below(words) {
  part(".sent").textContent = away ? text[away] : words;
}

/* The answer is on the screen: show whether the bet was right; voting has ended. */
function tell() {
  const verdict = now.verdicts[mine] ?? "wrong";
  part(".ask").textContent = mine === null ? text.look : fill(text[verdict], { answer: named() });
  below(mine === null ? "" : text.look);
}

function said() {
  if (!now.open) return text.closed;
  if (first) return text.other;
  if (mine) return fill(text.sent, { answer: named() });
  return isFull ? text.full : "";
}

function named() {
  if (asked.options) return letter(Number(mine));
  return `(${mine.split(" ").map((number) => asked.tokens[number][0]).join(", ")})`;
}

speak(remembered());
listen();
