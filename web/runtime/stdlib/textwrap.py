"""The two functions that tracebacks ask for, without the regular expressions of the standard module."""

__all__ = ["dedent", "indent"]


def dedent(text):
    """The text without the white space that all its lines begin with; lines of white space alone become empty."""
    lines = ["" if line.isspace() else line for line in text.split("\n")]
    margins = {line[: len(line) - len(line.lstrip(" \t"))] for line in lines if line}
    margin = min(margins, default="")
    while not all(each.startswith(margin) for each in margins):
        margin = margin[:-1]
    return "\n".join(line[len(margin) :] for line in lines)


def indent(text, prefix, predicate=str.strip):
    """The text with the prefix before each line that the predicate holds for: those that are not all white space."""
    return "".join(prefix + line if predicate(line) else line for line in text.splitlines(True))
