"""The Unigram model: trained the other way, from many pieces to few, with a record of its own."""

from .model import COURSE_VOCABULARY, Edge, Split, UnigramModel, model_from_counts
from .record import PieceFate, UnigramRound, UnigramSnapshot, UnigramTraining
from .trainer import train_unigram

__all__ = [
    "COURSE_VOCABULARY",
    "Edge",
    "PieceFate",
    "Split",
    "UnigramModel",
    "UnigramRound",
    "UnigramSnapshot",
    "UnigramTraining",
    "model_from_counts",
    "train_unigram",
]
