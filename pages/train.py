"""Step through BPE: watch the vocabulary grow, one merge at a time."""

from bpe.player.payload import ROWS
from ui.details import details
from ui.frame import page
from ui.lesson.own_words import named_words
from ui.panel import PANEL
from ui.pickers import choose_run
from ui.pins import pinned_words
from ui.player import player_options, step_player
from ui.views.train import clicked, downloads, tabs_of, tie_rules
from ui.views.train_token import take_clicked

bar = page("train")
run = choose_run(bar, own_button=True, options=player_options())
downloads(bar, run)
take_clicked(run)
named = named_words()
pinned, words = named or pinned_words(run, "train"), 0 if named else ROWS
step_player(
    run,
    "train",
    pinned=pinned,
    words=words,
    on_click=clicked,
    follows=[PANEL],
    rules=tie_rules(run),
)
details(tabs_of(run), run, default=run.start_step, last=len(run))
bar.finish()
