"""What leans on Streamlit's insides or on how it draws a page: all of it, and nothing else.

Each place names the issue of streamlit/streamlit that will end it, or says what Streamlit would
have to offer: `README.md`. `tests/unit/house/test_shims.py` counts them.
"""

from pathlib import Path

_HERE = Path(__file__).parent
STYLES = (_HERE / "page.css", _HERE / "print.css")
"""How Streamlit's own parts of a page look, on a screen and on paper."""
