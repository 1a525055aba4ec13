"""Two languages, one vocabulary: each trained alone, and both joined."""

from ui.frame import page
from ui.joint_controls import joint_controls
from ui.joint_panels import joint_panels, joint_player

page("joint")
two = joint_controls()
step = joint_player(two)
joint_panels(two, step)
