"""Files on disk, which another program that cleans /tmp may delete."""

import pickle
import shutil
from pathlib import Path

import pytest

from ui import spool
from ui.catalogue import Refusal
from ui.own_text.sources import of_text, text_in
from ui.spool import SpoolFile


def test_what_a_cleaner_deleted_is_made_again_or_said_to_be_gone():
    """A text is written again, an upload raises `files_gone`, and a folder is created again."""
    source, upload, name = of_text("low lower", "a"), SpoolFile(b"mine"), SpoolFile()
    shutil.rmtree(Path(source.file.path).parent)
    assert text_in(source.file) == "low lower"
    with pytest.raises(Refusal) as refused:
        upload.digest  # noqa: B018 - reads the file
    assert refused.value.code == "files_gone"
    shutil.rmtree(Path(source.file.path).parent)
    assert pickle.loads(pickle.dumps(name)) == name.path
    spool.replace_file(name.path, b"result")
    assert Path(name).read_bytes() == b"result"
    assert SpoolFile(b"new").nbytes == 3


def test_a_full_disk_is_a_sentence_and_a_name_is_reserved_again_once_there_is_room():
    """A file in place of the folder lets each write fail, as a full disk does."""
    folder = Path(SpoolFile().path).parent
    name = SpoolFile()
    shutil.rmtree(folder)
    folder.write_bytes(b"")
    try:
        for use in (lambda: SpoolFile(b"new"), name.__fspath__, SpoolFile(bytes).__fspath__):
            with pytest.raises(Refusal) as refused:
                use()
            assert refused.value.code == "disk_full"
    finally:
        folder.unlink()
    assert SpoolFile(b"new").nbytes == 3
