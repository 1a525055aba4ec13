"""Two languages, one vocabulary: each trained alone, and both joined."""

from ui.frame import page
from ui.joint.controls import joint_controls
from ui.joint.panels import joint_panels, joint_player

bar = page("joint")
two = joint_controls(bar)
step = joint_player(two)
joint_panels(two, step)
bar.finish()
