"""Phrases that read like another language's word order: their number may only fall."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

from bpe.player.plurals import choices_of
from bpe.player.text import FIRST
from tests.conftest import ROOT
from tests.unit.house.imports import tree
from ui.catalogue import LANGUAGES, catalogue

PHRASES = re.compile(
    r"\b(?:whoever|of which|anew|by lot|so many|stands?|none where|beside|behind|hardly ever|"
    r"in place of|(?:reads?|spelled) alike|told apart|takes? over|say whether|held against|"
    r"neighbours|"
    r"an? (?:word|line|row|step|process|document|sentence|piece) an? "
    r"(?:word|line|row|step|process|document|sentence|file|merge))\b",
    re.IGNORECASE,
)

MOST = 3
"""The limit for English sentences, docstrings and Markdown; at commit a39432c9 there were 521.

The remaining three are names of parameters and attributes.
"""

HEADLESS = re.compile(r"(?!What models read)(?:What|Whether|Who|Whose|Where|When|Why|How|Those)\b")
"""Words that must not begin a docstring: a verb or a noun comes first."""

CHINESE = re.compile(
    "样例|汉语|字母表|整站|记录一致|得不到|邻居|该词|切分模式|记号|次序|例子|““|””|《《|》》|"
    r"(?<!\()[\u4e00-\u9fff], [\u4e00-\u9fff]"
)
"""Words for which every other text uses another word, and punctuation that is wrong in Chinese."""


def docstrings(file: Path) -> Iterator[str]:
    """Yield the docstrings of a module, also those of its constants and attributes."""
    for node in ast.walk(tree(file)):
        body = getattr(node, "body", ())
        for each in body if isinstance(body, list) else ():
            is_text = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
            if is_text and isinstance(each.value.value, str):
                yield each.value.value


def read(root: Path) -> Iterator[tuple[str, str]]:
    """Yield place and text: English sentences, docstrings, and Markdown without its code."""
    for file in sorted((root / "locales" / "en").glob("*.json")):
        for key, said in json.loads(file.read_text(encoding="utf-8")).items():
            if file.name != "defaults.json":
                text = said if isinstance(said, str) else json.dumps(said)
                yield key, re.sub(r"\{\w+[^}\"]*\}|\"\w+\":", "", text)
    for file in [
        root / "app.py",
        *sorted(root.glob("bpe/**/*.py")),
        *sorted(root.glob("ui/**/*.py")),
    ]:
        for text in docstrings(file):
            yield file.relative_to(root).as_posix(), re.sub(r"`[^`]*`", "", text)
    for file in (*root.glob("*.md"), *root.glob("[!.]*/*.md")):
        text = re.sub(r"```.*?```|`[^`]*`", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        yield file.relative_to(root).as_posix(), text


def found_in(root: Path) -> list[tuple[str, str]]:
    return [(place, each) for place, text in read(root) for each in PHRASES.findall(text)]


def test_phrases_of_another_word_order_become_fewer():
    """A new text must use other words; `MOST` is lowered to the number that remains."""
    found = found_in(ROOT)
    assert len(found) <= MOST, found


def test_a_docstring_begins_with_a_verb_or_a_noun():
    """The rule applies to the docstrings of every package except tests."""
    folders = ("bpe", "ui", "pages", "deploy", "benchmarks", "examples")
    files = [file for each in folders for file in sorted((ROOT / each).glob("**/*.py"))]
    assert [
        (file, text) for file in files for text in docstrings(file) if HEADLESS.match(text)
    ] == []


def test_one_chinese_term_for_one_thing():
    """No form of any Chinese sentence contains a word that another word has replaced."""
    for lang in (each for each in LANGUAGES if each != FIRST):
        for key, said in catalogue(lang).items():
            forms = [form for each in choices_of(said).values() for form in each.values()]
            assert not any(map(CHINESE.search, [str(said), *forms])), key
