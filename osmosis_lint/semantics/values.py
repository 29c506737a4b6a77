"""What an expression can stand for.

The resolver answers every question with a tuple of these values: all that the expression may be, as
far as the source shows. An empty tuple means "unknown", and nothing is ever reported about it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from osmosis_lint.semantics.modules import Module
    from osmosis_lint.semantics.scopes import Place, Scope


class Value:
    """Base of all values; two values are equal when they stand for the same thing."""

    __slots__ = ()

    def key(self) -> tuple[object, ...]:
        """What identifies the value among those of its class."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return self.__class__ is other.__class__ and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((self.__class__, self.key()))

    def __repr__(self) -> str:
        return f"{self.__class__.__name__}{self.key()!r}"


# All that an expression may be.
Types = tuple[Value, ...]


class SdkModule(Value):
    """A module of the SDK."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def key(self) -> tuple[object, ...]:
        return (self.name,)


class SdkClass(Value):
    """A class of the SDK, by its canonical qualified name."""

    __slots__ = ("qualname",)

    def __init__(self, qualname: str) -> None:
        self.qualname = qualname

    def key(self) -> tuple[object, ...]:
        return (self.qualname,)


class SdkFunction(Value):
    """A function or method of the SDK; `owner` is the class it was reached through, if any."""

    __slots__ = ("bound", "owner", "qualname")

    def __init__(self, qualname: str, owner: str = "", bound: bool = False) -> None:
        self.qualname = qualname
        self.owner = owner
        self.bound = bound

    def key(self) -> tuple[object, ...]:
        return (self.qualname, self.owner, self.bound)


class External(Value):
    """Anything of another library or of the builtins, by the dotted name it was reached through."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def key(self) -> tuple[object, ...]:
        return (self.name,)

    # The most compared of all.
    def __eq__(self, other: object) -> bool:
        return other.__class__ is External and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


class ProjectModule(Value):
    """A module of the project under check."""

    __slots__ = ("module",)

    def __init__(self, module: Module) -> None:
        self.module = module

    def key(self) -> tuple[object, ...]:
        return (id(self.module),)


class ProjectNamespace(Value):
    """A folder of the project without `__init__.py`, imported as a package. `name` is its dotted name."""

    __slots__ = ("importer", "name")

    def __init__(self, name: str, importer: Module) -> None:
        self.name = name
        self.importer = importer

    def key(self) -> tuple[object, ...]:
        return (self.name,)


class ProjectClass(Value):
    """A class defined in the project."""

    __slots__ = ("scope",)

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def key(self) -> tuple[object, ...]:
        return (id(self.scope),)


class ProjectFunction(Value):
    """A function, method or lambda of the project; `receiver` is what its first parameter is bound to."""

    __slots__ = ("receiver", "scope")

    def __init__(self, scope: Scope, receiver: Value | None = None) -> None:
        self.scope = scope
        self.receiver = receiver

    def key(self) -> tuple[object, ...]:
        return (id(self.scope), self.receiver)


class Instance(Value):
    """An object of a class. `args` are what a container holds: elements, or keys and values."""

    __slots__ = ("args", "cls")

    def __init__(self, cls: Value, args: tuple[Types, ...] = ()) -> None:
        self.cls = cls
        self.args = args

    def key(self) -> tuple[object, ...]:
        return (self.cls, self.args)


class Literal(Value):
    """A constant of the source: text, bytes, number, bool or None."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def key(self) -> tuple[object, ...]:
        return (type(self.value), self.value)


class Partial(Value):
    """What `functools.partial(function, …)` gives: the call still to be made."""

    __slots__ = ("call", "function", "place")

    def __init__(self, function: Value, call: ast.Call, place: Place) -> None:
        self.function = function
        self.call = call
        self.place = place

    def key(self) -> tuple[object, ...]:
        return (self.function, id(self.call))


class Super(Value):
    """What `super()` gives inside a method: the bases of the class, and the object."""

    __slots__ = ("receiver", "scope")

    def __init__(self, scope: Scope, receiver: Value) -> None:
        self.scope = scope
        self.receiver = receiver

    def key(self) -> tuple[object, ...]:
        return (id(self.scope), self.receiver)


NONE = Literal(None)

LIST = External("builtins.list")
DICT = External("builtins.dict")
TUPLE = External("builtins.tuple")
SET = External("builtins.set")
STR = External("builtins.str")
INT = External("builtins.int")
FLOAT = External("builtins.float")
BOOL = External("builtins.bool")
BYTES = External("builtins.bytes")
OBJECT = External("builtins.object")
ITERATOR = External("typing.Iterator")
AWAITABLE = External("typing.Awaitable")
CONTEXT_MANAGER = External("typing.ContextManager")
CALLABLE = External("typing.Callable")
# Those whose `get` is awaited, and those whose `get` waits.
ASYNC_QUEUES = frozenset(External(f"asyncio.{name}") for name in ("Queue", "LifoQueue", "PriorityQueue"))
QUEUES = ASYNC_QUEUES | {External(f"queue.{name}") for name in ("Queue", "LifoQueue", "PriorityQueue", "SimpleQueue")}


def union(*groups: Types) -> Types:
    """All values of all groups, each once, in order of appearance."""
    groups = tuple(group for group in groups if group)
    if len(groups) <= 1:
        return groups[0] if groups else ()
    out: dict[Value, None] = {}
    for group in groups:
        for value in group:
            out[value] = None
    return tuple(out)


def known_among(groups: list[Types]) -> Types:
    """The same for the contents of a container, with an object for what is unknown when the rest is known."""
    found = union(*groups)
    return union(found, (Instance(OBJECT),)) if found and not all(groups) else found


def uniform(types: Types) -> Types:
    """The values if they are all of one class; else nothing, since a key or index means one of them only."""
    found = [value for value in types if value != NONE]
    if len(found) < 2:
        return types
    if len({_class_of(value) for value in found}) > 1:
        return ()
    held = [value.args for value in found if isinstance(value, Instance)]
    for position in range(max(map(len, held), default=0)):
        kinds = {frozenset(map(_class_of, args[position])) for args in held if len(args) > position and args[position]}
        if len(kinds) > 1:
            return ()
    return types


def _class_of(value: Value) -> Value:
    return value.cls if isinstance(value, Instance) else value


def without_none(types: Types) -> Types:
    """The same without a literal None."""
    return tuple(value for value in types if value != NONE)


def element(types: Types) -> Types:
    """What iterating over containers gives: elements of sequences, keys of mappings."""
    found: list[Types] = []
    for value in types:
        if isinstance(value, Instance) and value.args and value.cls.__class__ is not ProjectClass:
            if value.cls == TUPLE:
                found.extend(value.args)
            else:
                found.append(value.args[0])
    return union(*found)


def awaited(types: Types) -> Types:
    """What `await` gives; an object of another library stands for what awaiting it gives as well."""
    found: list[Types] = []
    for value in types:
        if isinstance(value, Instance) and isinstance(value.cls, External):
            if value.cls == AWAITABLE:
                found.append(value.args[0] if value.args else ())
            elif not value.cls.name.startswith(("builtins.", "typing.")):
                found.append((value,))
    return union(*found)


def instances(types: Types) -> Types:
    """Objects of the classes among the values (what an annotation that names them means)."""
    return tuple(Instance(value) for value in types if isinstance(value, (SdkClass, ProjectClass, External)))
