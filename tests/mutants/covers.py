"""Which tests hold which module: the tests that `make mutants` runs, cheapest first.

The longest beginning of a module's path decides; `{folder}` is the folder the module is in. What
does not exist (yet) is left out.
"""

from pathlib import Path

PYTHON = {
    "bpe/": "tests/unit/test_corpus.py tests/unit/text tests/unit/merging tests/unit/house"
    " tests/unit/encoding tests/oracle",
    "bpe/text/": "tests/unit/text tests/unit/test_corpus.py tests/oracle/test_normalizers.py"
    " tests/oracle/test_trainers.py",
    "bpe/text/characters.py": "tests/unit/text tests/unit/encoding/test_alignment.py",
    "bpe/merging/": "tests/unit/merging tests/oracle/test_subword_nmt.py"
    " tests/oracle/test_trainers.py tests/oracle/test_wordpiece.py",
    "bpe/encoding/": "tests/unit/encoding tests/oracle/test_encoding.py"
    " tests/oracle/test_subword_nmt.py tests/oracle/test_trainers.py"
    " tests/oracle/test_wordpiece.py",
    "bpe/unigram/": "tests/unit/unigram tests/oracle/test_unigram.py",
    "bpe/readings/": "tests/unit/readings tests/oracle/test_joint.py tests/oracle/test_sentences.py"
    " tests/oracle/test_trainers.py",
    "bpe/readings/placed.py": "tests/unit/readings/test_placed.py tests/oracle/files/test_real.py",
    "bpe/files/": "tests/unit/files tests/oracle/files",
    "bpe/checking/": "tests/unit/checking",
    "bpe/commands/": "tests/unit/commands",
    "bpe/counting/": "tests/unit/counting tests/unit/test_corpus.py",
    "bpe/input/": "tests/unit/input tests/unit/counting tests/unit/files tests/unit/test_corpus.py",
    "bpe/notebook.py": "tests/unit/test_notebook.py",
    "bpe/errors.py": "tests/unit/house/test_errors.py tests/unit/house/test_catalogue.py",
    "ui/draw/sheets.py": "tests/unit/draw/test_downloads.py",
    "ui/draw/downloads.py": "tests/unit/draw/test_downloads.py tests/pages/test_train.py",
    "ui/catalogue.py": "tests/unit/house/test_catalogue.py tests/unit/shell",
    "ui/shell/": "tests/unit/shell tests/pages/test_home.py tests/pages/test_permalink.py"
    " tests/pages/test_tabs.py tests/pages/test_thread.py",
    "ui/shell/own.py": "tests/pages/test_own_text.py tests/unit/shell",
    "ui/corpora/": "tests/unit/corpora tests/pages/test_permalink.py",
    "ui/controls/": "tests/unit/controls tests/pages/test_controls.py"
    " tests/pages/test_permalink.py",
    "ui/controls/notes.py": "tests/unit/controls tests/pages/test_controls.py"
    " tests/pages/test_thread.py",
    "ui/controls/own_text.py": "tests/unit/controls tests/pages/test_controls.py"
    " tests/pages/test_own_text.py",
    "ui/draw/": "tests/unit/draw tests/pages/test_train.py",
    "ui/draw/tables.py": "tests/unit/draw tests/unit/pages/train",
    "ui/player/": "tests/unit/player tests/pages/test_train.py",
    "ui/models/": "tests/unit/pages/models tests/pages/test_models.py"
    " tests/pages/test_models_chapters.py",
    "ui/site/": "tests/unit/site tests/browser/test_site.py",
    "ui/": "tests/unit/pages/{folder} tests/pages/test_{folder}.py",
}
JAVASCRIPT = {
    "ui/player/": "tests/browser/player",
    "ui/encode/": "tests/browser/encode",
    "ui/unigram/": "tests/browser/unigram",
    "ui/player/handout.js": "tests/browser/test_handout.py",
    "ui/player/player.js": "tests/browser/player tests/browser/test_life.py",
    "ui/player/room.js": "tests/browser/player tests/browser/test_every_page.py",
    "ui/shell/": "tests/browser/shell tests/browser/test_frame.py tests/browser/encode"
    " tests/browser/test_thread.py",
    "ui/draw/": "tests/browser/encode tests/browser/player",
    "ui/": "tests/browser/{folder} tests/browser/test_{folder}.py",
}


def tests_of(module: str, root: Path) -> list[str]:
    """Return the tests that hold a module, by this table."""
    table = JAVASCRIPT if module.endswith(".js") else PYTHON
    longest = max((key for key in table if module.startswith(key)), key=len)
    folder = module.split("/")[1]
    named = table[longest].format(folder=folder).split()
    # The test with the module's own name most often notices first.
    own = [f"{name}/test_{Path(module).stem}.py" for name in named]
    return [name for name in own + named if (root / name).exists()]
