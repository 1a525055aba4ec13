"""Step through BPE: watch the vocabulary grow, one merge at a time."""

from ui.controls.controls import choose_run
from ui.controls.details import details
from ui.controls.pins import pinned_words
from ui.frame import page
from ui.player import player_options, step_player
from ui.player.cutting import cut_run
from ui.shell.tabs import PANEL
from ui.train import PAGE
from ui.train.downloads import downloads
from ui.train.panels import clicked, panels_of
from ui.train.token.panel import take_clicked

bar = page("train")
run = choose_run(bar, own_button=True, ahead=[(cut_run, player_options())])
downloads(bar, run)
take_clicked(run)
pinned = pinned_words(run, "train")
step_player(run, "train", pinned=pinned, on_click=clicked, follows=[PANEL])
details(PAGE, panels_of(run), run)
bar.finish()
