"""All languages say the same things, and every sentence that the code asks for exists."""

import ast
import json
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from bpe import CorpusError
from bpe.errors import SENTENCES
from tests.conftest import ROOT
from tests.unit.house.imports import KEY_OF_A_ROW, tree
from ui.catalogue import DEFAULTS, LANGUAGES, LOCALES, catalogue, say_refusal
from ui.shell.text import quoted, t

SOURCES = sorted([ROOT / "app.py", *ROOT.glob("pages/*.py"), *ROOT.glob("ui/**/*.py")])
# What the engine says in English stands in the engine.
AREAS = sorted({file.name for file in LOCALES.glob("*/*.json")} - {"engine.json", DEFAULTS})


def placeholders(text: str) -> set[str]:
    """Name what a text wants filled in."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def asked_for(file: Path) -> tuple[set[str], set[str]]:
    """Find the keys a file asks for: whole ones, and the patterns of those that are filled in."""
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


def test_an_unknown_key_raises_its_name():
    """A typo in a key can never ship as a silent gap."""
    with pytest.raises(KeyError, match=r"train\.nothing"):
        t("train.nothing")


@pytest.mark.parametrize("area", AREAS)
def test_every_area_exists_in_each_language_with_equal_keys_and_placeholders(area):
    """A sentence is translated whole, with the same values in it."""
    tables = [json.loads((LOCALES / lang / area).read_text("utf-8")) for lang in LANGUAGES]
    wanted, *others = [{key: placeholders(text) for key, text in each.items()} for each in tables]
    assert all(each == wanted for each in others)


@pytest.mark.parametrize("area", AREAS)
def test_keys_carry_the_name_of_their_file_and_stand_once(area):
    """The key tells where to find the sentence; of two under one key, one is never said."""
    for lang in LANGUAGES:
        pairs = json.loads((LOCALES / lang / area).read_text("utf-8"), object_pairs_hook=list)
        keys = [key for key, _ in pairs]
        assert {key.split(".")[0] for key in keys} == {area.removesuffix(".json")}
        assert len({*keys}) == len(keys)


def test_no_sentence_is_empty_or_left_in_english():
    """Whatever is said in English is said in every other language."""
    english, *others = map(catalogue, LANGUAGES)
    for other in others:
        assert [key for key in english if english[key].strip() and not other[key].strip()] == []
        same = [key for key in english if english[key] == other[key] and len(english[key]) > 24]
        assert same == []


def test_every_key_asked_for_exists():
    """Whatever `t` is called with is in the catalogue."""
    known = catalogue("en")
    missing = set()
    for file in SOURCES:
        literal, patterns = asked_for(file)
        unmet = {one for one in patterns if not any(re.fullmatch(one, key) for key in known)}
        missing |= {
            (file.relative_to(ROOT).as_posix(), key) for key in unmet | literal - set(known)
        }
    assert missing == set()


@cache
def raised() -> dict[str, list[tuple[str, set[str]]]]:
    """Find where each kind of error is made: its code, and the values given to it."""
    found: dict[str, list[tuple[str, set[str]]]] = {"CorpusError": [], "Refusal": []}
    for file in sorted([*ROOT.glob("bpe/**/*.py"), *ROOT.glob("ui/**/*.py")]):
        for node in ast.walk(tree(file)):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") in found):
                continue
            if isinstance(node.args[0], ast.Constant):  # else it is one of a job's limits
                values = {str(value.arg) for value in node.keywords}
                found[node.func.id].append((node.args[0].value, values))
    return found


@pytest.mark.parametrize(("name", "area"), [("CorpusError", "engine"), ("Refusal", "errors")])
def test_every_error_gives_its_sentence_exactly_the_values_in_it(name, area):
    """A misspelled code, or a value too many or too few, would meet only an unlucky reader."""
    known = catalogue("en")
    for code, values in raised()[name]:
        assert f"{area}.{code}" in known
        assert values == placeholders(known[f"{area}.{code}"]), code


def test_every_sentence_of_the_engine_is_raised():
    """No sentence outlives its error, and no error goes past the table."""
    assert {code for code, _ in raised()["CorpusError"]} == set(SENTENCES)


def test_what_the_engine_refuses_is_said_in_every_language():
    """Each sentence is translated whole, with the same values written in the same way."""
    for code in SENTENCES:
        said = [catalogue(lang)[f"engine.{code}"] for lang in LANGUAGES]
        fields = [
            {(name, spec) for _, name, spec, _ in Formatter().parse(text) if name is not None}
            for text in said
        ]
        assert all(each == fields[0] for each in fields), code
        assert len({*said}) == len(said), code


def test_what_a_stranger_wrote_is_no_placeholder():
    """Braces, line ends and Markdown in a file's own words come through as they are, or escaped."""
    error = CorpusError("not_object", file="a{x}\nb.json", value="'{0} ![](x)`'")
    assert str(error).startswith("a{x}\nb.json: must be a JSON object, got '{0} ![](x)`'. ")
    assert say_refusal(error, "zh", safe=quoted).startswith(
        "`` a{x} b.json ``：必须是一个 JSON 对象，这里是 `` '{0} ![](x)'' ``。"
    )
