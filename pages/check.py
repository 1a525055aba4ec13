"""Check my BPE: where a list of merges leaves the record, why, and what that costs."""

from ui.check.lists import check_chosen_list, choose_list, load_uploaded_list
from ui.check.panels import draw_known_mistakes, draw_unchecked, draw_verdict
from ui.controls.controls import choose_run
from ui.frame import page

bar = page("check")
load_uploaded_list()
run = choose_run(bar)
choose_list(run.scheme)
found = None if run.is_fallback else check_chosen_list(run)
if found is None:
    draw_unchecked(run)
else:
    draw_verdict(found)
    draw_known_mistakes(found)
bar.finish()
