"""What pages read off a record, kept for as long as the record is: it holds no record itself."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Any, Concatenate, ParamSpec, TypeVar
from weakref import ref

Record = TypeVar("Record")
Rest = ParamSpec("Rest")
Found = TypeVar("Found")

_PLACE = "_remembered"
_lock = Lock()


class _Kept(dict[Callable[..., Any], OrderedDict[tuple[Hashable, ...], object]]):
    """What was found for one record, by function and by the other arguments; nothing to copy."""

    def __reduce__(self) -> tuple[type, tuple[()]]:
        return _Kept, ()


def remembered(
    last: int,
) -> Callable[
    [Callable[Concatenate[Record, Rest], Found]], Callable[Concatenate[Record, Rest], Found]
]:
    """Make a function keep its `last` results for each record, which is its first argument.

    They are kept in the record's own namespace, as a cached property is: they go when it goes,
    even where they point back at it. Other records among the arguments are not kept alive, so
    what is found must not hold them. Arguments are given by position.
    """

    def decorate(
        function: Callable[Concatenate[Record, Rest], Found],
    ) -> Callable[Concatenate[Record, Rest], Found]:
        @wraps(function)
        def look_up(record: Record, *rest: Rest.args, **named: Rest.kwargs) -> Found:
            key = tuple(map(_weak, rest))
            with _lock:
                kept = vars(record).setdefault(_PLACE, _Kept())
                results = kept.setdefault(function, OrderedDict())
                if key in results:
                    results.move_to_end(key)
                    return results[key]
            found = function(record, *rest, **named)
            with _lock:
                results[key] = found
                while len(results) > last:
                    results.popitem(last=False)
            return found

        return look_up  # type: ignore[return-value] # by position alone, which no type can say

    return decorate


def forget(record: object) -> None:
    """Give up all that was found for a record: what points back at it would keep it alive."""
    getattr(record, "__dict__", {}).pop(_PLACE, None)


def _weak(value: Hashable) -> Hashable:
    """Stand for an argument without keeping it alive, where that can be."""
    try:
        return ref(value)
    except TypeError:
        return value
