"""Checks that apply to every answer."""

import re
import urllib.parse

# Folders at the top of a Unix file system, with a name after them. No client needs to know such a path.
ABSOLUTE_PATH = re.compile(
    r"(?<![\w./:-])/(?:bin|dev|etc|home|lib|mnt|opt|private|proc|root|run|srv|sys|tmp|usr|var|work)/[\w.@+-]+")
# Swift's own descriptions of errors, and type names with their modules. They are of no use to clients.
INTERNAL = re.compile(r"\b(?:Swift|NIO\w*|Foundation|Hummingbird\w*|Tile\w+)\.[A-Z]\w+(?:\.\w+)?\(|0x[0-9a-f]{8,}")


def path_in(text, asked="", secrets=()):
    """Returns an absolute path that a text reveals, or None.

    A repetition of the request's own path does not count; `secrets` count anywhere.
    """
    for secret in secrets:
        # The secret must not be the end of a longer word: "/tiles/root" is not root's folder.
        if secret and re.search(rf"(?<![\w-]){re.escape(secret)}", text):
            return secret
    for echo in {asked, urllib.parse.unquote(asked, errors="replace")} - {""}:
        text = text.replace(echo, "")
        # Messages quote only the first part of long texts.
        text = text.replace(echo[:200], "")
    for found in ABSOLUTE_PATH.finditer(text):
        # If the bytes are damaged, a part of them may be the request's own.
        if found.group() not in asked:
            return found.group()
    return None


def is_text(answer):
    kind = answer.header("content-type") or ""
    return kind.startswith("text/plain") or "json" in kind or (answer.status >= 400 and not kind.startswith("image/"))


def faults(answer, asked="", secrets=(), may_fail=False):
    """Returns a sentence for each fault of the answer.

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
