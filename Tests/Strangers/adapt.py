"""Rewrites a library's Swift source for Linux, where `@objc`, `#selector` and the symbol `os(iOS)` are all that stand in its way.

- `os(iOS)` holds: `os(Linux)` is put in its place.
- `@objc` goes, also with a name in brackets, and so does `@objcMembers`.
- `#selector(Type.method(_:))` becomes a `Selector` of the method's name.
- What an extension overrides goes: only what Objective-C dispatches can be overridden there.
- `import Numerics` goes: Standins.swift has what is used of it.
- `@MainActor` goes: views belong to any one thread here.
- `import XCTest` brings UIKit with it on iOS only.
- A class with `@objc` methods gets the table of its actions, which is what a selector finds them by.
"""

import re

ATTRIBUTE = re.compile(r"@objc(?:Members)?(?:\([^)]*\))?[ \t]*\n?")
SELECTOR = re.compile(r"#selector\(\s*((?:[\w.]+\.)?(\w+)(?:\(([\w:]*)\))?)\s*\)")
PREPOSITION = re.compile(r"(After|At|Before|By|For|From|In|Into|Of|On|To|Using|With)(?![a-z])")
METHOD = re.compile(r"@objc[^\n{}]*?\bfunc\s+(\w+)\s*\(([^)]*)\)")
EXTENSION = re.compile(r"(?m)^(?:public |open )?extension\s+\w[^{]*\{")
OVERRIDE = re.compile(r"(?m)^[ \t]*(?:@[\w(*, :\")]+\s+)*(?:(?:public|open)\s+)?override\s+[^{}]*\{")
CLASS = re.compile(r"\bclass\s+(\w+)\s*(?::\s*([^{]*?))?\s*\{")


def adapt(source):
    """The source as Linux's compiler takes it."""
    actions = {}
    classes = list(CLASS.finditer(source))
    for method in METHOD.finditer(source):
        name, parameters = method.group(1), method.group(2).strip()
        labels = [part.split(":")[0].split() for part in parameters.split(",")] if parameters else []
        owner = [each for each in classes if each.start() < method.start()][-1]
        actions.setdefault(owner, []).append((selector(name, [each[0] for each in labels]), name))
    for owner, entries in sorted(actions.items(), key=lambda each: -each[0].start()):
        source = with_table(source, owner, entries)
    source = SELECTOR.sub(lambda match: f'Selector("{selector_of(source, match)}")', source)
    source = without_overrides(source)
    source = re.sub(r"(?m)^import XCTest$", "import UIKit\nimport XCTest", source)
    source = re.sub(r"(?m)^import Numerics$", "", source)
    source = re.sub(r"@MainActor\b[ \t]*\n?", "", source)
    return ATTRIBUTE.sub("", source).replace("os(iOS)", "os(Linux)")


def without_overrides(source):
    """The source without what its extensions override."""
    for extension in reversed(list(EXTENSION.finditer(source))):
        end = end_of_block(source, extension.end())
        body = source[extension.end() : end]
        for found in reversed(list(OVERRIDE.finditer(body))):
            body = body[: found.start()] + body[end_of_block(body, found.end()) :]
        source = source[: extension.end()] + body + source[end:]
    return source


def end_of_block(source, place):
    """Behind the brace that closes the block which is open at a place."""
    depth = 1
    while depth and place < len(source):
        depth += {"{": 1, "}": -1}.get(source[place], 0)
        place += 1
    return place


def selector(name, labels):
    """A method's name as Objective-C has it: the first label is part of the name, after With if it is no preposition, and each
    argument has a colon."""
    if not labels:
        return name
    first = "" if labels[0] == "_" else labels[0][0].upper() + labels[0][1:]
    if first and not PREPOSITION.match(first):
        first = "With" + first
    return name + first + ":" + "".join(("" if each == "_" else each) + ":" for each in labels[1:])


def selector_of(source, match):
    """The name that `#selector` stands for; without brackets, that of the only method of the name."""
    name, labels = match.group(2), match.group(3)
    if labels is not None:
        return selector(name, [each for each in labels.split(":") if each])
    method = re.search(rf"\bfunc\s+{name}\s*\(([^)]*)\)", source)
    parameters = method.group(1).strip() if method else ""
    return selector(name, [part.split(":")[0].split()[0] for part in parameters.split(",")] if parameters else [])


def with_table(source, owner, entries):
    """The source with the table of a class's actions: in the class when it has a superclass, else beside it."""
    name, inherited = owner.group(1), owner.group(2)
    listed = ", ".join(f'.action("{each}", {name}.{method})' for each, method in entries)
    if inherited:
        table = f"\n    override open class var actions: ActionTable {{ super.actions + [{listed}] }}\n"
        return source[: owner.end()] + table + source[owner.end() :]
    # In the same file, so that private methods can be named.
    return source + f"\nextension {name}: ActionTarget {{ public static var actions: ActionTable {{ [{listed}] }} }}\n"
