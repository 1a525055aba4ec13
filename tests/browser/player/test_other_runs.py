"""Two runs in lockstep, traces of encodings, and odd tokens."""

import json
import random
import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from bpe import PRESETS, train
from bpe.player.cutting import cut_text
from bpe.player.tokens import exact
from bpe.readings.word_encoding import encode_by_each_method
from tests.browser.player.reading import (
    assert_learned,
    joined_at,
    names,
    painted,
    places,
    press,
    read,
)
from tests.cases import for_each
from tests.data import SIX_WORDS
from tests.sample_runs import run_with
from ui.player import covered_player, encode_player, step_player, two_run_player
from ui.text import t
from ui.views.encode import methods_run

_IN_SIGHT = """(host) => {
    const [box, next] = [".columns", ".next-left"].map((each) =>
        host.shadowRoot.querySelector(each).getBoundingClientRect());
    return next.bottom <= box.bottom + 1 && next.top >= box.top - 1;
}"""


_LINES = """(host) => {
    const shown = (element) => element.checkVisibility({ visibilityProperty: true });
    const named = (line, look) => [...line.querySelectorAll(look)];
    const names = (line, look) => named(line, look).map((chip) => chip.dataset.token);
    const looks = [".token", ".next-left", ".fresh", ".token.second", ".token.twice"];
    const rows = [...host.shadowRoot.querySelectorAll("tbody tr:not(.heading)")];
    return rows.filter(shown).map((row) => [
        row.querySelector(".name").textContent,
        [...row.querySelectorAll(".line")].filter(shown).map((line) => [
            named(line, ".whose").filter(shown).map((each) => each.textContent).join(),
            line.matches(".second"),
            ...looks.map((look) => names(line, look)),
        ]),
    ]);
}"""


# The width of each number next to a bar, in em per character.
_VALUE_WIDTHS = """(host) => {
    const values = [...host.shadowRoot.querySelectorAll(".bars .value")];
    return values.filter((each) => each.offsetWidth).map((each) =>
        each.getBoundingClientRect().width / parseFloat(getComputedStyle(each).fontSize)
            / each.firstChild.textContent.length);
}"""


# Returns the left edges of the heading of the tokens and of the first token of each line.
_LEFTS = """(host) => {
    const root = host.shadowRoot;
    const heading = document.createRange();
    heading.selectNodeContents(root.querySelector("thead th:last-child").firstChild);
    const firsts = [...root.querySelectorAll(".frequent .line .token:first-child")];
    return [heading, ...firsts.filter((chip) => chip.offsetWidth)]
        .map((each) => each.getBoundingClientRect().left);
}"""


def line_of(training, word, step, merges=None):
    """Return the tokens of a word at a step, and the indices of its next and its fresh merges.

    merges: the merges for which the word is listed; other merges are not marked. None: all merges.
    """
    step = min(step, len(training))
    now, later, before = (
        [*map(exact, training.snapshot(min(max(at, 0), len(training))).tokens(word))]
        for at in (step, step + 1, step - 1)
    )
    left, made = joined_at(now, later), joined_at(before, now)
    is_next, is_last = (merges is None or at in merges for at in (step, step - 1))
    return now, left * is_next, [place - n for n, place in enumerate(made)] * is_last


def lines_of(lines):
    """Return the lines that the player draws for a word, from its line in each run that has it.

    If both runs have equal tokens, they share one line. It marks the next merges of either run, and
    has the second colour for merges of the second run alone.
    """
    seen = []
    for name, (now, *found) in lines.items():
        seen.append([name, name != "A", now, *([now[at] for at in each] for each in found), [], []])
    (now, left, _), *_, (other, right, _) = *lines.values(), *lines.values()
    if len(lines) == 1 or now != other:
        return seen
    one, two = ({*found, *(at + 1 for at in found)} for found in (left, right))
    looks = ({*left, *right}, two - one, two & one if left != right else ())
    lit, second, twice = ([now[at] for at in sorted(found)] for found in looks)
    return [["", False, now, lit, seen[0][4], second, twice]]


def examples_of(run, step):
    """Return the words that a run shows for the last merge or the next one: word -> merges."""
    words, splits = run["examples"]["words"], run["examples"]["splits"]
    step, found = min(step, len(splits)), {}
    for merge in range(max(step - 1, 0), min(step + 1, len(splits))):
        for number, *_ in splits[merge]:
            found.setdefault(words[number][0], []).append(merge)
    return found


def said_of_both(mounted, titles):
    """Return the expected caption: one sentence if the runs agree, else one for each title."""
    both = mounted.root.locator(".saying").all_text_contents()
    named = "".join(f"{title} {said}" for title, said in zip(titles, both, strict=True))
    return both[0] if both[0] == both[1] else named


HUGS = "hug hugs pug pun bun hug"
COMING = " ".join(f"{'abcdefgh'[i % 8]}est{i}" for i in range(24))
COUNTED = replace(PRESETS["wordpiece"], score="count")
LARGEST = replace(PRESETS["huggingface"], tie_rule="largest")


@for_each(
    ("text", "schemes", "merges"),
    [
        (HUGS, ("wordpiece", COUNTED), (4, None)),
        (COMING, ("wordpiece", COUNTED), (9, 11)),
        (COMING, ("huggingface", LARGEST), (5, 6)),
        (COMING, (LARGEST, "huggingface"), (5, 6)),
    ],
)
def test_two_runs_share_one_list_and_the_shorter_one_rests(component_page, text, schemes, merges):
    """A word has one line for each run where the runs differ; a shorter run stays at its end.

    Words that are listed only for a merge are drawn in the same way, if either run merges in them.
    """
    titles = ("A", "B")
    short, long = runs = [
        train(text, scheme, max_merges=most) for scheme, most in zip(schemes, merges, strict=True)
    ]
    [mounted] = component_page(
        lambda: two_run_player(run_with(short), run_with(long), titles, "d"), height=900
    )
    given = json.loads(mounted.data["payload"])["runs"]
    assert len(long.merges) > len(short.merges)
    frequent = {each.text: None for each in short.snapshot(0).words(8)}
    for step in range(len(long.merges) + 1):
        shown = read(mounted)
        assert shown["step"] == shown["slider"] == step
        assert [drawn["title"] for drawn in shown["runs"]] == ["A", "B"]
        assert shown["runs"][0]["caption"] == said_of_both(mounted, titles)
        examples, expected = [examples_of(run, step) for run in given], []
        for word in {**examples[0], **examples[1], **frequent}:
            has = [frequent] * 2 if word in frequent else examples
            lines = {
                title: line_of(run, word, step, words[word])
                for title, run, words in zip(titles, runs, has, strict=True)
                if word in words
            }
            expected.append([word, lines_of(lines)])
        assert painted(mounted, _LINES) == expected
        heading, *chips = painted(mounted, _LEFTS)
        assert chips == pytest.approx([heading] * len(chips), abs=1), "under their heading"
        assert min(painted(mounted, _VALUE_WIDTHS)) > 0.59, "a digit has its width"
        for training, drawn in zip((short, long), shown["runs"], strict=True):
            going_on = step < len(training.merges)
            assert drawn["bars"] == [] or drawn["bars"][0]["next"] == going_on
            assert_learned(training, drawn["learned"], min(step, len(training.merges)))
        press(mounted, "ArrowRight")
    spoken = mounted.root.locator(".spoken")
    for title, training in (("A", short), ("B", long)):
        last = training.merges[-1]
        merged = f"Merged: {' + '.join(map(exact, last.pair))} → {exact(last.token)}."
        expect(spoken).to_contain_text(f"{title} {merged}")
    for region in ("Words and their tokens", shown["runs"][0]["label"]):
        assert mounted.root.get_by_role("region", name=f"A: {region}").count() == 1


def assert_trace(drawn, words, step):
    """Expect of each word at a step its tokens, the ranks between them, and the lowest one marked.

    Once no pair has a rank, nothing is between the tokens: equal splits look equal.
    """
    for row, word in zip(drawn["rows"], words, strict=True):
        done = word.steps[: min(step, len(word.steps))]
        tokens = done[-1].tokens if done else word.start_tokens
        assert names(row["tokens"]) == list(map(exact, tokens))
        assert row["count"] is None
        following = word.steps[step] if step < len(word.steps) else None
        ranks = following.candidates if following else []
        assert [rank["text"] for rank in row["ranks"]] == [
            "" if rank is None else str(rank) for rank in ranks
        ]
        lit = joined_at(list(tokens), list(following.tokens)) if following else []
        assert places(row["tokens"], "left") == lit
        assert places(row["tokens"], "right") == [place + 1 for place in lit]
        assert [i for i, rank in enumerate(row["ranks"]) if rank["lowest"]] == lit
        for i, rank in enumerate(row["ranks"]):
            one, other = row["tokens"][i]["box"], row["tokens"][i + 1]["box"]
            between = one["right"] - 1 <= rank["box"]["left"]
            between = between and rank["box"]["right"] <= other["left"] + 1
            assert between or one["top"] != other["top"]
        fresh = []
        if done and step <= len(word.steps):
            before = done[-2].tokens if len(done) > 1 else word.start_tokens
            made = joined_at(list(before), list(tokens))
            fresh = [place - earlier for earlier, place in enumerate(made)]
        assert places(row["tokens"], "fresh") == fresh


def test_a_trace_shows_each_word_s_own_merges(drawn):
    """Each step applies the next merge of every word, until the last word is done."""
    training = train(SIX_WORDS + " aaaa aaaa aaa", "paper")
    text = "lower slowest aaaaaa x highest"
    encoding = training.tokenizer().encode(text)
    mounted = drawn(lambda: encode_player(cut_text(training, text, "en"), "e"))
    last = max(len(word.steps) for word in encoding.words)
    for step in range(last + 1):
        shown = read(mounted)
        assert shown["sliderMax"] == last
        [drawn] = shown["runs"]
        assert_trace(drawn, encoding.words, step)
        assert drawn["label"] is drawn["merged"] is drawn["bracket"] is None
        assert drawn["headings"] == ["Word", "Tokens"]
        press(mounted, "ArrowRight")
    assert read(mounted)["step"] == last


_MARKS = """(host) => [...host.shadowRoot.querySelectorAll(".token.fresh .mark")].map((one) => {
    const [own, token] = [getComputedStyle(one), getComputedStyle(one.parentElement)];
    return [own.backgroundImage, own.backgroundColor, own.borderStyle, own.fontStyle,
        own.fontWeight, token.fontWeight, own.color === token.color];
})"""


def test_a_boundary_mark_is_the_quietest_thing_in_a_word(drawn):
    """A boundary mark has no box, no bold or italics and a paler colour, also in a new token."""
    mounted = drawn(lambda: step_player(run_with(train(SIX_WORDS, "paper")), "p", default=3))
    plain = ["none", "rgba(0, 0, 0, 0)", "none", "normal", "400", "400", False]
    found = painted(mounted, _MARKS)
    assert found
    assert all(each == plain for each in found)


def test_a_long_word_shows_where_it_is_merged(component_page):
    """The row of a long word has a shortened name, a note of its length, and the next pair."""
    letters = "".join(random.Random(1).choices("abcdefgh", k=600))
    training = train(letters + "c x x y", "huggingface", max_merges=3)
    [mounted] = component_page(lambda: step_player(run_with(training), "p", pinned=("y",)))
    [drawn] = read(mounted)["runs"]
    notes = {row["name"]: row["notes"] for row in drawn["rows"]}
    assert notes["y"] == ["pinned"]
    assert notes["x"] == []
    assert drawn["rows"][0]["name"] == "y"
    expect(mounted.root.locator("tr.cut")).to_have_count(1)
    gap = mounted.root.locator("tr.cut .gap").first
    for step in range(3):
        [cut] = [row for row in read(mounted)["runs"][0]["rows"] if len(row["name"]) > 2]
        assert cut["name"] == letters[:8] + "…"
        assert cut["notes"] == [
            "This word has 601 tokens at the start. Only the part around its next change is shown."
        ]
        tokens, left = names(cut["tokens"]), places(cut["tokens"], "left")
        assert {tuple(tokens[at : at + 2]) for at in left} == {training.merges[step].pair}
        expect(gap).to_have_attribute("title", "Some tokens are left out here.")
        press(mounted, "ArrowRight")
    mounted.page.set_viewport_size({"width": 390, "height": 500})
    press(mounted, "Home")
    mounted.page.set_viewport_size({"width": 390, "height": 420})
    assert painted(mounted, _IN_SIGHT)


def test_a_packed_run_is_unpacked_and_a_word_that_is_one_token_is_named_whole(drawn):
    """At the last steps of a run with a packed payload, its only word has the record's tokens."""
    text = "".join(random.Random(1).choices("abcdefgh ", k=900))
    training = train(text, "minbpe")
    mounted = drawn(lambda: step_player(run_with(training), "p"))
    mounted.root.locator(".words .token").first.wait_for()  # it takes a moment
    press(mounted, "End")
    for step in (len(training), len(training) - 1, len(training) - 2):
        [row] = read(mounted)["runs"][0]["rows"]
        assert names(row["tokens"]) == [
            exact(each) for each in training.snapshot(step).tokens(text)
        ]
        press(mounted, "ArrowLeft")


def test_headings_stand_where_there_are_words_of_two_kinds(drawn):
    """A list of few words has no headings, and its tokens are larger.

    A list that also has the words of the last and next merge has a heading for each kind of words.
    """
    many = train(" ".join(f"{'abcdefgh'[i % 8]}est{i}" for i in range(40)), "paper", max_merges=3)
    named, heights = [], []
    for training, words in ((train(SIX_WORDS, "paper"), 30), (many, 5)):
        mounted = drawn(
            lambda run=training, words=words: step_player(run_with(run), "p", words=words)
        )
        named.append(read(mounted)["runs"][0]["headings"])
        token = mounted.root.locator("td.split .token").first
        heights.append(token.bounding_box()["height"])
    both = ["Words of the last and the next merge", "Most frequent words"]
    assert named == [["Word", "Count", "Tokens"], ["Word", "Count", "Tokens", *both]]
    assert heights[0] > heights[1]


_RANKED = """(host) => {
    const list = host.shadowRoot.querySelector(".ranked");
    const { top, bottom } = list.getBoundingClientRect();
    const ranks = [...list.querySelectorAll(".rank")].map((rank) => Number(rank.textContent));
    const now = [...list.querySelectorAll(".now")].map((item) => {
        const place = item.getBoundingClientRect();
        const seen = place.top >= top - 1 && place.bottom <= bottom + 1;
        return [Number(item.querySelector(".rank").textContent), seen];
    });
    return { ranks, now };
}"""


def test_the_merge_in_use_is_lit_beside_the_word_and_its_best_row_is_asked_for(drawn):
    """A list shows all merges of the word by rank, with the next one lit and scrolled into view.

    The list is empty while the rows are covered. The row that the reader picks as best is judged at
    the last step and not before, each time the reader picks one.
    """
    training = train("reconsidered consider reconsider considered redder", "paper")
    found = encode_by_each_method(training.tokenizer(), "reconsidered")
    ranks = [step.rank for step in found.endings[0].word.steps]
    mounted = drawn(lambda: covered_player(methods_run(found, training.scheme), "c"))
    assert painted(mounted, _RANKED) == {"ranks": [], "now": []}
    for rank in ranks:
        press(mounted, "ArrowRight")
        assert painted(mounted, _RANKED) == {"ranks": ranks, "now": [[rank, True]]}
    press(mounted, "End")
    assert painted(mounted, _RANKED) == {"ranks": ranks, "now": []}
    caption, chosen = mounted.root.locator(".caption"), mounted.root.locator("tr.chosen")
    reveal = mounted.root.get_by_role("button", name="Reveal")
    for key, is_there in (("Home", True), ("ArrowRight", False), ("Home", True)):
        press(mounted, key)
        expect(reveal).to_be_visible(visible=is_there)
    reveal.click()
    assert read(mounted)["step"] == read(mounted)["sliderMax"]
    for row, ending in enumerate(found.endings):
        press(mounted, "Home")
        expect(chosen).to_have_count(0)
        mounted.root.locator(".cover").nth(row).click()
        press(mounted, " ")  # it plays
        begins = [re.compile(f"^{t(f'encode.guess_{name}')}") for name in ("right", "wrong")]
        for each in begins:
            expect(caption).not_to_have_text(each)
        press(mounted, "End")
        expect(caption).to_have_text(begins[not ending.is_best])
        expect(chosen).to_have_count(1)
        expect(mounted.root.locator(".end.best")).to_have_count(
            sum(each.is_best for each in found.endings)
        )


_GAPS = """(host) => [...host.shadowRoot.querySelectorAll(".caption .token")].flatMap((chip) => {
    const before = chip.parentElement.querySelector(".token");
    const [left, right] = [before, chip].map((each) => each.getBoundingClientRect());
    return before === chip || left.top !== right.top ? [] : [right.left - left.right];
})"""


@for_each("text", ["highest higher lower lowest", "大学 中学 大学生 中学生"])
def test_tokens_of_a_sentence_do_not_touch(drawn, text):
    """At every step there is a gap between the two tokens of a pair in the caption."""
    training = train(text, "paper")
    mounted = drawn(lambda: step_player(run_with(training), "p"))
    for _ in training.merges:
        gaps = painted(mounted, _GAPS)
        assert gaps
        assert min(gaps) > 2
        press(mounted, "ArrowRight")
