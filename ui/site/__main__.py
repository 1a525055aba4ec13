"""`python -m ui.site` writes the lesson as files: a folder, and an archive of it."""

import argparse
import logging
import os
from pathlib import Path

from ui.site.writing import write_site

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Write the site and print its size."""
    parser = argparse.ArgumentParser(prog="python -m ui.site", description=__doc__)
    parser.add_argument(
        "folder", nargs="?", type=Path, default=ROOT / "site", help="where (default: site)"
    )
    parser.add_argument(
        "--app",
        default="",
        help="address of the app, for what needs a server (default: no links)",
    )
    options = parser.parse_args()
    logging.disable(logging.WARNING)  # Streamlit warns about each look-up outside a page
    repository = os.environ.get("GITHUB_REPOSITORY", "")
    archive = write_site(options.folder, options.app, print, repository)
    size = sum(file.stat().st_size for file in options.folder.iterdir()) / 1_000_000
    print(f"{options.folder} holds {size:.1f} MB; {archive} holds the same, packed.")
    print(f"Open {options.folder / 'index.html'} in a browser: it trains any text by itself.")
    print("Put all files of the folder on any web server, or the archive into a course system.")


if __name__ == "__main__":
    main()
