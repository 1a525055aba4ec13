"""Three runs for tests: each corpus separately, and both together, with the same limits."""

from bpe import train
from bpe.readings.joint import JointRuns, join_corpora


def train_joint(first, second, scheme="subword-nmt", **limits):
    """Train on each corpus separately and on both together."""
    alone = train(first, scheme, **limits), train(second, scheme, **limits)
    return JointRuns(alone, train(join_corpora(first, second), scheme, **limits))
