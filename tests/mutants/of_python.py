"""The small faults of a Python file: one operator, constant, argument or statement at a time."""

import ast
import copy
import itertools
from collections.abc import Iterator

from places import Mutant

COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
REMOVABLE = {"strip", "lstrip", "rstrip", "lower", "upper", "casefold", "copy"}
# These need no brackets, wherever they stand.
CLOSED = (ast.Constant, ast.Call, ast.Name, ast.JoinedStr, ast.Subscript, ast.Attribute, ast.Slice)
NOT_BEHAVIOUR = {"annotation", "returns", "decorator_list", "bases", "type_params"}


def mutants(source: str) -> list[Mutant]:
    """Return every mutant of a file, in order; each is a program that compiles."""
    tree = ast.parse(source)
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    lines = source.splitlines(keepends=True)

    def offset(line: int, column: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    found = {}
    for node, text in _changes(tree):
        start = offset(node.lineno, node.col_offset)
        mutant = Mutant(start, offset(node.end_lineno, node.end_col_offset), text)
        if mutant not in found and _compiles(mutant.of(source)):
            found[mutant] = None
    return sorted(found, key=lambda mutant: (mutant.start, mutant.end, mutant.text))


def _compiles(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def _changes(node: ast.AST, whole: ast.AST | None = None) -> Iterator[tuple[ast.AST, str]]:
    """Yield the node whose text changes, and the text.

    whole: the f-string around the node, since what stands inside one has no place of its own.
    """
    for name, value in ast.iter_fields(node):
        if name in NOT_BEHAVIOUR:
            continue
        decides = name == "test" and isinstance(node, ast.If | ast.While | ast.IfExp)
        for index, child in enumerate(value if isinstance(value, list) else [value]):
            if not isinstance(child, ast.AST) or _says_nothing(child):
                continue
            host = whole or (child if isinstance(child, ast.JoinedStr) else None)
            yield from _changes(child, host)
            for other in (*_variants(child), *([_not(child)] if decides else [])):
                if not host or host is child:
                    yield child, _text(other)
                    continue
                # Put it into the f-string for a moment, and write that anew.
                _put(node, name, index, other)
                yield host, ast.unparse(host)
                _put(node, name, index, child)


def _put(node: ast.AST, name: str, index: int, child: ast.AST) -> None:
    if isinstance(getattr(node, name), list):
        getattr(node, name)[index] = child
    else:
        setattr(node, name, child)


def _text(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text if isinstance(node, (ast.stmt, *CLOSED)) else f"({text})"


def _says_nothing(node: ast.AST) -> bool:
    """Whether it is documentation, an import or a type: no behaviour to change."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom() | ast.TypeIgnore():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() | ast.BinOp()):
            return name.lstrip("_")[:1].isupper() and not name.isupper()
        case ast.Call(func=ast.Name(id="TypeVar" | "cast" | "NewType")):
            return True
    return False


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _without(items: list, index: int) -> list:
    return items[:index] + items[index + 1 :]


def _not(node: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), node)


def _variants(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what could stand in the place of a node by mistake."""
    match node:
        case ast.Compare(ops=ops):
            for i, op in enumerate(ops):
                swapped = [*ops[:i], COMPARISONS[type(op)](), *ops[i + 1 :]]
                yield _with(node, ops=swapped)
        case ast.BinOp(op=op) if type(op) in OPERATORS:
            yield _with(node, op=OPERATORS[type(op)]())
        case ast.BoolOp(op=op, values=values):
            yield _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
            for i in range(len(values)):
                rest = _without(values, i)
                yield _with(node, values=rest) if len(rest) > 1 else rest[0]
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Constant(value=str(value)):
            yield ast.Constant(f"XX{value}XX")
        case ast.Constant(value=bytes(value)):
            yield ast.Constant(b"X" + value)
        case ast.IfExp(body=body, orelse=orelse):
            yield _with(node, body=orelse, orelse=body)
        case ast.Call():
            yield from _calls(node)
        case ast.Slice(lower=lower, upper=upper):
            one = ast.Constant(1)
            if lower:
                yield _with(node, lower=ast.BinOp(lower, ast.Add(), one))
                yield _with(node, lower=None)
            if upper:
                yield _with(node, upper=ast.BinOp(upper, ast.Sub(), one))
                yield _with(node, upper=None)
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            for i, part in enumerate(node.generators):
                for j in range(len(part.ifs)):
                    every = _with(part, ifs=_without(part.ifs, j))
                    changed = [*node.generators[:i], every, *node.generators[i + 1 :]]
                    yield _with(node, generators=changed)
        case ast.stmt():
            yield from _statements(node)


def _calls(node: ast.Call) -> Iterator[ast.AST]:
    asked = isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "issubclass")
    args = [] if asked else node.args
    for i, (one, other) in enumerate(itertools.pairwise(args)):
        starred = isinstance(one, ast.Starred) or isinstance(other, ast.Starred)
        if not starred and ast.dump(one) != ast.dump(other):
            yield _with(node, args=[*node.args[:i], other, one, *node.args[i + 2 :]])
    for i in range(len(node.keywords)):
        yield _with(node, keywords=_without(node.keywords, i))
    match node.func:
        case ast.Name(id=name) if name in TWINS:
            keywords = [] if name == "sorted" else node.keywords
            yield _with(node, func=ast.Name(TWINS[name]), keywords=keywords)
        case ast.Attribute(attr=name, value=value) if name in REMOVABLE:
            yield value


def _statements(node: ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.AugAssign(op=op):
            yield ast.Pass()
            if type(op) in OPERATORS:
                yield _with(node, op=OPERATORS[type(op)]())
        case ast.Return(value=ast.expr() as value):
            if not (isinstance(value, ast.Constant) and value.value is None):
                yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.Delete() | ast.Continue():
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
