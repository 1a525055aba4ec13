"""The Unigram model: trained in the other direction, from many pieces to few, with its own record.

>>> from bpe.unigram import train_unigram
>>> training = train_unigram("highest lowest coolest", vocab_size=12)
>>> training.model.best("▁lowest")
('▁', 'l', 'o', 'w', 'est')
"""

from .model import Edge, Split, UnigramModel
from .record import PieceFate, UnigramRound, UnigramSnapshot, UnigramStop, UnigramTraining
from .trainer import train_unigram

__all__ = [
    "Edge",
    "PieceFate",
    "Split",
    "UnigramModel",
    "UnigramRound",
    "UnigramSnapshot",
    "UnigramStop",
    "UnigramTraining",
    "train_unigram",
]
