"""The tab of changes: what a normalizer does to each character, and what each one loses."""

from collections import Counter
from html import escape

import streamlit as st

from bpe.readings.sentences import normalize_sentence, sentence_changes
from ui.draw.say import say
from ui.sentencepiece import markup
from ui.shell.text import t

ORDER = ("nmt_nfkc", "nfkc", "nfc", "none")
LOSSES = {
    "wide": "ｈｅｌｌｏ",
    "circled": "①",
    "ligature": "ﬁne",
    "accents": "e\u0301",
    "power": "x²",
    "spaces": "a  b",
    "ideographic": "你\u3000好",
}


def changes_panel(text: str, normalizer: str) -> None:
    """Show what the normalizer does to each character, and what each normalizer loses."""
    found = sentence_changes(text, normalizer)
    nothing = t("sentencepiece.nothing")
    st.header(
        t("sentencepiece.changes", name=t(f"sentencepiece.normalizer_{normalizer}")), anchor=False
    )
    if not found:
        say("sentencepiece.empty")
    else:
        st.html(markup.changes(found, nothing))
    changed = Counter(change for change in found if change.kind != "same")
    if changed:
        st.html(
            markup.table(
                [
                    t(f"sentencepiece.column_{name}")
                    for name in ("before", "numbers", "after", "kind", "times")
                ],
                [
                    (
                        markup.drawn(change.before),
                        escape(" ".join(f"U+{ord(each):04X}" for each in change.before)),
                        markup.drawn(change.after) or escape(nothing),
                        escape(t(f"sentencepiece.kind_{change.kind}")),
                        f"{times:,}",
                    )
                    for change, times in changed.most_common()
                ],
                t("sentencepiece.changes_table"),
            )
        )
    elif found:
        say("sentencepiece.changes_none")
    st.header(t("sentencepiece.losses"), anchor=False)
    say("sentencepiece.losses_how")
    st.html(
        markup.table(
            [
                t("sentencepiece.column_before"),
                *(t(f"sentencepiece.normalizer_{name}") for name in ORDER),
            ],
            [
                (
                    markup.drawn(loss),
                    *(
                        markup.text(normalize_sentence(loss, name), nothing)
                        if normalize_sentence(loss, name) != loss
                        else f"<small>{escape(t('sentencepiece.unchanged'))}</small>"
                        for name in ORDER
                    ),
                )
                for loss in LOSSES.values()
            ],
            t("sentencepiece.losses"),
        )
    )
