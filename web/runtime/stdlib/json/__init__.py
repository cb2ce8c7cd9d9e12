"""JSON by the C module behind the standard one, without its second implementation in Python and the regular expressions that
it needs. No indentation and no encoder to derive from.
"""

import _json
from json.decoder import JSONDecodeError, JSONDecoder

__all__ = ["JSONDecodeError", "JSONDecoder", "dump", "dumps", "load", "loads"]

_plain_decoder = JSONDecoder()


def loads(s, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, object_pairs_hook=None):
    """The value of a JSON text (or its UTF-8 bytes). Raises JSONDecodeError, a ValueError."""
    if isinstance(s, (bytes, bytearray)):
        s = str(s, "utf-8", "surrogatepass")
    elif not isinstance(s, str):
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {s.__class__.__name__}")
    elif s.startswith("\ufeff"):
        raise JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", s, 0)
    if object_hook is parse_float is parse_int is parse_constant is object_pairs_hook is None:
        return _plain_decoder.decode(s)
    return JSONDecoder(
        object_hook=object_hook, parse_float=parse_float, parse_int=parse_int, parse_constant=parse_constant,
        object_pairs_hook=object_pairs_hook,
    ).decode(s)


def load(fp, **options):
    """The value of a JSON text in a file."""
    return loads(fp.read(), **options)


def dumps(
    obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, separators=None, default=None,
    sort_keys=False,
):
    """The JSON text of a value. Raises TypeError for what JSON has no form for, ValueError for a value inside itself."""
    encode_text = _json.encode_basestring_ascii if ensure_ascii else _json.encode_basestring
    if isinstance(obj, str):
        return encode_text(obj)
    between, after_key = separators or (", ", ": ")
    encode = _json.make_encoder(
        {} if check_circular else None, default or _refuse, encode_text, None, after_key, between, sort_keys, skipkeys, allow_nan
    )
    return "".join(encode(obj, 0))


def dump(obj, fp, **options):
    """Writes the JSON text of a value to a file."""
    fp.write(dumps(obj, **options))


def _refuse(value):
    raise TypeError(f"Object of type {value.__class__.__name__} is not JSON serializable")
