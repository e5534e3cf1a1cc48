"""What is wrong with an answer, whatever was asked."""

import re
import urllib.parse

# Folders at the top of a Unix file system, and a name after them: nobody outside has to know such a path.
ABSOLUTE_PATH = re.compile(
    r"(?<![\w./:-])/(?:bin|dev|etc|home|lib|mnt|opt|private|proc|root|run|srv|sys|tmp|usr|var|work)/[\w.@+-]+")
# What Swift says of its own errors, and a type's name with its module: of use to nobody but us.
INTERNAL = re.compile(r"\b(?:Swift|NIO\w*|Foundation|Hummingbird\w*|Tile\w+)\.[A-Z]\w+(?:\.\w+)?\(|0x[0-9a-f]{8,}")


def path_in(text, asked="", secrets=()):
    """An absolute path that a text gives away, or None.

    What the client itself asked for does not count when it is repeated; `secrets` count wherever they are.
    """
    for secret in secrets:
        # Not as the end of a longer word: "/tiles/root" is not root's folder.
        if secret and re.search(rf"(?<![\w-]){re.escape(secret)}", text):
            return secret
    for echo in {asked, urllib.parse.unquote(asked, errors="replace")} - {""}:
        text = text.replace(echo, "")
        # Messages quote what is too long in part.
        text = text.replace(echo[:200], "")
    for found in ABSOLUTE_PATH.finditer(text):
        # Of damaged bytes a part may be what was asked for.
        if found.group() not in asked:
            return found.group()
    return None


def is_text(answer):
    kind = answer.header("content-type") or ""
    return kind.startswith("text/plain") or "json" in kind or (answer.status >= 400 and not kind.startswith("image/"))


def faults(answer, asked="", secrets=(), may_fail=False):
    """Sentences, one for each thing that is wrong with the answer.

    `may_fail`: whether 500 is an intended answer, with a reason that has no path.
    """
    if answer.status >= 500 and answer.status != 503 and answer.status != 505 and answer.status != 501:
        if not (may_fail and answer.status == 500):
            yield f"{answer.status}: {answer.text[:160].strip()}"
    if answer.status == 503 and not (answer.header("retry-after") or "").isdigit():
        yield "503 without Retry-After"
    if answer.status == 405 and not answer.header("allow"):
        yield "405 without Allow"
    names = [name for name, _ in answer.headers]
    for single in ("content-length", "content-type", "etag", "date"):
        if names.count(single) > 1:
            yield f"{single} twice"
    if "content-length" in names and "transfer-encoding" in names:
        yield "both Content-Length and Transfer-Encoding"
    if answer.status >= 400 or is_text(answer):
        text = answer.text + "\n" + "\n".join(value for _, value in answer.headers)
        if path := path_in(text, asked, secrets):
            yield f"the answer has the path {path}: {answer.text[:160].strip()}"
        if answer.status >= 400 and (inner := INTERNAL.search(answer.text)) and inner.group() not in asked:
            yield f"the answer has the program's inside: {inner.group()}"
