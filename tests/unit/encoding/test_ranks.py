"""What plain merges promise."""

from bpe.encoding.ranks import merge


def test_a_merge_that_outranks_its_parts_is_merged_as_soon_as_these_are():
    """One place at a time: what a merge has just made is looked at before its next place."""
    merged = {(1, 2): 1, (0, 3): 0}
    assert merge([1, 2, 0, 1, 2], merged, [4, 3]) == [3, 4]
    listed = {(1, 2): 1, (3, 1): 0}
    assert merge([1, 2, 1, 2], listed, [4, 3]) == [4, 2]
