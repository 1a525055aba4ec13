"""HTML pages that leave the app as files, as a handout does: each needs nothing but itself."""

from base64 import b64encode
from hashlib import sha256
from string import Template

import streamlit as st

from ui.shell.frame import HTML_LANGUAGES

_PAGE = Template("""<!doctype html>
<html lang="$lang">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="$policy">
<title>$title</title>
<style>
$style
</style>
</head>
<body>
$body
$script</body>
</html>
""")
_COLOURS = ("text-color", "background-color", "secondary-background-color", "primary-color")
_THEME = "{media} {{ :root {{ {colours} }} }}"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def document(
    lang: str, title: str, style: str, body: str, script: str = "", *, connects: bool = False
) -> str:
    """Return a page that loads nothing, sends nothing and runs no script but the one given.

    With `connects` that script may talk to the server it came from. `lang` is one of the app's
    languages; `title` and `body` are HTML already.
    """
    policy, element = _POLICY + ("; connect-src 'self'" if connects else ""), ""
    if script:
        content = f"\n{script}\n"
        digest = b64encode(sha256(content.encode()).digest()).decode()
        policy += f"; script-src 'sha256-{digest}'"
        element = f'<script type="module">{content}</script>\n'
    return _PAGE.substitute(
        lang=HTML_LANGUAGES[lang],
        policy=policy,
        title=title,
        style=style,
        body=body,
        script=element,
    )


def themes() -> str:
    """Write the app's own colours, as its pages have them; a printed page is light."""
    media = {"light": "@media all", "dark": "@media screen and (prefers-color-scheme: dark)"}
    styles = []
    for theme, where in media.items():
        options = {name: st.get_option(f"theme.{theme}.{_option(name)}") for name in _COLOURS}
        colours = " ".join(f"--st-{name}: {value};" for name, value in options.items() if value)
        styles.append(_THEME.format(media=where, colours=colours))
    return "\n".join(styles) + "\n"


def _option(name: str) -> str:
    """Return how the app's configuration calls a colour."""
    first, *rest = name.split("-")
    return first + "".join(word.title() for word in rest)
