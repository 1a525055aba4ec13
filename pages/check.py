"""Check my BPE: where a list of merges leaves the record, why, and what that costs."""

from ui.check.panels import check_page
from ui.frame import page

bar = page("check")
check_page(bar)
bar.finish()
