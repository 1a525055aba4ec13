"""What if: forks of a run in lockstep with it, and engines side by side on one text."""

from ui.shell.frame import page
from ui.whatif.panels import whatif_page

bar = page("whatif")
whatif_page(bar)
bar.end()
