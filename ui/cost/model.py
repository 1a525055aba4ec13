"""The tab on the coding model, in words and in a formula."""

import streamlit as st

from ui.cost.run import FORMULAS, Run, bits
from ui.draw.say import say
from ui.shell.text import t


def model_panel(run: Run, step: int) -> None:
    """State the coding model in words and in a formula, with the numbers of this step."""
    st.html(FORMULAS)
    st.header(t("cost.model_heading"), anchor=False)
    st.markdown(t("cost.model_words"))
    st.latex(r"L(D, V) = L(D \mid V) + L(V)")
    st.latex(
        r"\begin{aligned} L(D \mid V) & = \sum_{t \in V} f(t) \log_2 \frac{N}{f(t)} \\"
        r" & = N \log_2 N - \sum_{t \in V} f(t) \log_2 f(t) \end{aligned}"
    )
    st.latex(r"L(V) = \sum_{t \in V} (|t| + 1) \log_2 (A + 1)")
    costs = run.costs
    say(
        "cost.model_numbers",
        step=step,
        N=int(costs.tokens[step]),
        V=int(costs.vocabulary_size[step]),
        A=len(run.training.alphabet),
        corpus=bits(costs.corpus_bits[step]),
        vocabulary=bits(costs.vocabulary_bits[step]),
        total=bits(costs.total_bits[step]),
    )
    st.markdown(t("cost.model_merge"))
    st.latex(
        r"\begin{aligned} \Delta L = {} & g(N - n) - g(N) \\"
        r" & + g(f(a)) - g(f(a) - n) \\ & + g(f(b)) - g(f(b) - n) - g(n) \\"
        r" & + (|c| + 1) \log_2 (A + 1) \\ g(x) = {} & x \log_2 x \end{aligned}"
    )
    st.markdown(t("cost.model_limits"))
    st.caption(t("cost.model_source"))
