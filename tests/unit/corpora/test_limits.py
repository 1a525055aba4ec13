"""What a small machine is asked for is less."""

import os
import subprocess
import sys

import pytest

from bpe.input.opening import MEGABYTE
from tests.conftest import ROOT
from ui.cache import memory_of_host

SAID = """
from ui import cache
from ui.corpora import jobs, queue, results
from bpe.input.opening import MEGABYTE
workers = results.shared.queue.workers
print(jobs.MEMORY // MEGABYTE, cache.BUDGET // MEGABYTE, workers.count - queue.QUICK_AT_ONCE)
"""


def test_a_host_of_one_gigabyte_has_one_long_job_of_a_quarter_of_it():
    """And a sixth of its memory is for what is kept, however many cores it has."""
    told = os.environ | {"BPE_MEMORY": "1024"}
    said = subprocess.check_output([sys.executable, "-c", SAID], cwd=ROOT, env=told, text=True)
    assert said.split() == ["256", "170", "1"]


def test_without_a_word_there_is_enough():
    """The limits are the app's own then."""
    assert memory_of_host("") > 2**40
    assert memory_of_host("512") == 512 * MEGABYTE


@pytest.mark.parametrize("said", ["1 GB", "-1", "511", "1e3"])
def test_what_is_no_size_of_a_machine_is_refused(said):
    """With the setting, the rule, the value and the way out."""
    with pytest.raises(ValueError, match=r"^BPE_MEMORY must be .*, got '.*'\. Leave it out"):
        memory_of_host(said)
