"""What is known of drawings that differ from librsvg's, and how they are judged by what Chromium shows.

In the list, `CODE = sentence` explains a reason once; a line of a drawing is the end of its path, the reason's code, and,
where Chromium was asked, how far ours is from Chromium's and how far librsvg's is, with tabs between.
"""

import dataclasses


@dataclasses.dataclass
class Known:
    code: str
    reason: str
    ours: float | None = None
    librsvg: float | None = None


class Damaged(Exception):
    """What in the list cannot be understood."""


def read(text):
    """The reasons by the ends of drawings' paths."""
    reasons, drawings = {}, {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        parts = line.split("\t")
        if len(parts) == 1:
            code, equal, sentence = line.partition(" = ")
            if not equal or code in reasons:
                raise Damaged(f"line {number} is neither a new reason nor a drawing with one: {line}")
            reasons[code] = sentence
        elif len(parts) in (2, 4):
            name, code = parts[:2]
            if code not in reasons:
                raise Damaged(f"line {number}: no reason '{code}' is above it")
            if name in drawings:
                raise Damaged(f"line {number}: {name} is listed twice")
            try:
                drawings[name] = Known(code, reasons[code], *map(float, parts[2:]))
            except ValueError:
                raise Damaged(f"line {number}: these are no numbers: {line}") from None
        else:
            raise Damaged(f"line {number}: a drawing has a reason, and both numbers or none: {line}")
    unused = reasons.keys() - {known.code for known in drawings.values()}
    if unused:
        raise Damaged(f"no drawing has the reason {', '.join(sorted(unused))}")
    return drawings


def line(name, code, ours=None, librsvg=None):
    """A drawing's line of the list."""
    return "\t".join([name, code] + ([] if ours is None or librsvg is None else [f"{ours:.2f}", f"{librsvg:.2f}"]))


def is_right(ours, librsvg, bar):
    """Whether ours counts as right although librsvg's differs: it is within the bar of Chromium's, and librsvg's is no nearer."""
    return ours is not None and librsvg is not None and ours <= min(bar, librsvg)


def find(path, drawings):
    """What is known of a drawing, by the end of its path."""
    parts = path.split("/")
    return next((drawings[end] for end in ("/".join(parts[at:]) for at in range(len(parts))) if end in drawings), None)


def share(count, of):
    """Of so many, in percent; rounded down, so that 100 is all of them."""
    return int(10000 * count / of) / 100 if of else 100.0
