"""Read each bomb in a process of its own, and print what it took: name, code, megabytes, seconds.

Run as a script, since the memory of all it starts is limited.
"""

import os
import resource
import sys

from bpe import PRESETS, CorpusError
from tests.unit.input.bombs import BOMBS
from ui.corpora.sources import of_upload, opened

LIMIT = 3 * 2**30


def read(name: str, data: bytes) -> str:
    """Read a file to its words; return what it is refused with, or nothing."""
    try:
        of_upload(opened(name, data)).corpus(PRESETS["paper"])
    except CorpusError as error:
        return error.code
    except MemoryError:
        return "MEMORY"
    return "-"


def main() -> None:
    """Fork for each bomb, so that each has a peak of its own."""
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))
    read("a.csv", b"low,1\n")
    for name, make in BOMBS.items():
        data = make()
        sys.stdout.flush()
        if os.fork():
            os.wait()
            continue
        before = resource.getrusage(resource.RUSAGE_SELF)
        code = read(name, data)
        after = resource.getrusage(resource.RUSAGE_SELF)
        grown = (after.ru_maxrss - before.ru_maxrss) // 1024
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(name, code, grown, round(seconds, 2), flush=True)
        os._exit(0)


if __name__ == "__main__":
    main()
