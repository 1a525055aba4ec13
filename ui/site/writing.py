"""Write all pages of the site into a folder, and the folder into one archive."""

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from shutil import copyfile
from zipfile import ZIP_DEFLATED, ZipFile

from ui.catalogue import LANGUAGES
from ui.lesson.notes import notes
from ui.site.contents import NOTES, PAGES
from ui.site.page import file_of, written
from ui.text import speaking, t

PICTURE = Path(__file__).resolve().parents[2] / ".github" / "step-through.gif"
"""Preview of shared links to the first page."""

ROBOTS_FILE, ROBOTS = "robots.txt", "User-agent: *\nAllow: /\n"
"""Search engines may list every page."""


def write_site(folder: Path, app: str, tell: Callable[[str], None], repository: str = "") -> Path:
    """Write every page in every language, replacing the folder's pages; return the archive.

    app: the address of the app, for features that need a server, or "". tell: called with one line
        per page.
    repository: "owner/name", linked by the first page, if GitHub publishes it. Raises ValueError if
        the folder contains other files.
    """
    folder.mkdir(parents=True, exist_ok=True)
    old = list(folder.iterdir())
    ours = (".html", ".gif")
    strange = [each for each in old if each.suffix not in ours and each.name != ROBOTS_FILE]
    if strange:
        raise ValueError(
            "folder must be new or hold a site, "
            f"got one with {strange[0].name!r}. Name another one."
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


def files(app: str, repository: str = "") -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each page and of the notes, in each language."""
    for before, page, after in zip((None, *PAGES), PAGES, (*PAGES[1:], None), strict=False):
        for lang in LANGUAGES:
            with speaking(lang):
                yield (
                    page.file(lang),
                    written(page, app, before, after, PAGES[0], head(repository), repository),
                )
    for lang in LANGUAGES:
        yield file_of(NOTES, lang), notes(lang, has_names=False)


def head(repository: str) -> str:
    """Write the title and description of the first page for shared links."""
    owner, _, name = repository.partition("/")
    base = f"https://{owner}.github.io/{name}/" if name else ""
    title, said = escape(t("common.app_name")), escape(t("site.lead_home"))
    return (
        f'<meta name="description" content="{said}">\n'
        f'<meta property="og:title" content="{title}">\n'
        f'<meta property="og:description" content="{said}">\n'
        f'<meta property="og:image" content="{base}{PICTURE.name}">\n'
    )
