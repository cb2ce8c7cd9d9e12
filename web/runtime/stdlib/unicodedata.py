"""What the interpreter itself asks of the Unicode database, which is 700 kB: the width of characters in tracebacks, and the
normal form of names in source text.
"""

# Blocks of wide characters: Hangul Jamo, CJK and Kana, Hangul, compatibility forms, full-width forms, emoji, CJK
# extensions.
_WIDE = (
    (0x1100, 0x115F),
    (0x2E80, 0xA4CF),
    (0xAC00, 0xD7A3),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE6F),
    (0xFF00, 0xFF60),
    (0xFFE0, 0xFFE6),
    (0x1F300, 0x1F64F),
    (0x1F900, 0x1F9FF),
    (0x20000, 0x3FFFD),
)


def east_asian_width(character: str, /) -> str:
    """'W' for a character that takes two columns, 'N' for any other; by blocks, not by character."""
    code = ord(character)
    return "W" if any(first <= code <= last for first, last in _WIDE) else "N"


def normalize(form: str, text: str, /) -> str:
    """The text as it is: names in source text count as written in their normal form."""
    return text
