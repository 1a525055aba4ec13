"""The Unigram model: trained the other way, from many pieces to few, with a record of its own.

`COURSE_VOCABULARY` is a toy one that a popular course counts by: pieces and how often they occur.

>>> from bpe.unigram import COURSE_VOCABULARY
>>> COURSE_VOCABULARY["ug"], sum(COURSE_VOCABULARY.values())
(20, 210)
"""

from .course import COURSE_VOCABULARY, CourseSplit, course_scores, course_splits
from .model import Edge, Split, UnigramModel, model_from_counts
from .record import PieceFate, UnigramRound, UnigramSnapshot, UnigramStop, UnigramTraining
from .tokenizer import UnigramEncoding, UnigramTokenizer, UnigramWord
from .trainer import train_unigram

__all__ = [
    "COURSE_VOCABULARY",
    "CourseSplit",
    "Edge",
    "PieceFate",
    "Split",
    "UnigramEncoding",
    "UnigramModel",
    "UnigramRound",
    "UnigramSnapshot",
    "UnigramStop",
    "UnigramTokenizer",
    "UnigramTraining",
    "UnigramWord",
    "course_scores",
    "course_splits",
    "model_from_counts",
    "train_unigram",
]
