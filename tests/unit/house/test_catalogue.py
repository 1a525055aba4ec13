"""All languages have the same sentences; each key exists and is used; folders are languages."""

import ast
import json
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from starlette.requests import Request

from bpe import PRESETS, TIE_RULES, CorpusError
from bpe.errors import SENTENCES
from bpe.input.report import NOTES
from bpe.player.plurals import categories, category, choices_of, fields, read_forms
from bpe.player.text import DEFAULTS, FIRST, LOCALES
from bpe.schemes import tie_choices
from tests.conftest import ROOT
from tests.unit.house.imports import KEY_OF_A_ROW, tree
from ui.catalogue import LANGUAGES, catalogue, preferred, say_refusal
from ui.lesson import notes
from ui.pages import PAGES
from ui.samples import EXAMPLES, samples
from ui.text import quoted, t
from ui.tokenizers import shipped
from ui.views.quiz_rounds import KINDS

FOLDERS = ("app.py", "pages/*.py", "ui/**/*.py", "bpe/player/*.py")
SOURCES = sorted(file for folder in FOLDERS for file in ROOT.glob(folder))
# The engine's English sentences are in the engine, and the player's in the player.
AREAS = sorted({file.name for file in LOCALES.glob("*/*.json")} - {"engine.json", DEFAULTS})
OF_PLAYER = ROOT / "bpe" / "player" / "sentences.json"


def placeholders(text: str) -> set[str]:
    """Return the placeholders of a text; of a text with plural forms, those of the form "other"."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def asked_for(file: Path) -> tuple[set[str], set[str]]:
    """Return the keys that a file asks for: whole keys, and patterns for completed keys."""
    literal, patterns = set(), set()
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Constant) and re.fullmatch(KEY_OF_A_ROW, str(node.value)):
            patterns.add(re.sub(r"\\\{\w+\\\}", ".+", re.escape(node.value)))
        if not (isinstance(node, ast.Call) and getattr(node.func, "id", None) == "t" and node.args):
            continue
        key = node.args[0]
        if isinstance(key, ast.Constant):
            literal.add(key.value)
        elif isinstance(key, ast.JoinedStr):
            patterns.add(
                "".join(
                    re.escape(part.value) if isinstance(part, ast.Constant) else ".+"
                    for part in key.values
                )
            )
    return literal, patterns


def pairs_of(file: Path) -> list[tuple[str, str]]:
    """Return the keys of a file with their texts; a repeated key is returned each time."""

    def read(pairs: list) -> list | dict:
        return pairs if "." in pairs[0][0] else dict(pairs)

    said = json.loads(file.read_text("utf-8"), object_pairs_hook=read)
    return [(key, read_forms(forms, file.parent.name)) for key, forms in said]


@pytest.mark.parametrize("area", AREAS)
def test_every_area_has_equal_keys_of_its_name_and_equal_placeholders_in_each_language(area):
    """A translation has the same placeholders; no key is repeated, which would hide a text."""
    name, tables = area.removesuffix(".json"), []
    for lang in LANGUAGES:
        file = LOCALES / lang / area
        pairs = pairs_of(file) if file.exists() else []
        assert {key.split(".")[0] for key, _ in pairs} <= {name}
        if lang == FIRST:
            pairs += [each for each in pairs_of(OF_PLAYER) if each[0].startswith(f"{name}.")]
        assert len(dict(pairs)) == len(pairs)
        tables.append(dict(pairs))
    first, *others = [{key: placeholders(text) for key, text in each.items()} for each in tables]
    assert all(each == first for each in others)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_has_exactly_the_plural_forms_of_its_language(lang):
    """Forms have the same values; a form for a single number may leave the number out."""
    for key, text in catalogue(lang).items():
        for number, forms in choices_of(text).items():
            assert {*forms} == categories(text.lang) > {"other"}, key
            for name, form in forms.items():
                single = [n for n in range(1000) if category(text.lang, n) == name]
                may_lack = {number} if len(single) == 1 else set()
                assert placeholders(form) | may_lack == placeholders(forms["other"]) | may_lack, key


BOUNDS = {"limit", "most", "largest", "seconds", "minutes"}
"""Numbers in sentences that are constants of the program, and large."""

SEVERAL = """bytes.byte_table_how check.known_list controls.stage_checking encode.excerpt
    engine.lfs_pointer models.languages_unknown models.rows_is models.rows_with models.rows_added
    models.word_merges_last player.learned_bytes sentencepiece.chinese_sum
    sentencepiece.piece_length tables.downloads_note train.claim_bert_bytes train.what_if
     wordpiece.meet_apart
    wordpiece.meet_apart_and_part"""
"""Sentences whose numbers are never 1, or in which a name precedes a verb."""

NOUNS = """tokens|merges|words|characters|bytes|pieces|steps|pairs|rows|lines|sentences|texts|
    entries|occurrences|votes|points|times|rounds|languages|digits|spaces|parts|tables|files|splits|
    draws|letters|numbers|boundaries|rules|positions"""

AFTER_ONE = re.compile(rf"\b1\ (?:(?:\w+\ )?(?:{NOUNS})|are|were|have)\b", re.VERBOSE)


class Filled(int):
    """A number that can also be formatted as a fraction."""

    def __format__(self, how: str) -> str:
        return format(float(self) if how.endswith(("f", "g", "%")) else int(self), how)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_with_numbers_can_be_said_of_none_of_one_and_of_several(lang):
    """Sentences are filled in with 0, 1, 2 and 5; no English sentence says "1 tokens".

    No key names a number.
    """
    for key, text in catalogue(lang).items():
        assert not re.search("_(one|many|several)$", key)
        for n in (0, 1, 2, 5):
            values = {name: Filled(5 if name in BOUNDS else n) for name in fields(text)}
            said = text.format(**values)
            assert lang != FIRST or key in SEVERAL.split() or not AFTER_ONE.search(said, 1), (
                key,
                said,
            )


def test_no_sentence_is_empty_or_left_in_english():
    """Every English sentence exists in every language; an unknown key raises an error."""
    english, *others = map(catalogue, LANGUAGES)
    for other in others:
        assert [key for key in english if english[key].strip() and not other[key].strip()] == []
        same = [key for key in english if english[key] == other[key] and len(english[key]) > 24]
        assert same == []
    with pytest.raises(KeyError, match=r"train\.nothing"):
        t("train.nothing")


def test_every_key_asked_for_exists():
    """Every key that `t` is called with is in the catalogue."""
    known = catalogue("en")
    missing = set()
    for file in SOURCES:
        literal, patterns = asked_for(file)
        unmet = {one for one in patterns if not any(re.fullmatch(one, key) for key in known)}
        missing |= {
            (file.relative_to(ROOT).as_posix(), key) for key in unmet | literal - set(known)
        }
    assert missing == set()


def keys_in(node: ast.expr) -> set[str]:
    """Return the keys that an argument spells out; both keys of a conditional expression."""
    if isinstance(node, ast.IfExp):
        return keys_in(node.body) | keys_in(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) else set()


def test_every_sentence_is_given_the_values_in_it():
    """A call gives every value or token in its sentence; without one it would raise an error."""
    known, looked_at = catalogue("en"), 0
    for file in SOURCES:
        calls = (node for node in ast.walk(tree(file)) if isinstance(node, ast.Call) and node.args)
        for call in calls:
            if getattr(call.func, "id", None) not in ("t", "say", "sentence", "heading"):
                continue
            named, tokens = {each.arg for each in call.keywords}, call.args[2:]
            if tokens and isinstance(tokens[0], ast.Dict):
                named |= {getattr(key, "value", None) for key in tokens[0].keys}
            elif tokens:
                continue  # their names are given elsewhere
            for key in keys_in(call.args[0]) & known.keys() if None not in named else ():
                assert fields(known[key]) <= named, (file.name, call.lineno, key)
                numbers = [e for e in call.keywords if e.arg in choices_of(known[key])]
                assert not any(isinstance(e.value, ast.JoinedStr) for e in numbers), key
                looked_at += 1
    assert looked_at > 500


@cache
def raised() -> dict[str, list[tuple[str, set[str]]]]:
    """Return code and value names of each place that makes an error, by the class of the error."""
    found: dict[str, list[tuple[str, set[str]]]] = {"CorpusError": [], "Refusal": []}
    for file in sorted([*ROOT.glob("bpe/**/*.py"), *ROOT.glob("ui/**/*.py")]):
        for node in ast.walk(tree(file)):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") in found):
                continue
            if isinstance(node.args[0], ast.Constant):  # else the code is a limit of a job
                values = {str(value.arg) for value in node.keywords}
                found[node.func.id].append((node.args[0].value, values))
    return found


@pytest.mark.parametrize(("name", "area"), [("CorpusError", "engine"), ("Refusal", "errors")])
def test_every_error_gives_its_sentence_exactly_the_values_in_it(name, area):
    """A wrong code or a missing value would otherwise appear only when a reader meets the error."""
    known = catalogue("en")
    for code, values in raised()[name]:
        assert f"{area}.{code}" in known
        assert values == fields(known[f"{area}.{code}"]), code


def test_what_the_engine_refuses_is_said_in_every_language():
    """Sentences in all languages have the same formatted values; each belongs to an error.

    In the app the sentence has no ", got", unlike the engine's "must be text, got binary data".
    """
    assert {each[7:] for each in catalogue(FIRST) if each.startswith("engine.")} == {
        *SENTENCES,
        *(f"note_{code}" for code in NOTES),
    }
    for code in SENTENCES:
        said = [SENTENCES[code], *(catalogue(lang)[f"engine.{code}"] for lang in LANGUAGES)]
        assert ", got" not in said[1]
        fields = [
            {(name, spec) for _, name, spec, _ in Formatter().parse(text) if name is not None}
            for text in said
        ]
        assert all(each == fields[0] for each in fields), code
        assert len({*said}) == len(said), code
    assert {code for code, _ in raised()["CorpusError"]} == set(SENTENCES)


def test_what_a_stranger_wrote_is_no_placeholder():
    """Braces, line ends and Markdown in text from a file are kept or escaped."""
    error = CorpusError("not_object", file="a{x}\nb.json", value="'{0} ![](x)`'")
    assert str(error).startswith("a{x}\nb.json: must be a JSON object, got '{0} ![](x)`'. ")
    assert say_refusal(error, "zh", safe=quoted).startswith(
        "`` a{x} b.json ``：必须是一个 JSON 对象，这里是 `` '{0} ![](x)'' ``。"
    )


SHARED = ("bpe", "draw", "pages", "samples")
"""Packages whose words any page may use in a key: engine, columns, choices, samples."""


def plain(word: str) -> str:
    """Write a word as it is written in keys."""
    return re.sub(r"[-. ]", "_", word)


def pattern(node: ast.JoinedStr) -> str:
    """Return the regular expression for the results of an f-string, with a group per value."""
    parts = (re.escape(p.value) if isinstance(p, ast.Constant) else "(.+)" for p in node.values)
    return "".join(parts)


def area_of(file: Path) -> str:
    """Return the page of a view, otherwise the package of a file."""
    first, *rest = file.relative_to(ROOT).parts
    if rest[:1] == ["views"]:
        return file.stem.partition("_")[0]
    return rest[0].removesuffix(".py") if first == "ui" else first


@cache
def said() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Return quoted words and field names, and patterns of f-strings, by page or package."""
    words, patterns = defaultdict(set), defaultdict(set)
    folders = ("bpe/**/*.py", "ui/**/*.py", "pages/*.py", "app.py")
    for file in (file for each in folders for file in ROOT.glob(each)):
        room = area_of(file)
        nodes = [*ast.walk(tree(file))]
        comments = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.JoinedStr):
                patterns[room].add(pattern(node))
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                words[room].add(node.target.id)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                if re.fullmatch(KEY_OF_A_ROW, node.value):
                    patterns[room].add(re.sub(r"\\\{\w+\\\}", "(.+)", re.escape(node.value)))
                words[room] |= {node.value} - ({node.value} if id(node) in comments else set())
    scripts = (f"{folder}/**/*.{kind}" for folder in ("bpe", "ui") for kind in ("js", "html"))
    for file in (file for each in scripts for file in ROOT.glob(each)):
        room, text = area_of(file), file.read_text("utf-8")
        words[room] |= set(re.findall(r"\w+", text))
        for template in re.findall(r"`(\w*\$\{[^`]*)`", text):
            patterns[room].add("(.+)".join(map(re.escape, re.split(r"\$\{[^}]*\}", template))))
    for index in (ROOT / "sample_corpora").glob("**/index.json"):
        words["samples"] |= set(re.findall(r"[\w-]+", index.read_text("utf-8")))
    scripts = (ROOT / "sample_corpora" / "scripts.txt").read_text("utf-8")
    words["samples"] |= {line.partition(": ")[0] for line in scripts.splitlines()}
    return {room: found | set(map(plain, found)) for room, found in words.items()}, patterns


@cache
def spelled(text: str, room: str, depth: int) -> bool:
    """Return whether a page or package can produce a text: as a word, or through its f-strings."""
    words, patterns = said()
    page = (ROOT / "pages" / f"{room}.py").exists()
    rooms = (room, *SHARED) if page else tuple(words)
    if text.isdigit() or any(text in words[each] for each in rooms):
        return True
    return depth > 0 and any(made(text, one, room, depth) for one in patterns[room] if ".+" in one)


def made(text: str, one: str, room: str, depth: int) -> bool:
    """Return whether an f-string can produce a text from words of its page or package."""
    found = re.fullmatch(one, text)
    return bool(found) and all(spelled(hole, room, depth - 1) for hole in found.groups())


def test_every_key_of_the_catalogue_is_said_somewhere():
    """A sentence that no page asks for must be deleted in all languages."""
    words, patterns = said()
    everything = set().union(*words.values())
    of_keys = [
        (room, one)
        for room, some in patterns.items()
        for one in some
        if re.search(r"\\\..*[a-z]{3}|[a-z]{3}.*\\\.", one)
    ]
    unsaid = [
        key
        for key in catalogue("en")
        if key not in everything
        and not any(made(key, one, room, 3) for room, one in of_keys)
        and not key.startswith("streamlit.")  # these sentences are drawn by Streamlit itself
    ]
    assert unsaid == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_tie_rule_is_said_in_one_catalogue(lang):
    """Each rule has a name, a phrase, a winner's phrase and a column; IDs have two byte orders."""
    by_bytes = {*tie_choices(PRESETS["gpt"]), *tie_choices(PRESETS["gpt2"])}
    wanted = {f"ties.{kind}_{rule}" for kind in ("name", "wins") for rule in TIE_RULES}
    wanted |= {f"ties.{kind}_{rule}" for kind in ("is", "column") for rule in by_bytes}
    said = {key for key in catalogue(lang) if key.startswith("ties.")}
    assert said == {*wanted, "ties.column_rank"}


WRITTEN_AS = re.compile(r'toLocaleString\("en"')
"""The way in which numbers are written in every language: 12,345."""


def quoted_in(file) -> set[str]:
    if file.suffix == ".py":
        return {each.value for each in ast.walk(tree(file)) if isinstance(each, ast.Constant)}
    text = file.read_text(encoding="utf-8")
    return set(re.findall(r"[\"'`]([^\"'`\n]*)[\"'`]", WRITTEN_AS.sub("", text)))


def test_only_the_language_of_the_engine_is_known_by_name():
    """All other files find the languages in their folder."""
    files = [
        ROOT / "app.py",
        *(each for room in ("bpe", "ui", "pages") for each in ROOT.glob(f"{room}/**/*.*")),
    ]
    files = [file for file in files if file.suffix in (".py", ".js", ".html")]
    names = {*LANGUAGES, *(each.html for each in LANGUAGES.values())}
    knowing = {file.relative_to(ROOT).as_posix() for file in files if quoted_in(file) & names}
    assert knowing == {"bpe/player/text.py"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_language_opens_with_is_there(lang):
    """The samples, tokenizers, examples and kinds of rounds in the defaults of a language exist."""
    language = LANGUAGES[lang]
    assert {*language.opens} <= {"levels", *(page.name for page in PAGES)}
    assert {*language.opens.values()} <= {*samples()}
    opened, text = [language.models[name] for name in ("model", "beside")], language.models["text"]
    assert {*opened} <= {*shipped()}
    assert text in EXAMPLES
    assert {*language.quiz} == {kind.name for kind in KINDS}
    assert all(b"\n".decode(encoding) == "\n" for encoding in language.encodings)


ACCEPTED = [
    ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
    ("ZH-hant-TW", "zh"),
    ("en-US,en;q=0.9,zh;q=0.8", "en"),
    ("en;q=0.5, zh;q=0.7", "zh"),
    ("fr-FR, fr;q=0.9, zh;q=0.2", "zh"),
    ("zh;q=0, en;q=0.1", "en"),
    ("zh;q=0", "en"),
    ("*, zh;q=0.5", "en"),
    ("zha", "en"),  # Zhuang
    ("fr-zh", "en"),
    ("x-zh", "en"),
    ("zh;q=2, <zh>", "en"),
    ("", "en"),
    ("fr, " * 40 + "zh", "zh"),
    ("fr, " * 50 + "zh", "en"),  # longer than any browser's list
]


@pytest.mark.parametrize(("accepted", "lang"), ACCEPTED)
def test_a_browser_gets_the_first_of_our_languages_that_it_accepts(accepted, lang, monkeypatch):
    """Tags are matched by their weights; the notes follow the address first, then the browser."""
    assert preferred(accepted) == lang
    monkeypatch.setattr(notes, "notes", lambda lang: lang)
    for query, said in ((b"", lang), (b"lang=zh", "zh"), (b"lang=zha", lang)):
        headers = [(b"accept-language", accepted.encode()), (b"host", b"app")]
        scope = {"type": "http", "headers": headers, "path": "/notes", "query_string": query}
        answer = notes.page(Request(scope))
        assert (answer.body.decode(), answer.headers["vary"]) == (said, "Accept-Language")
