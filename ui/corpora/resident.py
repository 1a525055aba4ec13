"""How much memory a process of ours has, as each system says it, and how it gives some back.

The C library keeps what is freed in pieces, and a heap of its own for each of many threads: what
sessions leave behind would stay with the process.
"""

import ctypes
import gc
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

_STATM = "/proc/{}/statm"
_QUERY = 0x1000  # PROCESS_QUERY_LIMITED_INFORMATION

HEAPS = 2
"""Heaps of the C library: one thread at a time runs Python, so that hardly one has to wait."""

LARGE = 2**20
"""Bytes from which on a piece is the system's own again as soon as it is freed."""

_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8  # of malloc.h


def resident(pid: int) -> int | None:
    """Return the bytes that a process has in memory, or None where that cannot be known."""
    if sys.platform == "win32":
        return _on_windows(pid)
    try:
        pages = Path(_STATM.format(pid)).read_text(encoding="ascii").split()[1]
    except (OSError, IndexError):
        return _asked(pid)
    return int(pages) * _PAGE


def keep_together() -> None:
    """Have the C library keep few heaps and give back large pieces at once, where it is GNU's."""
    _tell("mallopt", _M_ARENA_MAX, HEAPS)
    _tell("mallopt", _M_MMAP_THRESHOLD, LARGE)


def give_back() -> None:
    """Free what is left in circles, and give what is free back to the system, where it is GNU's."""
    gc.collect()
    _tell("malloc_trim", 0)


def _tell(function: str, *values: int) -> None:
    """Call a function of the C library, if it has one of that name."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            getattr(ctypes.CDLL(None), function)(*values)


def _asked(pid: int) -> int | None:
    """Ask `ps`, which macOS has, in kilobytes."""
    try:
        said = subprocess.run(
            ["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=False
        ).stdout
        return int(said) * 1024
    except (OSError, ValueError):
        return None


def _on_windows(pid: int) -> int | None:
    windows = ctypes.windll.kernel32  # type: ignore[attr-defined]
    windows.OpenProcess.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(windows.OpenProcess(_QUERY, False, pid))
    size = ctypes.sizeof(_Counters)
    counters = _Counters(size)
    found = windows.K32GetProcessMemoryInfo(handle, ctypes.byref(counters), size)
    windows.CloseHandle(handle)
    return int(counters.working_set) if found else None


class _Counters(ctypes.Structure):
    """PROCESS_MEMORY_COUNTERS of the Windows API, down to what is asked for."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("page_faults", ctypes.c_uint32),
        ("peak_working_set", ctypes.c_size_t),
        ("working_set", ctypes.c_size_t),
        ("other", ctypes.c_size_t * 6),
    )


def _page() -> int:
    try:
        import resource
    except ImportError:
        return 4096
    return resource.getpagesize()


_PAGE = _page()
