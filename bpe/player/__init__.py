"""The step player: everything between a `Training` and a picture of it in a browser.

`page_of` returns a run as one file. Other hosts (pages, notebooks, the app) cut a run with
`cutting` and pass it to `player.js` in the form of `player_data`.
"""

from .page import page_of as page_of
