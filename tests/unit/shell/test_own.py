"""A text of the reader's own is kept small, and comes back as it was."""

from tests.cases import for_each
from ui.corpora.sources import opened
from ui.shell import own

FILES = {
    "mine.txt": "to be or not to be, that is 的 question\n".encode() * 1_000,
    "utf16.txt": ("\ufeff" + "wie es dir gefällt " * 1_000).encode("utf-16-le"),
    "words.csv": b"word,count\n" + b"".join(b"w%d,%d\n" % (n, n + 1) for n in range(2_000)),
}


@for_each("name", FILES)
def test_what_is_kept_of_a_file_takes_less_and_is_the_whole_file(name):
    """Its budget holds more readers, and the file that comes back is equal."""
    upload = opened(name, FILES[name])
    packed, size = own._packed(upload)
    assert size < len(upload.data) / 2
    assert own._unpacked(packed) == upload


def test_two_files_are_kept_like_one():
    """Each under its side, and both are counted."""
    uploads = {side: opened("mine.txt", b"%d to be " % side * 500) for side in (1, 2)}
    packed, size = own._packed(uploads)
    assert size == sum(own._packed(upload)[1] for upload in uploads.values())
    assert own._unpacked(packed) == uploads
