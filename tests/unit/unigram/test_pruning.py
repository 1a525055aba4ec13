"""The estimate behind pruning."""

import numpy as np
from scipy import special

from bpe.unigram.pruning import digamma


def test_digamma_equals_scipys():
    """The estimate of a piece's probability rests on digamma, from rare to frequent pieces."""
    x = np.concatenate((np.logspace(-3, 9, 5000), np.linspace(1.3, 1.6, 500)))
    np.testing.assert_allclose(digamma(x), special.digamma(x), rtol=2e-15, atol=2e-14)
