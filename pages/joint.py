"""Two languages, one vocabulary: each trained separately, and both together."""

from ui.frame import page
from ui.views.joint import choose_pair, draw_joint_tabs, draw_picture

bar = page("joint")
two = choose_pair(bar)
step = draw_picture(two)
draw_joint_tabs(two, step)
bar.finish()
