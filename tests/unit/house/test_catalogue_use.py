"""Nothing is translated that nobody says."""

import ast
import re
from collections import defaultdict
from functools import cache

from tests.conftest import ROOT
from tests.unit.house.imports import KEY_OF_A_ROW, tree
from ui.catalogue import catalogue

SHARED = ("bpe", "draw", "samples")
"""Rooms whose words any page may put into a key: names of the engine, columns, samples."""


def plain(word: str) -> str:
    """Write a word as a key would."""
    return re.sub(r"[-. ]", "_", word)


def pattern(node: ast.JoinedStr) -> str:
    """Return the regular expression that what an f-string makes matches, a group a hole."""
    parts = (re.escape(p.value) if isinstance(p, ast.Constant) else "(.+)" for p in node.values)
    return "".join(parts)


@cache
def said() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """List, by room, the words in quotes or named as fields, and the patterns of f-strings."""
    words, patterns = defaultdict(set), defaultdict(set)
    folders = ("bpe/**/*.py", "ui/**/*.py", "pages/*.py", "app.py")
    for file in (file for each in folders for file in ROOT.glob(each)):
        first, *rest = file.relative_to(ROOT).parts
        room = rest[0] if first == "ui" else first
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
    for file in [*ROOT.glob("ui/**/*.js"), *ROOT.glob("ui/**/*.html")]:
        room, text = file.relative_to(ROOT).parts[1], file.read_text("utf-8")
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
    """Say whether a room can come up with a text: word by word, or through its f-strings."""
    words, patterns = said()
    page = (ROOT / "pages" / f"{room}.py").exists()
    rooms = (room, *SHARED) if page else tuple(words)
    if text.isdigit() or any(text in words[each] for each in rooms):
        return True
    return depth > 0 and any(made(text, one, room, depth) for one in patterns[room] if ".+" in one)


def made(text: str, one: str, room: str, depth: int) -> bool:
    """Say whether an f-string can make a text of words that its room has."""
    found = re.fullmatch(one, text)
    return bool(found) and all(spelled(hole, room, depth - 1) for hole in found.groups())


def test_every_key_of_the_catalogue_is_said_somewhere():
    """A sentence that no page asks for is deleted, in both languages."""
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
        and not key.startswith("streamlit.")  # said by Streamlit itself
    ]
    assert unsaid == []
