"""Data classes without the compiler. The standard module writes the methods of each class as source text and compiles it; in a
browser that takes longer than anything else before the first frame. Here they are closures over the names of the fields.

What they do is the same. Left out, and refused where asked for: fields that are no parameters, parameters by keyword only or
that are no fields, `unsafe_hash` and `weakref_slot`.
"""

import operator
from reprlib import recursive_repr
from types import FunctionType, MappingProxyType

__all__ = ["MISSING", "Field", "FrozenInstanceError", "dataclass", "field", "fields", "is_dataclass", "replace"]

_FIELDS = "__dataclass_fields__"
_PARAMS = "__dataclass_params__"
_ORDERS = {"__lt__": operator.lt, "__le__": operator.le, "__gt__": operator.gt, "__ge__": operator.ge}
_set = object.__setattr__


class FrozenInstanceError(AttributeError):
    """A field of a frozen instance was to be set or deleted."""


class _Missing:
    def __repr__(self):
        return "MISSING"


MISSING = _Missing()


class Field:
    """One field: its name, its type as annotated, its default or what makes one, and where it takes part."""

    __slots__ = ("compare", "default", "default_factory", "hash", "metadata", "name", "repr", "type")
    init, kw_only = True, False

    def __init__(self, default, default_factory, repr, hash, compare, metadata):
        self.name = self.type = None
        self.default, self.default_factory = default, default_factory
        self.repr, self.hash, self.compare = repr, hash, compare
        self.metadata = MappingProxyType(metadata or {})


def field(
    *, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=False,
):
    """What stands in a class in the place of a field's default, to say more about the field."""
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    if not init or kw_only:
        raise NotImplementedError("every field is a parameter of __init__, by place and by name")
    return Field(default, default_factory, repr, hash, compare, metadata)


def dataclass(
    cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True, kw_only=False,
    slots=False, weakref_slot=False,
):
    """The class with the methods that follow from its fields; with `slots`, another class of the same name."""
    if unsafe_hash or kw_only or weakref_slot:
        raise NotImplementedError("dataclass() with unsafe_hash, kw_only or weakref_slot")
    if order and not eq:
        raise ValueError("eq must be true if order is true")

    def complete(cls):
        fields = _collect(cls, frozen)
        _add_methods(cls, fields, repr, eq, order)
        _add_hash(cls, fields, eq, frozen)
        if match_args:
            cls.__dict__.get("__match_args__") or setattr(cls, "__match_args__", tuple(fields))
        own = cls
        if frozen:
            _freeze(cls, frozenset(fields), lambda: own)
        if slots:
            own = cls = _with_slots(cls, fields, frozen)
        if init:
            _add(cls, "__init__", _init_of(cls, tuple(fields.values()), _set if frozen else setattr))
        return cls

    return complete if cls is None else complete(cls)


def _collect(cls, frozen):
    """All fields by name, those of the bases first; keeps them in the class and leaves only real defaults there."""
    fields = {}
    for base in cls.__mro__[-1:0:-1]:
        inherited = base.__dict__.get(_FIELDS)
        if inherited is not None:
            if base.__dict__[_PARAMS] != frozen:
                raise TypeError("cannot inherit frozen dataclass from a non-frozen one, or the other way round")
            fields.update(inherited)
    own = vars(cls).get("__annotations__", {})
    for name, type in own.items():
        if _is_class_variable(type):
            continue
        given = cls.__dict__.get(name, MISSING)
        each = given if isinstance(given, Field) else field(default=given)
        each.name, each.type = name, type
        if each.default.__class__.__hash__ is None:
            raise ValueError(f"mutable default {each.default.__class__} for field {name} is not allowed: use default_factory")
        if each.default is not MISSING:
            setattr(cls, name, each.default)
        elif given is not MISSING:
            delattr(cls, name)
        fields[name] = each
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in own:
            raise TypeError(f"{name!r} is a field but has no type annotation")
    optional = None
    for name, each in fields.items():
        if each.default is not MISSING or each.default_factory is not MISSING:
            optional = name
        elif optional is not None:
            raise TypeError(f"non-default argument {name!r} follows default argument {optional!r}")
    setattr(cls, _FIELDS, fields)
    setattr(cls, _PARAMS, frozen)
    return fields


def _is_class_variable(type):
    if isinstance(type, str):
        if type.startswith(("InitVar", "dataclasses.InitVar", "KW_ONLY", "dataclasses.KW_ONLY")):
            raise NotImplementedError("InitVar and KW_ONLY")
        return type.startswith(("ClassVar", "typing.ClassVar"))
    return str(type).startswith("typing.ClassVar")


def _add(cls, name, method):
    """Gives the class a method that it has not defined itself."""
    if name not in cls.__dict__:
        method.__name__, method.__qualname__ = name, f"{cls.__qualname__}.{name}"
        setattr(cls, name, method)


def _values_of(names):
    """A function from an instance to the tuple of the values of these fields."""
    if len(names) > 1:
        return operator.attrgetter(*names)
    if not names:
        return lambda instance: ()
    one = operator.attrgetter(*names)
    return lambda instance: (one(instance),)


def _add_methods(cls, fields, repr, eq, order):
    if repr:
        _add(cls, "__repr__", _repr_of([each.name for each in fields.values() if each.repr]))
    compared = _values_of([each.name for each in fields.values() if each.compare])
    if eq:

        def equal(self, other):
            if self is other:
                return True
            return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

        _add(cls, "__eq__", equal)
    if order:
        for name, function in _ORDERS.items():
            if name in cls.__dict__:
                raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}")
            _add(cls, name, _order_of(compared, function))


def _repr_of(names):
    @recursive_repr()
    def show(self):
        return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return show


def _order_of(compared, function):
    def compare(self, other):
        return function(compared(self), compared(other)) if other.__class__ is self.__class__ else NotImplemented

    return compare


def _add_hash(cls, fields, eq, frozen):
    """As Python does for every class with __eq__: no hash, unless it is frozen or has one of its own."""
    present = cls.__dict__.get("__hash__")
    if not eq or present is not None:
        return
    if not frozen:
        cls.__hash__ = None
        return
    hashed = _values_of([each.name for each in fields.values() if (each.compare if each.hash is None else each.hash)])
    if "__hash__" in cls.__dict__:
        # Python put None there when it saw an __eq__.
        del cls.__hash__
    _add(cls, "__hash__", lambda self: hash(hashed(self)))


def _freeze(cls, names, own):
    """Fields can be set and deleted no more; `own` gives the class, which slots replace by another."""
    for name, verb in (("__setattr__", "assign to"), ("__delattr__", "delete")):
        if name in cls.__dict__:
            raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}")
        _add(cls, name, _refusal(name, verb, names, own))


def _refusal(method, verb, names, own):
    def refuse(self, name, *value):
        if type(self) is own() or name in names:
            raise FrozenInstanceError(f"cannot {verb} field {name!r}")
        getattr(super(own(), self), method)(name, *value)

    return refuse


def _with_slots(cls, fields, frozen):
    """The class anew, with a slot for each field that no base has one for."""
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    taken = {slot for base in cls.__mro__[1:] for slot in base.__dict__.get("__slots__", ())}
    names = {name: value for name, value in cls.__dict__.items() if name not in (*fields, "__dict__", "__weakref__")}
    names["__slots__"] = tuple(name for name in fields if name not in taken)
    if frozen:
        # Copying sets fields, which a frozen instance does not let anybody do.
        names.setdefault("__getstate__", _state)
        names.setdefault("__setstate__", _restore)
    fresh = type(cls)(cls.__name__, cls.__bases__, names)
    fresh.__qualname__ = cls.__qualname__
    for value in names.values():
        _retarget(value, cls, fresh)
    return fresh


def _state(self):
    return [getattr(self, name) for name in getattr(self, _FIELDS)]


def _restore(self, state):
    for name, value in zip(getattr(self, _FIELDS), state, strict=True):
        _set(self, name, value)


def _retarget(value, old, new):
    """`super()` in a method looks for its class in a cell, where the class without slots still is."""
    for function in (value, getattr(value, "fget", None), getattr(value, "__func__", None)):
        if isinstance(function, FunctionType) and "__class__" in function.__code__.co_freevars:
            cell = function.__closure__[function.__code__.co_freevars.index("__class__")]
            if cell.cell_contents is old:
                cell.cell_contents = new


def _init_of(cls, fields, put):
    """An __init__ that sets every field: through its slot where it has one, else by `put`."""
    count = len(fields)
    slots = [getattr(cls, each.name, None) for each in fields]
    finish = getattr(cls, "__post_init__", None)
    if finish is None and count and all(type(slot).__name__ == "member_descriptor" for slot in slots):
        setters = tuple(slot.__set__ for slot in slots)

        def init(self, *values, **named):
            if named or len(values) != count:
                values = _complete(self, fields, values, named)
            for setter, value in zip(setters, values, strict=True):
                setter(self, value)

        return init
    names = tuple(each.name for each in fields)

    def init_attributes(self, *values, **named):
        if named or len(values) != count:
            values = _complete(self, fields, values, named)
        for name, value in zip(names, values, strict=True):
            put(self, name, value)
        if finish is not None:
            self.__post_init__()

    return init_attributes


def _complete(instance, fields, given, named):
    """The values of all fields from what a call has given. Raises TypeError as a call does."""
    called = f"{instance.__class__.__qualname__}.__init__()"
    if len(given) > len(fields):
        raise TypeError(f"{called} takes {len(fields) + 1} positional arguments but {len(given) + 1} were given")
    for each in fields[: len(given)]:
        if each.name in named:
            raise TypeError(f"{called} got multiple values for argument {each.name!r}")
    values, missing, used = list(given), [], 0
    for each in fields[len(given) :]:
        if each.name in named:
            used += 1
            values.append(named[each.name])
        elif each.default is not MISSING:
            values.append(each.default)
        elif each.default_factory is not MISSING:
            values.append(each.default_factory())
        else:
            missing.append(repr(each.name))
    if missing:
        raise TypeError(f"{called} missing {len(missing)} required positional arguments: {', '.join(missing)}")
    if used < len(named):
        unknown = next(name for name in named if all(name != each.name for each in fields))
        raise TypeError(f"{called} got an unexpected keyword argument {unknown!r}")
    return values


def fields(class_or_instance):
    """The fields of a data class or of an instance of one, in order."""
    try:
        return tuple(getattr(class_or_instance, _FIELDS).values())
    except AttributeError:
        raise TypeError("must be called with a dataclass type or instance") from None


def is_dataclass(thing):
    """Whether it is a data class or an instance of one."""
    return hasattr(thing if isinstance(thing, type) else type(thing), _FIELDS)


def replace(instance, /, **changes):
    """A new instance with these fields changed."""
    if isinstance(instance, type) or not is_dataclass(instance):
        raise TypeError("replace() should be called on dataclass instances")
    for name in instance.__dataclass_fields__:
        if name not in changes:
            changes[name] = getattr(instance, name)
    return instance.__class__(**changes)
