"""Write all pages of the site into a folder, and the folder into one archive."""

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from shutil import copyfile
from zipfile import ZIP_DEFLATED, ZipFile

from ui.catalogue import LANGUAGES
from ui.home.notes import notes
from ui.shell.text import speaking, t
from ui.site.contents import NOTES, PAGES
from ui.site.page import file_of, written

PICTURE = Path(__file__).resolve().parents[2] / ".github" / "step-through.gif"
"""What those see who share the first page."""

ROBOTS_FILE, ROBOTS = "robots.txt", "User-agent: *\nAllow: /\n"
"""Search engines may list every page."""


def write_site(folder: Path, app: str, tell: Callable[[str], None], repository: str = "") -> Path:
    """Write every page in every language in place of those the folder held; return the archive.

    app: the address of the app, for what needs a server, or nothing. tell: takes a line a page.
    repository: "owner/name", which the first page leads to, where GitHub publishes it.
    Raises ValueError where the folder holds anything else.
    """
    folder.mkdir(parents=True, exist_ok=True)
    old = list(folder.iterdir())
    if strange := next((each for each in old if not _is_of_site(each)), None):
        raise ValueError(
            f"folder must be new or hold a site, got one with {strange.name!r}. Name another one."
        )
    for each in old:
        each.unlink()
    archive = folder.with_suffix(".zip")
    with ZipFile(archive, "w", ZIP_DEFLATED) as packed:
        for number, (file, content) in enumerate(files(app, repository), 1):
            (folder / file).write_text(content, encoding="utf-8", newline="\n")
            packed.write(folder / file, file)
            size = (folder / file).stat().st_size
            tell(f"{number}/{(len(PAGES) + 1) * len(LANGUAGES)}  {file}  {size / 1000:,.0f} KB")
        copyfile(PICTURE, folder / PICTURE.name)
        (folder / ROBOTS_FILE).write_text(ROBOTS, encoding="ascii", newline="\n")
        for name in (PICTURE.name, ROBOTS_FILE):
            packed.write(folder / name, name)
    return archive


def _is_of_site(file: Path) -> bool:
    return file.suffix in (".html", ".gif") or file.name == ROBOTS_FILE


def files(app: str, repository: str = "") -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each page and of the notes, in each language."""
    for page in PAGES:
        place = PAGES.index(page)
        before = PAGES[place - 1] if place else None
        after = PAGES[place + 1] if place + 1 < len(PAGES) else None
        for lang in LANGUAGES:
            with speaking(lang):
                yield (
                    page.file(lang),
                    written(page, app, before, after, PAGES[0], head(repository), repository),
                )
    for lang in LANGUAGES:
        yield file_of(NOTES, lang), notes(lang, names=False)


def head(repository: str) -> str:
    """Write what the first page says to whoever shares a link to it, in the language spoken."""
    owner, _, name = repository.partition("/")
    base = f"https://{owner}.github.io/{name}/" if name else ""
    title, said = escape(t("common.app_name")), escape(t("site.lead_home"))
    return (
        f'<meta name="description" content="{said}">\n'
        f'<meta property="og:title" content="{title}">\n'
        f'<meta property="og:description" content="{said}">\n'
        f'<meta property="og:image" content="{base}{PICTURE.name}">\n'
    )
