"""JSON texts to values. The C module asks this module for its exception."""

import _json

WHITESPACE = " \t\n\r"
CONSTANTS = {"-Infinity": float("-inf"), "Infinity": float("inf"), "NaN": float("nan")}


class JSONDecodeError(ValueError):
    """A text that is no JSON: `msg`, the text `doc`, and where it fails: `pos`, `lineno` and `colno`."""

    def __init__(self, msg, doc, pos):
        self.msg, self.doc, self.pos = msg, doc, pos
        self.lineno = doc.count("\n", 0, pos) + 1
        self.colno = pos - doc.rfind("\n", 0, pos)
        super().__init__(f"{msg}: line {self.lineno} column {self.colno} (char {pos})")

    def __reduce__(self):
        return self.__class__, (self.msg, self.doc, self.pos)


class JSONDecoder:
    """Decodes one text after another with the same hooks."""

    def __init__(
        self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True, object_pairs_hook=None
    ):
        self.object_hook, self.object_pairs_hook = object_hook, object_pairs_hook
        self.parse_float, self.parse_int = parse_float or float, parse_int or int
        self.parse_constant = parse_constant or CONSTANTS.__getitem__
        self.strict = strict
        self.scan_once = _json.make_scanner(self)

    def decode(self, s):
        """The value of the whole text."""
        value, end = self.raw_decode(s, len(s) - len(s.lstrip(WHITESPACE)))
        rest = s[end:].lstrip(WHITESPACE)
        if rest:
            raise JSONDecodeError("Extra data", s, len(s) - len(rest))
        return value

    def raw_decode(self, s, idx=0):
        """The value that begins there, and where it ends."""
        try:
            return self.scan_once(s, idx)
        except StopIteration as stop:
            raise JSONDecodeError("Expecting value", s, stop.value) from None
