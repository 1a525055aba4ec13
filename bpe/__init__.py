"""Train a subword tokenizer once, record the whole run, and replay any step of it.

>>> from bpe import train
>>> training = train("highest higher lower lowest cooler coolest", "paper", vocab_size=17)
>>> [merge.token for merge in training.merges]
['es', 'est', 'est</w>', 'er', 'er</w>']
>>> training.snapshot(3).tokens("highest")
('h', 'i', 'g', 'h', 'est</w>')
>>> tokenizer = training.tokenizer()
>>> encoding = tokenizer.encode("lower slowest")
>>> encoding.tokens
['l', 'o', 'w', 'er</w>', 's', 'l', 'o', 'w', 'est</w>']
>>> tokenizer.decode(encoding.ids)
'lower slowest'

`PRESETS` maps the names of tokenizer families to their rules; `TIE_RULES` names the rules that
choose among pairs with equal counts; `__version__` is the version that made a record.

>>> from bpe import PRESETS, TIE_RULES, __version__
>>> PRESETS["gpt"].tie_rule in TIE_RULES, __version__
(True, '0.1.0')
"""

from .corpus import Corpus
from .encoding.encoded import EncodedWord, Encoding, TraceStep
from .encoding.tokenizer import Tokenizer
from .errors import CorpusError
from .merging.values import (
    Merge,
    PairChange,
    PairCount,
    Stop,
    VocabularyToken,
    WordSplit,
)
from .rows import rows_of
from .schemes import PRESETS, TIE_RULES, Scheme
from .training import Snapshot, Training, train

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "TIE_RULES",
    "Corpus",
    "CorpusError",
    "EncodedWord",
    "Encoding",
    "Merge",
    "PairChange",
    "PairCount",
    "Scheme",
    "Snapshot",
    "Stop",
    "Tokenizer",
    "TraceStep",
    "Training",
    "VocabularyToken",
    "WordSplit",
    "__version__",
    "rows_of",
    "train",
]
