"""Check my BPE: a list's first difference from the record, its cause and its cost."""

from ui.frame import page
from ui.pickers import choose_run
from ui.views.check import check_chosen_list, choose_list, draw_verdict, take_uploaded_list

bar = page("check")
take_uploaded_list()
run = choose_run(bar)
choose_list(run.scheme)
draw_verdict(*check_chosen_list(run))
bar.finish()
