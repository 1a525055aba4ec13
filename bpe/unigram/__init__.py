"""The Unigram model: trained the other way, from many pieces to few, with a record of its own."""

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
