/* What tests read of the app's components, each function given the host: as plain data, what a reader
   sees and not what was given. */

{
  const box = (element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    return { left, top, right, bottom, width, height };
  };
  const chip = (element) => {
    const { left, right, top } = element.getBoundingClientRect();
    const opacity = Number(getComputedStyle(element).opacity);
    return { left, right, top, opacity, glides: element.matches(".ghost") };
  };
  // The tokens of each word of a player, or what of them parts or joins.
  const chips = (host, selector) => [...host.shadowRoot.querySelectorAll(".frequent tr:not(.heading)")]
    .map((row) => [...row.querySelectorAll(selector)].map(chip));
  const boxes = (host) => chips(host, ".token").map((row) => row.filter(({ opacity }) => opacity > 0.5)
    .sort((one, other) => one.top - other.top || one.left - other.left));
  const rest = (ms) => new Promise((go) => setTimeout(go, ms));

  const steps = (count) => [...Array(count).keys()];
  const textOf = (said) => said.map((part) => part.textContent ?? part).join("");
  const viewOf = (run, text) => {
    const chip = (token) => {
      const [textContent] = run.tokens[token];
      return Object.assign(document.createElement("i"), { textContent, className: "token" });
    };
    const pair = (tokens) => {
      const [left, right] = tokens.map(chip), holder = document.createElement("span");
      holder.append("(", left, ", ", right, ")");
      return holder;
    };
    const view = { run, text, chip, pair };
    return Object.assign(view, { caption: (step) => captionOf(view, step) });
  };

  globalThis.reads = {
    player(host) {
      const root = host.shadowRoot.querySelector(".player");
      const visible = (element) => element.getClientRects().length > 0;
      const token = (chip) => ({
        token: chip.dataset.token,
        text: chip.textContent,
        left: chip.classList.contains("next-left"),
        right: chip.classList.contains("next-right"),
        fresh: chip.classList.contains("fresh"),
        ring: getComputedStyle(chip).boxShadow !== "none",
        underlined: getComputedStyle(chip, "::before").content !== "none",
        box: box(chip),
      });
      const tokens = (holder) => [...holder.querySelectorAll(".token")].map(token);
      const row = (line) => ({
        name: line.querySelector(".name").textContent,
        notes: [...line.querySelectorAll(".note")].map((note) => note.textContent),
        count: line.querySelector(".count")?.textContent,
        tokens: tokens(line.querySelector(".tokens")),
        ranks: [...line.querySelectorAll(".rank")].map((rank) => ({
          text: rank.textContent,
          title: rank.title,
          lowest: rank.classList.contains("lowest"),
          box: box(rank),
        })),
      });
      const bar = (line) => ({
        tokens: tokens(line.querySelector(".pair")).map(({ token }) => token),
        ids: [...line.querySelectorAll(".id")].map((id) => Number(id.textContent)),
        value: line.querySelector(".value").textContent,
        next: line.classList.contains("next"),
        bold: getComputedStyle(line).fontWeight,
        was: line.querySelector(".was").textContent,
        ...Object.fromEntries(["old", "now"].map((part) =>
          [part, box(line.querySelector(`.${part}`)).width / box(line.querySelector(".track")).width])),
        box: box(line),
      });
      const learned = (part) => visible(part) ? {
        size: part.querySelector(".label").textContent,
        sum: box(part.querySelector(".label")),
        count: Number(part.dataset.learned),
        tokens: tokens(part),
        box: box(part),
      } : null;
      const run = (article) => {
        const part = (selector) => article.querySelector(selector);
        const bracket = part(".bracket");
        return {
          title: visible(part(".title")) ? part(".title").textContent : null,
          caption: part(".caption").textContent,
          captionTokens: tokens(part(".caption")).map(({ token }) => token),
          merged: visible(part(".merged")) ? part(".merged").textContent : null,
          mergedTokens: tokens(part(".merged")),
          headings: [...article.querySelectorAll(".words th[data-text]")].filter(visible)
            .map((heading) => heading.firstChild.textContent),
          rows: [...article.querySelectorAll(".frequent tr:not(.heading)")].map(row),
          examples: [...article.querySelectorAll(".examples tr:not(.heading)")].filter(visible).map(row),
          label: visible(part(".leaders")) ? part(".leaders .label").textContent : null,
          list: part(".bars ol").getAttribute("aria-label"),
          bars: [...article.querySelectorAll(".bars .bar")].filter(visible).map(bar),
          bracket: bracket.checkVisibility({ visibilityProperty: true }) ? { ...box(bracket), text: bracket.textContent } : null,
          learned: learned(part("[data-learned]")),
        };
      };
      const button = (name) => root.querySelector(`[data-do="${name}"]`);
      const names = ["first", "previous", "play", "next", "last", "present", "keys"];
      return {
        step: Number(root.dataset.step),
        name: root.getAttribute("aria-label"),
        runs: [...root.querySelectorAll(".run")].map(run),
        slider: Number(root.querySelector(".slider").value),
        sliderMax: Number(root.querySelector(".slider").max),
        sliderText: root.querySelector(".slider").getAttribute("aria-valuetext"),
        position: root.querySelector(".position").textContent,
        box: root.querySelector(".goto").value,
        boxMax: Number(root.querySelector(".goto").max),
        spoken: root.querySelector(".spoken").textContent,
        playing: root.classList.contains("playing"),
        off: names.filter((name) => button(name).getAttribute("aria-disabled") === "true"),
      };
    },

    map(host) {
      const part = (selector) => host.shadowRoot.querySelector(selector);
      const list = (selector) => [...host.shadowRoot.querySelectorAll(selector)];
      const on = (element) => element.classList.contains("on");
      const selected = list(".tokens [role=option]").map((chip, i) =>
        chip.getAttribute("aria-selected") === "true" ? i : -1).filter((i) => i >= 0);
      const chips = list(".tokens .token");
      const active = part(".tokens").getAttribute("aria-activedescendant");
      return {
        tokens: list(".tokens .token").map((chip) => chip.dataset.token),
        classes: list(".tokens .token").map((chip) => [...chip.classList]),
        on: list(".tokens .token").map((chip, i) => on(chip) ? i : -1).filter((i) => i >= 0),
        selected,
        active: active === null ? null : chips.findIndex(({ id }) => id === active),
        segments: list(".text > span").map((span) => span.textContent),
        kinds: list(".text > span").map((span) => [...span.classList]),
        sizes: list(".text > span").map((span) => span.dataset.size ?? null),
        lit: list(".text > span").map((span, i) => on(span) ? i : -1).filter((i) => i >= 0),
        breaks: list(".text br").map((br) => list(".text > *").indexOf(br)),
        said: part(".said").textContent,
        pointing: part(".map").classList.contains("pointing"),
        name: part(".tokens").getAttribute("aria-label"),
      };
    },

    lattice(host) {
      const field = host.shadowRoot.querySelector(".field");
      const all = (selector) => [...field.querySelectorAll(selector)];
      const text = (selector, root) => root.querySelector(selector).textContent;
      return {
        label: field.getAttribute("aria-label"),
        edges: all(".edge").map((edge) => ({
          state: edge.dataset.state,
          fixed: edge.classList.contains("fixed"),
          token: edge.dataset.token ?? null,
          sign: getComputedStyle(edge, "::after").content,
          title: edge.title,
          name: text(".name", edge),
          percent: text(".percent", edge),
          nameBox: box(edge.querySelector(".name")),
          box: box(edge),
          bar: box(edge.querySelector(".bar")),
          share: parseFloat(getComputedStyle(edge.querySelector(".bar"), "::before").width),
        })),
        letters: all(".letter").map((letter) => letter.textContent),
        letterBoxes: all(".letter").map(box),
        ways: all(".way.best").map((way) => [way.getAttribute("d"), Number(way.getAttribute("stroke-width"))]),
        view: field.querySelector("svg").getAttribute("viewBox"),
        picture: box(field.querySelector("svg")),
        legend: [...host.shadowRoot.querySelectorAll(".legend .entry")].map((entry) =>
          [entry.querySelector(".swatch")?.className ?? null, entry.textContent]),
      };
    },

    // Press a key, and hold the beats at some times: the tokens that can be seen of each word.
    async glides(host, { key, repeat, times }) {
      const before = boxes(host), root = host.shadowRoot.querySelector(".player");
      dispatchEvent(new KeyboardEvent("keydown", { key, repeat }));
      const running = root.getAnimations({ subtree: true });
      const ghosts = [...root.querySelectorAll(".ghost")];
      const hidden = ghosts.every((ghost) => ghost.ariaHidden === "true" && !ghost.dataset.token);
      const held = times.map((time) => {
        running.forEach((each) => { each.pause(); each.currentTime = time; });
        return boxes(host);
      });
      const flying = ghosts.filter((each) => each.matches(".flying")).length;
      running.forEach((each) => each.finish());
      await Promise.all(running.map((each) => each.finished));
      const durations = [...new Set(running.map((each) => each.effect.getTiming().duration))];
      return { before, held, flying, hidden, durations, count: running.length };
    },

    // What a component has drawn once the page was told of a step, of a bet and of a key.
    async told({ shadowRoot: root }, step) {
      await rest(30);
      for (const type of step ? ["bet", "step", "go"] : []) {
        const detail = { key: "p", run: 0, step, verdict: "right", hints: 0 };
        for (const key of ["p", "train"])
          document.dispatchEvent(new CustomEvent(type, { detail: { ...detail, key } }));
      }
      if (step) for (const key of ["i", "ArrowRight"]) dispatchEvent(new KeyboardEvent("keydown", { key }));
      await rest(30);
      return root.innerHTML;
    },

    // Use a component: tell it of a bet and a step, point and press at what it has, and lead by keys.
    async used(host) {
      const root = host.shadowRoot ?? host;
      for (const type of ["bet", "step"]) {
        const detail = { key: "p", run: 0, step: 2, verdict: "right", hints: 0 };
        document.dispatchEvent(new CustomEvent(type, { detail }));
      }
      const pressed = ".words .token, .tokens .token, .parts .token, .text span, .piece, .hint, .cover";
      for (const part of [...root.querySelectorAll(pressed)].slice(0, 9)) {
        part.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
        part.click();
      }
      for (const list of root.querySelectorAll("[tabindex='0'], [role=slider]")) {
        list.focus();
        for (const key of ["ArrowRight", "ArrowDown"])
          list.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      }
      await rest(20);
      (host.shadowRoot ?? document).activeElement?.blur();
      [...root.querySelectorAll(pressed)].slice(0, 9).at(-1)?.click(); // and nothing is left by the focus
    },

    // What a component has drawn, line by line, before and after the keyboard comes to its list.
    async markup({ shadowRoot: root }) {
      const drawn = async (ms) => {
        await rest(ms);
        const parts = [...root.children].filter((part) => !part.matches("style"));
        const shown = parts.map((part) => part.cloneNode(true));
        const asides = shown.flatMap((part) => [...part.querySelectorAll(".spoken, template")]);
        for (const aside of asides) aside.remove();
        return shown.map((part) => part.outerHTML).join("").replaceAll("><", ">\n<").split("\n");
      };
      const first = await drawn(150);
      root.querySelector("[role=listbox]")?.focus();
      const second = await drawn(30);
      root.activeElement?.blur();
      return [...first, "where the focus comes:", ...second];
    },

    // What a page without a server shows, its components with it, and what stands in its boxes. In
    // which order attributes were set is none of it, nor what a covered bar keeps of the one before.
    page() {
      const parts = [...document.querySelectorAll(".part:not([hidden])")].map((each) => each.shadowRoot);
      const ordered = (element) => {
        const attributes = [...element.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
        for (const { name } of attributes) element.removeAttribute(name);
        for (const { name, value } of attributes) if (value || name !== "class") element.setAttribute(name, value);
      };
      const shown = [document.body, ...parts].flatMap((root) => [...root.children]).map((part) => {
        const copy = document.createElement("div");
        copy.append(part.cloneNode(true));
        copy.querySelectorAll("style, script, template, .spoken").forEach((each) => each.remove());
        copy.querySelectorAll(".guessing .bars").forEach((each) => each.removeAttribute("style"));
        copy.querySelectorAll('[style=""]').forEach((each) => each.removeAttribute("style"));
        copy.querySelectorAll("*").forEach(ordered);
        return copy.innerHTML;
      });
      const boxes = [...document.querySelectorAll("input, select, textarea")].map(({ value }) => value);
      return [...shown.join("").replaceAll("><", ">\n<").split("\n"), ...boxes];
    },

    // What is said of a run at each step, by the scripts of the player that a test has put here.
    captions([run, text]) {
      const view = viewOf(run, text);
      return steps(run.steps + 1).map((step) => textOf(captionOf(view, step)));
    },

    // What is said of every bet on it, by its pair, and of the pair that comes: step by step.
    verdicts([run, text, given]) {
      const view = viewOf(run, text), bets = new MergeBets(given);
      return steps(run.steps).map((step) => {
        if (!given.coming[step]) return null;
        const judged = [...bets.pairs.keys()].map((key) => key.split(",").map(Number))
          .map((pair) => [pair, bets.at(step, { pair })]).filter(([, answer]) => answer);
        const question = { view, text, bets, step };
        return {
          hints: [0, 1, 2].map((asked) => textOf(sayHints(question, asked))),
          said: judged.map(([pair, answer]) => [
            pair.map((token) => run.tokens[token][0]),
            textOf(sayVerdict(question, { ...answer, pair })),
          ]),
        };
      });
    },

    // What a phone in a class vote asks and says below, what is picked, the heads and the counts of
    // its words, the step, what it is called in which language, and the language that it offers.
    phone() {
      const part = (selector) => document.querySelector(`main ${selector}`);
      const texts = (selector) => part(".question").hidden ? null
        : [...document.querySelectorAll(`main ${selector}`)].map((each) => each.textContent);
      return {
        ask: part(".ask").textContent,
        sent: part(".sent").textContent,
        picked: texts(":is(.picked, [aria-pressed=true])"),
        heads: texts("thead th") ?? [],
        cells: texts("td.number, .more") ?? [],
        step: part(".question").childElementCount ? document.querySelector("main").dataset.step : null,
        names: [document.title, part("h1").textContent, document.documentElement.lang],
        other: part(".language").textContent,
      };
    },

    // What stands in the sky: the tokens on the line with where they begin and end, in cells, and
    // for each boundary how high its wall is, as a share of the field.
    sky: root => {
      const sky = root.shadowRoot.querySelector(".skyline");
      const field = sky.querySelector(".field").getBoundingClientRect();
      const cells = sky.querySelectorAll(".letter").length;
      const cell = (x) => Math.round(((x - field.left) * cells) / field.width);
      const line = sky.querySelector(".line").getBoundingClientRect();
      return {
        at: Number(sky.dataset.at),
        line: (field.bottom - line.bottom) / field.height,
        pieces: [...sky.querySelectorAll(".piece")].map((piece) => {
          const box = piece.getBoundingClientRect();
          return [piece.querySelector(".token").dataset.token, cell(box.left), cell(box.right)];
        }),
        bricks: [...sky.querySelectorAll(".brick")].map((brick) => brick.getBoundingClientRect())
          .reduce((sum, box) => sum + box.width * box.height, 0) / (field.width * (field.height - 2)),
        walls: [...sky.querySelectorAll(".wall")].map((wall) => [
          cell(wall.getBoundingClientRect().left + 3),
          Number(wall.dataset.erased),
          wall.getBoundingClientRect().height / field.height,
          wall.matches(".fallen"),
        ]),
      };
    },

    // The merges below a run taken home.
    past: (rows) => rows.map((row) => [row.querySelector("button").textContent,
      [...row.children[1].querySelectorAll(".token")].map((chip) => chip.dataset.token)]),

    // Some rows of words: the word and its tokens.
    namedRows: rows => rows.map((row) => [row.querySelector(".name").textContent,
      [...row.querySelectorAll(".tokens .token:not(.ghost)")].map((chip) => chip.dataset.token)]),

    // From now on a worker is asked for nothing until it is released.
    holdWorkers: () => {
      const held = new Promise((go) => (globalThis.release = go));
      globalThis.asked = new Promise((go) => {
        globalThis.Worker = class extends Worker {
          postMessage(asked) {
            go();
            held.then(() => super.postMessage(asked));
          }
        };
      });
    },

    // Drop a file of some bytes, or of so many.
    drop: ([name, data]) => {
      const dataTransfer = new DataTransfer();
      const bytes = Array.isArray(data) ? Uint8Array.from(data) : new Uint8Array(data).fill(97);
      dataTransfer.items.add(new File([bytes], name));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
    },

    afterGlides: (host) =>
      ({ after: boxes(host), left: host.shadowRoot.querySelectorAll(".ghost").length }),
  };
}
