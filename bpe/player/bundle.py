"""Pages and components from files: bundled JavaScript modules, and the page around them."""

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from string import Template

from .text import defaults

_IMPORT = re.compile(r'^import \{([^}]+)\} from "(\.{1,2}/[^"]+)";\n', re.MULTILINE)
_DECLARED = re.compile(
    r"^(export )?(?:async )?(?:const|let|class|function\*?) ([\w$]+)", re.MULTILINE
)
_CSS_COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
_HERE = Path(__file__).resolve().parent
_DEFAULT = re.compile(r"^export default ", re.MULTILINE)


class BundleError(ValueError):
    """JavaScript modules that cannot be bundled: an import cycle, a missing or a duplicate name."""


def joined(files: Sequence[Path], kind: str) -> str:
    """Return the concatenated texts of the files with this suffix, CSS without its comments."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in files if file.suffix == kind)
    return _CSS_COMMENT.sub("", text) if kind == ".css" else text


def script(files: Sequence[Path]) -> str:
    """Bundle the scripts among some files."""
    return bundle(file for file in files if file.suffix == ".js")


def bundle(entries: Iterable[Path]) -> str:
    """Join modules and their imports into one module, each after its imports.

    A browser gets a component's script as one text, in which no import could be resolved. Raises
    `BundleError` for an import cycle, an import of a name that is not exported, a duplicate name,
    and a default export outside an entry.
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
    """Add a file's imports, then the file itself."""
    if file in importing:
        circle = " -> ".join(each.name for each in (*importing[importing.index(file) :], file))
        raise BundleError(f"modules import each other: {circle}")
    if file in modules:
        return
    text = file.read_text(encoding="utf-8")
    for names, address in _IMPORT.findall(text):
        # An installed app has its scripts in a different folder from the package.
        _, of_player, name = address.rpartition("bpe/player/")
        imported = _HERE / name if of_player else (file.parent / address).resolve()
        _collect(imported, modules, (*importing, file))
        exported = _declared(modules[imported], exported=True)
        for name in (each.strip() for each in names.split(",") if each.strip()):
            if name not in exported:
                raise BundleError(f"{file.name} imports {name}, which {address} does not export")
    modules[file] = text


def _declared(text: str, *, exported: bool = False) -> list[str]:
    """Return the top-level names of a module, or only the exported ones."""
    return [name for export, name in _DECLARED.findall(text) if export or not exported]


def _without_modules(text: str) -> str:
    """Return a module without its imports and exports; a default export stays."""
    return re.sub(r"^export (?!default )", "", _IMPORT.sub("", text), flags=re.MULTILINE)


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
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src blob:; base-uri 'none'"
_POLICY += "; form-action 'none'"


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
    """Return a page that loads nothing, sends nothing and runs only the given scripts.

    Each script is a separate module. `connects` allows requests to the page's own server, `works`
    allows a worker. `lang` is a language code; `title`, `body` and `head` are HTML.
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
        lang=defaults(lang)["html"],
        policy=policy,
        title=title,
        head=head,
        style=style,
        body=body,
        script="".join(f'<script type="module">{each}</script>\n' for each in contents),
    )


def themes() -> str:
    """Return the colours of a page, light and dark; a printed page is light."""
    return (_HERE / "themes.css").read_text(encoding="utf-8")
