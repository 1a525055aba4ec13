"""HTML pages that leave the app as files, as a handout does: each needs nothing but itself."""

from base64 import b64encode
from hashlib import sha256
from string import Template
from urllib.parse import parse_qs

import streamlit as st
from starlette.requests import Request

from ui.languages import LANGUAGES, preferred

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
