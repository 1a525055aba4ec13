"""What plain merges promise: several ways to apply them, one result."""

from bpe.encoding.ranks import merge, merge_everywhere


def test_a_merge_that_outranks_its_parts_tells_the_two_ways_apart():
    """One place at a time goes on with what a merge has just made; everywhere comes back later."""
    merged = {(1, 2): 1, (0, 3): 0}
    assert merge([1, 2, 0, 1, 2], merged, [4, 3]) == [3, 4]
    listed = {(1, 2): 1, (3, 1): 0}
    assert merge([1, 2, 1, 2], listed, [4, 3]) == [4, 2]
    assert merge_everywhere([1, 2, 1, 2], listed, [4, 3]) == [3, 3]
    assert merge_everywhere([5, 6], listed, [4, 3]) == [5, 6]
