"""The shapes of classes: bases, own and inherited members, and what their constructor takes."""

from __future__ import annotations

import ast
import functools
from dataclasses import dataclass

from .annotations import Place, bounds, type_text, value_type
from .functions import Function, decorator_names, function_shape, parameters
from .package import Binding, Package, bind_body
from .shapes import Parameter, Shape, is_public, is_sdk

_PYDANTIC = frozenset({"pydantic.BaseModel", "pydantic.RootModel", "pydantic_settings.BaseSettings"})
_TYPED_DICT = frozenset({"typing.TypedDict", "typing_extensions.TypedDict"})
#: Bases that add neither recorded members nor a constructor of their own.
_PLAIN = frozenset({"object", "abc.ABC", "typing.Generic", "typing.Protocol", "typing_extensions.Protocol"})


@dataclass
class Field:
    """One annotated name of a class body that takes part in a generated constructor."""

    name: str
    type: str | None
    required: bool
    keyword_only: bool
    in_constructor: bool
    is_attribute: bool


class ClassFacts:
    """What the source says about one class."""

    def __init__(self, package: Package, path: str) -> None:
        found = package.definition(path)
        node = found[1] if found is not None else None
        if found is None or not isinstance(node, ast.ClassDef):
            raise LookupError(path)
        module = found[0]
        self.path = path
        self.node = node
        self.package = package
        self.place = Place(package, module).within(node.type_params, path)
        self.scope = bind_body(node.body, module.name)
        self.bases = tuple(self._base(base) for base in node.bases)
        self.decorators = decorator_names(node, self.place)

    def _base(self, node: ast.expr) -> str:
        if isinstance(node, ast.Subscript):
            node = node.value
        named = self.package.named(self.place.module, node)
        return named if named is not None else "?"

    def ancestors(self) -> list[str]:
        """The canonical names of all bases, nearest first (depth first, a repeated one at its last place)."""
        found: list[str] = []
        for base in self.bases:
            inner = class_facts(self.package, base)
            for name in [base, *(inner.ancestors() if inner else [])]:
                if name in found:
                    found.remove(name)
                found.append(name)
        return found

    def option(self, decorator: str, name: str) -> bool | None:
        """The constant that a class decorator is given for a keyword."""
        for node, named in zip(self.node.decorator_list, self.decorators, strict=True):
            if named == decorator and isinstance(node, ast.Call):
                for keyword in node.keywords:
                    if keyword.arg == name and isinstance(keyword.value, ast.Constant):
                        return bool(keyword.value.value)
        return None

    @property
    def is_dataclass(self) -> bool:
        return "dataclasses.dataclass" in self.decorators or "pydantic.dataclasses.dataclass" in self.decorators

    def has_ancestor(self, names: frozenset[str]) -> bool:
        return any(name in names for name in self.ancestors())

    @property
    def is_enum(self) -> bool:
        return any(name.startswith("enum.") for name in self.ancestors())

    @property
    def has_protocol_base(self) -> bool:
        """Whether the class is itself a protocol, which nobody calls."""
        return any(base in {"typing.Protocol", "typing_extensions.Protocol"} for base in self.bases)

    def fields(self) -> list[Field]:
        """The annotated names of this class body, in order."""
        keyword_only = bool(self.option("dataclasses.dataclass", "kw_only"))
        found = []
        for name, binding in self.scope.bindings.items():
            if binding.annotation is None:
                continue
            wrapper = _wrapper(binding.annotation, self)
            if wrapper == "dataclasses.KW_ONLY":
                keyword_only = True
                continue
            if wrapper in {"typing.ClassVar", "typing_extensions.ClassVar"}:
                continue
            options = _field_options(binding.value)
            found.append(
                Field(
                    name,
                    type_text(binding.annotation, self.place),
                    _is_required(binding.value, options),
                    options.get("kw_only", keyword_only),
                    options.get("init", True),
                    wrapper != "dataclasses.InitVar",
                )
            )
        return found


@functools.cache
def class_facts(package: Package, path: str) -> ClassFacts | None:
    """The facts of an SDK class; None for a name that is no class of the SDK."""
    try:
        return ClassFacts(package, path) if is_sdk(path) else None
    except LookupError:
        return None


def _wrapper(annotation: ast.expr, facts: ClassFacts) -> str:
    node = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        node = ast.parse(node.value.strip(), mode="eval").body
        return _wrapper(node, facts)
    return facts.package.named(facts.place.module, node) or ""


def _field_options(value: ast.expr | None) -> dict[str, bool]:
    """The constant options of `field(...)`; a `default` or `default_factory` shows as `default`."""
    options: dict[str, bool] = {}
    if isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2] in {"field", "Field"}:
        options["default"] = False
        for keyword in value.keywords:
            if keyword.arg in {"default", "default_factory"}:
                options["default"] = not (isinstance(keyword.value, ast.Constant) and keyword.value.value is ...)
            elif keyword.arg in {"init", "kw_only"} and isinstance(keyword.value, ast.Constant):
                options[keyword.arg] = bool(keyword.value.value)
        if value.args:
            options["default"] = not (isinstance(value.args[0], ast.Constant) and value.args[0].value is ...)
    return options


def _is_required(value: ast.expr | None, options: dict[str, bool]) -> bool:
    if value is None or (isinstance(value, ast.Constant) and value.value is ...):
        return True
    return not options.get("default", True)


def class_shape(package: Package, path: str) -> Shape:
    """The shape of a class with its inherited members."""
    facts = ClassFacts(package, path)
    variables = {name: type_text(bound, facts.place) for name, bound in bounds(facts.node.type_params).items()}
    shape = Shape("class", bases=facts.bases, variables=variables, parameters=constructor(facts))
    shape.members = _own_members(facts)
    for base in facts.ancestors():
        inherited = class_facts(package, base)
        if inherited is None:
            continue
        for name, member in _own_members(inherited).items():
            if name not in shape.members:
                member.own = False
                shape.members[name] = member
    return shape


def _own_members(facts: ClassFacts) -> dict[str, Shape]:
    found: dict[str, Shape] = {}
    for name, binding in facts.scope.bindings.items():
        if is_public(name):
            member = _body_member(facts, name, binding)
            if member is not None:
                found[name] = member
    for name, shape in _instance_attributes(facts).items():
        if is_public(name) and (name not in found or (found[name].kind == "attribute" and found[name].type is None)):
            found[name] = shape
    return found


def _body_member(facts: ClassFacts, name: str, binding: Binding) -> Shape | None:
    match binding.node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() as node:
            return function_shape(node, facts.place, in_class=True)
        case ast.ClassDef():
            return class_shape(facts.package, f"{facts.path}.{name}")
    if facts.has_ancestor(_TYPED_DICT):
        return Shape("key", type=type_text(binding.annotation, facts.place))
    if facts.is_enum and binding.annotation is None and binding.value is not None:
        return Shape("attribute", type=facts.path)
    if binding.kind == "import":
        return None
    if binding.annotation is not None:
        if binding.value is None and _wrapper(binding.annotation, facts) == "dataclasses.InitVar":
            return None
        return Shape("attribute", type=type_text(binding.annotation, facts.place))
    return Shape("attribute", type=value_type(binding.value, facts.place))


def _instance_attributes(facts: ClassFacts) -> dict[str, Shape]:
    """What the methods of a class assign to `self`; `__init__` speaks first."""
    methods = [
        binding.node
        for binding in facts.scope.bindings.values()
        if isinstance(binding.node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    methods.sort(key=lambda method: method.name != "__init__")
    found: dict[str, Shape] = {}
    for method in methods:
        if "staticmethod" in decorator_names(method, facts.place) or not (method.args.posonlyargs + method.args.args):
            continue
        place = facts.place.within(method.type_params)
        known = {name: parameter.type for name, parameter in parameters(method, place, True).items()}
        receiver = (method.args.posonlyargs + method.args.args)[0].arg
        for name, annotation, value in _assigned(method, receiver):
            evident = type_text(annotation, place) or value_type(value, place, known)
            if name not in found or (found[name].type is None and evident is not None):
                found[name] = Shape("attribute", type=evident)
    return found


def _assigned(method: Function, receiver: str) -> list[tuple[str, ast.expr | None, ast.expr | None]]:
    """The attributes of the receiver that a method stores, each with its annotation and value."""
    plain: dict[int, tuple[ast.expr | None, ast.expr | None]] = {}
    for node in ast.walk(method):
        if isinstance(node, ast.Assign):
            plain.update({id(target): (None, node.value) for target in node.targets})
        elif isinstance(node, ast.AnnAssign):
            plain[id(node.target)] = (node.annotation, node.value)
    found = []
    for node in ast.walk(method):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute, ctx=ast.Store()) if name == receiver:
                found.append((attribute, *plain.get(id(node), (None, None))))
    return found


def constructor(facts: ClassFacts) -> dict[str, Parameter] | None:
    """What calling the class takes; None where that is decided outside the SDK or makes no sense."""
    own = facts.scope.bindings.get("__init__")
    if own is not None and isinstance(own.node, ast.FunctionDef):
        return parameters(own.node, facts.place.within(own.node.type_params), True)
    if facts.is_enum or facts.has_protocol_base:
        return None
    if facts.has_ancestor(_PYDANTIC) or facts.has_ancestor(_TYPED_DICT):
        return _by_keyword(facts)
    if "typing.NamedTuple" in facts.bases:
        return _generated(facts.fields())
    if facts.is_dataclass and facts.option("dataclasses.dataclass", "init") is not False:
        return _generated(_all_fields(facts, lambda inner: inner.is_dataclass))
    for base in facts.bases:
        inner = class_facts(facts.package, base)
        if inner is not None:
            return constructor(inner)
        if base not in _PLAIN:
            return None
    return {}


def _all_fields(facts: ClassFacts, counts: object) -> list[Field]:
    """The fields of a class and its bases, those of the farthest base first; an overriding one keeps its place."""
    found: dict[str, Field] = {}
    for name in reversed([facts.path, *facts.ancestors()]):
        inner = class_facts(facts.package, name)
        if inner is not None and callable(counts) and counts(inner):
            found.update({field.name: field for field in inner.fields()})
    return list(found.values())


def _generated(fields: list[Field]) -> dict[str, Parameter]:
    found: dict[str, Parameter] = {}
    position = 0
    for field in fields:
        if not field.in_constructor:
            continue
        mark = "!" if field.required else ""
        if field.keyword_only:
            found[field.name] = Parameter(f"k{mark}", field.type)
        else:
            found[field.name] = Parameter(f"{position}{mark}", field.type)
            position += 1
    return found


def _by_keyword(facts: ClassFacts) -> dict[str, Parameter]:
    """The constructor of a pydantic model or a TypedDict."""
    fields = [field for field in _all_fields(facts, lambda inner: True) if is_public(field.name)]
    found = {field.name: Parameter("k!" if field.required else "k", field.type) for field in fields}
    found.pop("model_config", None)
    for name in [facts.path, *facts.ancestors()]:
        inner = class_facts(facts.package, name)
        config = inner.scope.bindings.get("model_config") if inner else None
        if config is not None and config.value is not None:
            if "'allow'" in ast.unparse(config.value):
                found["extra_data"] = Parameter("**")
            break
    return found
