"""HTML pages that leave the app as files, as a handout does: each needs nothing but itself."""

from base64 import b64encode
from hashlib import sha256
from string import Template

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
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def document(lang: str, title: str, style: str, body: str, script: str = "") -> str:
    """Return a page that loads nothing, sends nothing and runs no script but the one given.

    `lang` is one of the app's languages; `title` and `body` are HTML already.
    """
    policy, element = _POLICY, ""
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
