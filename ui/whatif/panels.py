"""Lay out the page What if: two futures in lockstep, and a tab for each thing to compare."""

from functools import partial

from ui.shell.frame import Bar
from ui.shell.tabs import draw_tabs
from ui.whatif import PAGE
from ui.whatif.futures import futures_panel, say_futures
from ui.whatif.rules import engines_panel
from ui.whatif.run import forked_run, lockstep


def whatif_page(bar: Bar) -> None:
    """Draw the run and a fork of it, and all tabs; only the open one is computed."""
    forked = forked_run(bar)
    step = lockstep(forked)
    say_futures(forked)
    draw_tabs(
        PAGE,
        {
            "futures": partial(futures_panel, forked, step),
            "engines": partial(engines_panel, forked.run),
        },
    )
