"""Browser components from files: HTML, CSS, and JavaScript modules bundled into one."""

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import parse_qs

import streamlit as st
from starlette.requests import Request

from ui.catalogue import LANGUAGES, preferred

_IMPORT = re.compile(r'^import \{([^}]+)\} from "(\.{1,2}/[^"]+)";\n', re.MULTILINE)
_DECLARED = re.compile(
    r"^(export )?(?:async )?(?:const|let|class|function\*?) ([\w$]+)", re.MULTILINE
)
_DEFAULT = re.compile(r"^export default ", re.MULTILINE)


class BundleError(ValueError):
    """JavaScript modules that cannot be one: a circle, a missing name, or one defined twice."""


def component(name: str, *files: Path, isolate: bool = True) -> Callable[..., Any]:
    """Register a component and return the function that mounts it.

    files: its HTML and CSS, joined in this order, and the script that mounts it, which imports
    what it needs. With `isolate` the page's styles do not reach it.
    """
    html, css = (joined(files, kind) or None for kind in (".html", ".css"))
    js = script(files) or None
    return st.components.v2.component(name, html=html, css=css, js=js, isolate_styles=isolate)


def joined(files: Sequence[Path], kind: str) -> str:
    """Return the texts of the files whose name ends so, one below the other."""
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.suffix == kind)


def script(files: Sequence[Path]) -> str:
    """Bundle the scripts among some files."""
    return bundle(file for file in files if file.suffix == ".js")


def bundle(entries: Iterable[Path]) -> str:
    """Join modules and all that they import into one module, each after what it imports.

    A browser gets a component's script as one text, in which no import could be resolved.
    Raises `BundleError` where modules import each other in a circle, import a name that is not
    exported, define a name twice, or have a default export without being an entry.
    """
    files = [file.resolve() for file in entries]
    modules: dict[Path, str] = {}
    for file in files:
        _collect(file, modules, ())
    defined: dict[str, Path] = {}
    for file, text in modules.items():
        for name in _declared(text):
            if name in defined:
                raise BundleError(f"{name} is defined in {defined[name].name} and {file.name}")
            defined[name] = file
        if file not in files and _DEFAULT.search(text):
            raise BundleError(f"{file.name} is imported and has a default export")
    return "\n".join(_without_modules(text) for text in modules.values())


def _collect(file: Path, modules: dict[Path, str], importing: tuple[Path, ...]) -> None:
    """Add the modules that a file imports, then the file itself."""
    if file in importing:
        circle = " -> ".join(each.name for each in (*importing[importing.index(file) :], file))
        raise BundleError(f"modules import each other: {circle}")
    if file in modules:
        return
    text = file.read_text(encoding="utf-8")
    for names, address in _IMPORT.findall(text):
        imported = (file.parent / address).resolve()
        _collect(imported, modules, (*importing, file))
        exported = _declared(modules[imported], exported=True)
        for name in (each.strip() for each in names.split(",") if each.strip()):
            if name not in exported:
                raise BundleError(f"{file.name} imports {name}, which {address} does not export")
    modules[file] = text


def _declared(text: str, *, exported: bool = False) -> list[str]:
    """Return the names that a module declares at its top; only those it exports if so asked."""
    return [name for export, name in _DECLARED.findall(text) if export or not exported]


def _without_modules(text: str) -> str:
    """Return a module without its imports and exports, but for a default export."""
    return re.sub(r"^export (?!default )", "", _IMPORT.sub("", text), flags=re.MULTILINE)


class Markup(str):
    """Markup that Streamlit takes as it is: of a plain text it would look at each line."""

    def _repr_html_(self) -> str:
        return str(self)


@lru_cache(maxsize=64)
def looks(*files: Path) -> Markup:
    """Return the styles of some files, read once."""
    return Markup(f"<style>{joined(files, '.css')}</style>")


_PAGE = Template("""<!doctype html>
<html lang="$lang">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="$policy">
<title>$title</title>
$head<style>
$style
</style>
</head>
<body>
$body
$script</body>
</html>
""")
_COLOURS = {
    "text-color": "textColor",
    "background-color": "backgroundColor",
    "secondary-background-color": "secondaryBackgroundColor",
    "primary-color": "primaryColor",
}
"""The colours of a page, as the app's configuration calls each."""

_THEME = "{media} {{ :root {{ {colours} }} }}"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def document(
    lang: str,
    title: str,
    style: str,
    body: str,
    *scripts: str,
    connects: bool = False,
    works: bool = False,
    head: str = "",
) -> str:
    """Return a page that loads nothing, sends nothing and runs no script but those given.

    Each script is a module of its own. With `connects` they may talk to the server they came from,
    with `works` have a worker. `lang` is one of the app's languages; `title`, `body` and `head`,
    what else is said to machines, are HTML already.
    """
    contents = [f"\n{script}\n" for script in scripts]
    policy = _POLICY + ("; connect-src 'self'" if connects else "")
    policy += "; worker-src blob:" if works else ""
    if contents:
        digests = dict.fromkeys(
            b64encode(sha256(each.encode()).digest()).decode() for each in contents
        )
        policy += "; script-src" + "".join(f" 'sha256-{digest}'" for digest in digests)
    return _PAGE.substitute(
        lang=LANGUAGES[lang].html,
        policy=policy,
        title=title,
        head=head,
        style=style,
        body=body,
        script="".join(f'<script type="module">{each}</script>\n' for each in contents),
    )


def language_for(request: Request) -> str:
    """Return the language that an address asks for, else the one that the browser prefers."""
    [asked, *_] = parse_qs(request.url.query).get("lang", [""])
    accepted = request.headers.get("accept-language", "")
    return asked if asked in LANGUAGES else preferred(accepted)


def themes() -> str:
    """Write the app's own colours, as its pages have them; a printed page is light."""
    media = {"light": "@media all", "dark": "@media screen and (prefers-color-scheme: dark)"}
    styles = []
    for theme, where in media.items():
        options = {name: st.get_option(f"theme.{theme}.{_COLOURS[name]}") for name in _COLOURS}
        colours = " ".join(f"--st-{name}: {value};" for name, value in options.items() if value)
        styles.append(_THEME.format(media=where, colours=colours))
    return "\n".join(styles) + "\n"
