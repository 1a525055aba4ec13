/* What tests look at in a page of the app, which has all of it as `looks`; see wire.js for `wire`. */

{
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const rounded = ({ x, y, width, height }) => [x, y, width, height].map(Math.round);
  const within = (frame, box) => {
    box.left = Math.max(box.left, frame.left);
    box.top = Math.max(box.top, frame.top);
    box.right = Math.min(box.right, frame.right);
    box.bottom = Math.min(box.bottom, frame.bottom);
  };
  const around = (element) => element.parentElement ?? element.getRootNode().host;
  const clips = (element) => getComputedStyle(element).overflow !== "visible";
  const screenBox = () => ({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });

  // Every element of a part of the page, those in shadow roots too.
  function* everything(root) {
    for (const element of root.querySelectorAll("*")) {
      yield element;
      if (element.shadowRoot) yield* everything(element.shadowRoot);
    }
  }

  // Streamlit marks what an unfinished run left over as stale; a skeleton stands where more will come.
  const UNFINISHED = '[data-testid="stSkeleton"], [data-stale="true"]';
  const isThere = () => {
    const app = document.querySelector('[data-testid="stApp"]');
    return app?.dataset.testConnectionState === "CONNECTED"
      && app.dataset.testScriptState === "notRunning"
      && wire.asked <= wire.answered
      && wire.loading + wire.soon === 0
      && !document.querySelector(UNFINISHED);
  };

  // Where the picture, the player that is one or stands below it, the panel and its tabs are.
  const places = () => {
    const main = document.querySelector(".stMain"), panel = document.querySelector(".st-key-panel");
    const place = (element) => element && rounded(element.getBoundingClientRect());
    const player = everything(main).find((each) =>
      each.matches(".player") && !panel?.contains(each.getRootNode().host)) ?? null;
    return {
      tabs: all("[role=tab]").map(place),
      picture: place(main.querySelector('[class*="_stage"]') ?? player),
      player: place(player),
      panel: place(panel),
      scrolled: main.scrollTop,
    };
  };

  // Where a lesson is: what is shown, and what the address says.
  const beat = () => {
    const shown = all("[data-stop]"), { pathname: path, searchParams } = new URL(location.href);
    const { stop, phase } = shown[0]?.dataset ?? {};
    const { turning, playing, route, player } = globalThis.lesson ?? { turning: true };
    const moves = player?.getAnimations({ subtree: true }).length > 0;
    return {
      path, stop, phase, count: shown.length,
      said: ["stop", "phase", "present"].map((name) => searchParams.get(name)),
      busy: Boolean(turning || playing || moves || route.leaving),
    };
  };

  globalThis.looks = {
    places,
    beat,

    // It calls a run one only when the server says so: a question without an answer is not still
    // either, nor what will be asked in a moment. What is drawn meanwhile may put off something.
    isStill(number) {
      const still = isThere(), now = performance.now();
      if (!still || window.settling?.number !== number) {
        window.settling = { number, since: now, looks: 0 };
      }
      window.settling.looks += 1;
      return still && window.settling.looks > 2 && now - window.settling.since >= 80;
    },

    state: () => JSON.stringify({
      ...document.querySelector('[data-testid="stApp"]')?.dataset,
      ...wire, short: wire.short.length,
      now: performance.now(),
      unfinished: all(UNFINISHED).length,
    }),

    isTold: () => !document.documentElement.hasAttribute("data-telling"),

    // What of the player and of the panel beside it can be seen; a split is moved with each step.
    picture() {
      const player = everything(document).find((each) => each.matches(".player"));
      const texts = (root, selector) => all(selector, root)
        .filter((each) => each.getClientRects().length).map((each) => each.innerText);
      return {
        step: player.dataset.step,
        words: texts(player, ".words tr"),
        pairs: texts(player, ".bars li"),
        learned: texts(player, ".learned"),
        said: texts(player, ":is(.caption, .merged, .ask)"),
        tab: texts(document, '.st-key-panel [role="tab"][aria-selected="true"]'),
        table: texts(document, ".st-key-panel .record-grid tr"),
      };
    },

    // Whether the app stands on this colour.
    isOn(colour) {
      const sample = document.createElement("i");
      sample.style.color = colour;
      const app = getComputedStyle(document.querySelector(".stApp"));
      return sample.style.color === app.backgroundColor;
    },

    // To another page of the app, as Back and Forward lead.
    go(address) {
      document.querySelector(".stMain").scrollTop = 0;
      history.pushState({}, "", address);
      dispatchEvent(new PopStateEvent("popstate"));
    },

    // Where the parts of a page stand that have a key, in pixels, and what the window is taken for.
    get layout() {
      const size = getComputedStyle(document.documentElement).fontSize;
      return [`${innerWidth} x ${innerHeight}, ${size}`, ...all('.stMain [class*="st-key-"]').map((each) =>
        `${each.className.match(/st-key-\S+/)} ${rounded(each.getBoundingClientRect())}`)];
    },

    // Of each element: what it is, where it is cut off, off the screen or covered; and whether a token
    // in a list of pairs is shortened.
    notWhole: (elements) => elements.filter((e) => e.getClientRects().length).flatMap((element) => {
      const box = element.getBoundingClientRect(), seen = screenBox();
      for (let at = around(element); at; at = around(at)) {
        if (clips(at)) within(at.getBoundingClientRect(), seen);
      }
      const faults = ["left", "top"].filter((side) => box[side] < seen[side] - 1);
      faults.push(...["right", "bottom"].filter((side) => box[side] > seen[side] + 1));
      const line = element.getClientRects()[0];  // of a token that is broken, its first part
      const [x, y] = [(line.left + line.right) / 2, (line.top + line.bottom) / 2];
      const there = element.getRootNode().elementFromPoint(x, y);
      if (!element.contains(there) && !there?.contains(element)) faults.push("covered");
      const tokens = all(".pair .token", element).filter((each) => each.scrollWidth > each.clientWidth);
      faults.push(...tokens.map((each) => `shortened ${each.textContent}`));
      const name = `${element.localName}.${element.className} ${element.textContent.slice(0, 30)}`;
      return faults.length ? [`${name}: ${faults}`] : [];
    }),

    // Controls are what the Tab key comes to; tokens are the picture, and no words.
    firstScreen() {
      const kinds = "button, a[href], input, select, textarea, summary, [role=tab], [role=slider]";
      const beside = ".stSidebar, .stAppHeader";
      const unread = "script, style, [data-token], .unseen, [aria-hidden=true]";
      const isSeen = (element, { left, top, right, bottom }) => {
        const box = { left, top, right, bottom };
        within(screenBox(), box);
        for (let at = element; at; at = around(at)) {
          if (at.matches(beside)) return false;
          if (clips(at)) within(at.getBoundingClientRect(), box);
        }
        return box.right - box.left > 2 && box.bottom - box.top > 2
          && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      };
      const controls = [], words = [];
      for (const element of everything(document)) {
        const isUsed = element.matches(kinds) && element.tabIndex >= 0;
        if (isUsed && isSeen(element, element.getBoundingClientRect()))
          controls.push(element.ariaLabel || element.title || element.innerText.trim());
        if (element.closest(unread)) continue;
        for (const text of element.childNodes) {
          if (text.nodeType !== Node.TEXT_NODE || !text.data.trim()) continue;
          const range = document.createRange();
          range.selectNode(text);
          if (!isSeen(element, range.getBoundingClientRect())) continue;
          words.push(...(text.data.match(/[\p{L}\p{N}]\S*/gu) ?? []));
        }
      }
      return { controls, words };
    },

    // Text in the window whose letters are too small for the last row; a token's id may have 15 px.
    // Chinese labels and heads of tables, of up to eight characters, that are on more than one line.
    brokenLabels() {
      const range = document.createRange(), found = [];
      for (const each of everything(document)) {
        if (!each.matches("th, dt, th *, dt *, button *, label *, [role=tab] *")) continue;
        for (const text of each.childNodes) {
          const said = text.nodeType === Node.TEXT_NODE ? text.data.trim() : "";
          const isSeen = each.getBoundingClientRect().width > 1;
          if (!isSeen || said.length > 8 || !/\p{Script=Han}{2}/u.test(said)) continue;
          range.selectNodeContents(text);
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (tops.size > 1) found.push(said);
        }
      }
      return found;
    },
    tooSmall() {
      const small = [];
      for (const element of everything(document.body)) {
        if (element.matches("script, style, template, title, .unseen")) continue;
        const text = [...element.childNodes].find((n) => n.nodeType === 3 && n.data.trim());
        const box = element.getBoundingClientRect(), style = getComputedStyle(element);
        const inside = box.width > 1 && box.height > 1 && box.top < innerHeight && box.bottom > 0;
        if (!text || !inside || !element.checkVisibility({ visibilityProperty: true })) continue;
        const pixels = parseFloat(style.fontSize) * (element.getScreenCTM?.().a ?? 1);
        const icon = element.matches("[data-testid^=stIcon], [data-testid^=stIcon] *");
        const least = icon ? 0 : element.matches(".id, [role=tab] *") ? 14.9 : 15.9;
        if (pixels > 1 && pixels < least) small.push(`${pixels} ${text.data}`);
      }
      return small;
    },

    // What is wider than the window or than the page's own room.
    tooWide() {
      const main = document.querySelector("[data-testid=stMain]"), root = document.documentElement;
      return [root.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth];
    },

    sheetTooWide: () => [document.documentElement, document.querySelector(".st-key-panel")]
      .map((part) => part.scrollWidth - part.clientWidth),

    // Pickers in which what is chosen is cut.
    cutPickers: () => all(".st-key-pickers .stSelectbox input")
      .filter((input) => input.scrollWidth > input.clientWidth).map((input) => input.value),

    headings: () => [...everything(document.querySelector(".stMain"))]
      .filter((each) => each.matches("h1, h2, h3, h4, h5, h6") && each.checkVisibility())
      .map((each) => [Number(each.localName[1]), each.innerText]),

    boxes: (elements) => elements.map((each) => rounded(each.getBoundingClientRect())),

    // Where on the page each of some elements stands, however it is scrolled.
    rows: (elements) => elements.map((each) => {
      const main = document.querySelector("[data-testid=stMain]");
      return Math.round(each.getBoundingClientRect().y + main.scrollTop);
    }),

    // In each frame, from what opened a tab until its content is there: what has moved? Without an
    // answer that is younger than what was done, the server has not heard of it yet.
    async moved([at, before]) {
      const wanted = JSON.stringify(before), late = performance.now() + 120_000;
      for (let since = null; performance.now() < late;) {
        await frame();
        const now = places();
        if (JSON.stringify(now) !== wanted) return now;
        if (!isThere() || all("[role=tab]")[at].ariaSelected !== "true") since = null;
        else if (performance.now() - (since ??= performance.now()) > 120) return before;
      }
      return "content that does not come";
    },

    // Step a player from here on with its button: what is wrong at each step, how many pairs marked.
    async walk(root, { steps, whole }) {
      const buttons = () => JSON.stringify(looks.boxes(all(".buttons button", root)));
      const [start, faults] = [buttons(), []];
      let marked = 0;
      for (let step = 0; step <= steps; step += 1) {
        if (step) {
          root.querySelector('[data-do="next"]').click();
          await frame();
        }
        const wrong = (what) => faults.push(`step ${root.dataset.step}: ${what}`);
        if (Number(root.dataset.step) !== step) wrong(`is not step ${step}`);
        if (buttons() !== start) wrong("the buttons have moved");
        for (const words of all(".words", root)) {
          if (whole && words.scrollHeight > words.clientHeight) wrong("a word is cut");
          const next = words.querySelector(".next-left");
          if (!next) continue;
          marked += 1;
          const [box, room] = [next.getBoundingClientRect(), words.getBoundingClientRect()];
          const head = words.querySelector("thead").getBoundingClientRect().bottom;
          if (box.top < head - 1 || box.bottom > Math.min(room.bottom, innerHeight) + 1)
            wrong("the pair is out of sight");
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          if (!next.contains(root.getRootNode().elementFromPoint(x, y)))
            wrong("the pair is covered");
        }
        for (const caption of all(".caption", root))
          if (whole && caption.scrollHeight > caption.clientHeight + 1) wrong("a caption is cut");
      }
      return { faults, marked };
    },

    // Where the parts of the stage are, which keep their places: words, counts, first tokens, pairs, learned.
    stage(root) {
      const parts = { names: ".words .name", counts: ".words td.count", first: ".words .token:first-child",
        pairs: ".bars ol", learned: ".learned .label" };
      return Object.fromEntries(Object.entries(parts).map(([name, selector]) =>
        [name, all(selector, root).map((each) => each.getBoundingClientRect())
          .filter(({ height }) => height).map(({ x, y, height }) => [x, y, name === "pairs" ? 0 : height])]));
    },

    // From now on, in each frame: which boxes of the stage lie over each other. One copy flies over all.
    watchStage(root) {
      const seen = (element) => {
        for (let at = element; at !== root; at = at.parentElement) {
          const { opacity, visibility } = getComputedStyle(at);
          if (opacity < 0.05 || visibility !== "visible") return false;
        }
        return element.offsetHeight > 0;
      };
      const groups = [".words .token", ".bars :is(.bar, .sum)", ".learned .token:not(.flying)"];
      Object.assign(looks, { frames: 0, overlaps: [], flown: 0, early: false });
      const said = document.querySelector(".lesson-ask .says");
      // A busy machine may draw no frame while the copy flies: that it was laid is noted by itself.
      new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((each) => {
        looks.flown += Number(each.classList?.contains("flying") ?? 0);
      }))).observe(root, { childList: true, subtree: true });
      const watch = () => {
        looks.frames += 1;
        if (all(".flying", root).some(seen)) looks.early ||= Number(getComputedStyle(said).opacity) > 0;
        for (const boxes of groups.map((group) => all(group, root).filter(seen))) {
          const rects = boxes.map((each) => each.getBoundingClientRect());
          rects.forEach((one, i) => rects.slice(i + 1).forEach((other, j) => {
            const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            if (across > 1.5 && down > 1.5) looks.overlaps.push([boxes[i], boxes[i + 1 + j]].map((each) => each.textContent));
          }));
        }
        if (root.isConnected) requestAnimationFrame(watch);
      };
      watch();
    },

    isAtBeat({ path, stop, phase }) {
      const wanted = { path, stop, phase, count: 1, said: [stop, phase, "1"], busy: false };
      return JSON.stringify(beat()) === JSON.stringify(wanted);
    },

    // Of rectangles with a square in each, how full they are: the scores, to three places.
    fullness: (areas) => areas.map((area) => {
      const [whole, square] = all(".whole, .square", area).map((each) => each.getBoundingClientRect());
      return Number(((square.width * square.height) / (whole.width * whole.height)).toFixed(3));
    }),

    // A sentence as it is when names and numbers in it are long: two lines.
    lengthen: (sentence) => sentence.append(" ", "x".repeat(20), " ", sentence.textContent.repeat(2)),

    // How much higher a page is by a place above its player in which nothing is left.
    gap: () => {
      const place = document.createElement("div");
      place.dataset.testid = "stLayoutWrapper";
      const empty = "<div data-testid=stElementContainer><div data-testid=stEmpty></div></div>";
      place.innerHTML = `<div class="st-key-a_waits">${empty}</div>`;
      const block = document.querySelector(".stMain [data-testid=stVerticalBlock]");
      const before = block.getBoundingClientRect().height;
      block.prepend(place);
      const after = block.getBoundingClientRect().height;
      place.remove();
      return after - before;
    },

    // Drop a file on the title; the answer is whether the page takes it.
    drop: () => {
     const dataTransfer = new DataTransfer();
     dataTransfer.items.add(new File(["banana bandana banana"], "mine.py"));
     const event = { dataTransfer, bubbles: true, cancelable: true };
     const events = ["dragover", "drop"].map((type) => new DragEvent(type, event));
     events.forEach((each) => document.querySelector("h1").dispatchEvent(each));
     return events[0].defaultPrevented;
    },

    // Whether a tab loses the focus as Streamlit takes it away while its content comes, and has it after.
    losesFocus: async (tab) => {
      const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
      tab.focus();
      tab.removeAttribute("tabindex");
      await drawn();
      const lost = document.activeElement === document.body;
      tab.setAttribute("tabindex", "0");
      await drawn();
      return [lost, document.activeElement === tab];
    },

    // What of the page lies in a box that cuts it off.
    cut: () => {
      const roots = [document, ...[...document.querySelectorAll("*")].map(e => e.shadowRoot)];
      const boxes = ".record-grid, .player, .words, .side, .caption, .merged, .stMain";
      return roots.filter(Boolean).flatMap(root => [...root.querySelectorAll(boxes)])
        .filter(box => box.getClientRects().length && getComputedStyle(box).overflowY !== "visible")
        .filter(box => box.scrollHeight > box.clientHeight + 1).map(box => box.className);
    },

    // Of a beat, in hundredths of the screen's height: its smallest type, and that of its question
    // or answer (of a screen of 16:9 with this width, if it is lower); what is cut; how many pairs are
    // ringed.
    ofBeat() {
      const whole = ".words, .bars, .wall, .level-ways, .byte-strip";
      const every = [...everything(document.body)];
      const shown = every.filter((each) => {
        const { width, height, top, bottom } = each.getBoundingClientRect();
        return width > 1 && height > 1 && bottom > 0 && top < innerHeight
          && each.checkVisibility({ visibilityProperty: true, opacityProperty: true })
          && !getComputedStyle(each).clipPath.includes("inset(50%)");
      });
      const size = (each) => (100 * parseFloat(getComputedStyle(each).fontSize)) / innerHeight;
      const says = (each) => [...each.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
      const [small] = shown.filter((each) => says(each) && size(each))
        .sort((one, other) => size(one) - size(other));
      const ask = document.querySelector(".lesson-ask");
      const strip = document.querySelector(".lesson-strip").getBoundingClientRect();
      const faults = [
        ...shown.filter((each) => each.matches(whole)
          && each.getBoundingClientRect().bottom > strip.top + 1),
        ...shown.filter((each) => each.matches(".level-ways :is(dt, .told)")
          && (each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > innerWidth)),
        ...shown.filter((each) => each.matches(".words, .bars .pair .token")
          && each.scrollWidth > each.clientWidth + 1),
        ...shown.filter((each) => each.matches(".bars .value")
          && each.getBoundingClientRect().right > each.closest(".runs, .side").getBoundingClientRect().right + 1),
        ...every.filter((each) => each.matches(".words")
          && each.checkVisibility() && each.offsetHeight < 200),
      ];
      return {
        least: size(small), named: `${small.className} ${small.textContent.slice(0, 30)}`,
        loud: size(ask) * Math.max(1, innerHeight / (innerWidth * 9 / 16)), cut: ask.scrollHeight > ask.clientHeight + 1,
        faults: faults.map((each) => each.className),
        rings: shown.filter((each) => each.matches(".next-left")).length,
        said: [".lesson-ask .asked", ".lesson-strip .where", ".lesson-source:not([hidden])"]
          .map((part) => document.querySelector(part)?.textContent ?? ""),
        atEnd: document.querySelector(".lesson-strip [data-do=next]").disabled,
      };
    },

    // From now on, frames in which the picture before is held, and those in which neither that nor
    // the page's styles are there.
    watchTurns() {
      const turns = (looks.turns = { held: 0, bare: 0 });
      const look = () => {
        const held = document.getAnimations().some((each) =>
          each.animationName === "lesson-turn" && each.playState === "running");
        const menu = document.querySelector(".stSidebar")?.checkVisibility();
        if (held) turns.held += 1;
        else if (menu || !lesson.veil.hidden) turns.bare += 1;
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
  };
}
