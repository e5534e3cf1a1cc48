"""Rewrites a library's Swift sources for Linux if only `@objc`, `#selector` and the symbol `os(iOS)` prevent their compilation.

- `os(iOS)` is true: `os(Linux)` replaces it. Code for AppKit alone is removed.
- `@objc` is removed, also with a name in parentheses, and so is `@objcMembers`. A protocol that had it and inherits from no
  other remains a class protocol.
- `#selector(Type.method(_:))` becomes a `Selector` of the method's name, and `#keyPath` a string.
- A class with `@objc` methods that selectors name gets the table of its actions, which is what a selector finds them by.
- What a protocol has as optional gets a body that does nothing, and is called outright.
- An extension of a class of the library that overrides something, or has `@objc` methods that others override, becomes part
  of the class, and what an extension of another class overrides goes: only what Objective-C dispatches can be overridden in
  extensions.
- `@NSManaged` properties of layers are kept under their names with `setValue(_:forKey:)`, where layers find what they animate.
- Files that import SwiftUI go: they are of views that are not here.
- `import Numerics` goes: Standins.swift has what is used of it.
- `@MainActor` goes: views belong to any one thread here.
- `import XCTest` brings UIKit with it on iOS only.
"""

import re

ATTRIBUTE = re.compile(r"@objc(?:Members)?(?:\([^)]*\))?[ \t]*\n?")
SELECTOR = re.compile(r"#selector\(\s*((?:[\w.]+\.)?(\w+)(?:\(([\w:\s]*)\))?)\s*\)")
KEY_PATH = re.compile(r"#keyPath\((?:\w+\.)*(\w+)\)")
PREPOSITION = re.compile(r"(After|At|Before|By|For|From|In|Into|Of|On|To|Using|With)(?![a-z])")
METHOD = re.compile(r"@objc(?:\([^)]*\))?\s[^\n{}]*?\bfunc\s+(\w+)\s*\(([^)]*)\)")
EXTENSION = re.compile(r"(?m)^(?:@objc\s+)?(?:public |open )?extension\s+(\w+)[^{]*\{")
OVERRIDE = re.compile(
    r"(?m)^[ \t]*(?:@[\w(*, :\")]+\s+)*(?:(?:public|open|internal)\s+)?(?:final\s+)?override\s+[^{}]*\{")
CLASS = re.compile(r"\bclass\s+(\w+)\s*(?:<[^>{]*>\s*)?(?::\s*([^{]*?))?\s*\{")
PROTOCOL = re.compile(r"@objc(?:\([^)]*\))?(\s+(?:public\s+)?protocol\s+\w+)(?:\s*:\s*([^{]*?))?(\s*\{)")
OVERRIDDEN = re.compile(r"\boverride\s+(?:(?:public|open|internal|final)\s+)*func\s+(\w+)")
OPTIONAL = re.compile(r"@objc\s+optional\s+(func\s+(\w+)\s*\([^)]*\))")
MANAGED = re.compile(r"@NSManaged\s+((?:public|open|internal|private|fileprivate)\s+)?var\s+(\w+)\s*:\s*(\w+)(\??)")
# Classes that are no responders: theirs have a table of their own.
WITHOUT_ACTIONS = {"NSObject", "UIPresentationController", "UIPercentDrivenInteractiveTransition"}


def adapt(sources, module, is_test=False):
    """The sources, by name, as Linux's compiler takes them. What imports the library's own module goes, but for tests, and what
    imports others whose names begin with its: all is compiled as one."""
    sources = {name: without_appkit(text) for name, text in sources.items() if not re.search(r"(?m)^import SwiftUI$", text)}
    named = {match.group(2) for text in sources.values() for match in SELECTOR.finditer(text)}
    superclasses = {}
    for text in sources.values():
        for found in CLASS.finditer(text):
            superclasses[found.group(1)] = re.split(r"[,<\s]", found.group(2) or "")[0]
    sources = {name: with_actions(text, named, superclasses) for name, text in sources.items()}
    sources = with_bodies(with_overrides(sources, superclasses))
    own = re.compile(rf"(?m)^(?:@testable )?import {module}\w{'+' if is_test else '*'}$")
    return {name: adapted(own.sub("", text)) for name, text in sources.items()}


def adapted(source):
    """A source whose own rules do."""
    source = SELECTOR.sub(lambda match: f'Selector("{selector_of(source, match)}")', source)
    source = KEY_PATH.sub(r'"\1"', source)
    source = PROTOCOL.sub(lambda match: f"{match[1]}: {match[2] or 'AnyObject'}{match[3]}", source)
    source = MANAGED.sub(managed, source)
    source = re.sub(r"(?m)^import XCTest$", "import UIKit\nimport XCTest", source)
    source = re.sub(r"(?m)^import Numerics$", "", source)
    source = re.sub(r"@MainActor\b[ \t]*\n?", "", source)
    return ATTRIBUTE.sub("", source).replace("os(iOS)", "os(Linux)")


def without_appkit(source):
    """The source without what is compiled for AppKit alone, up to the other cases if it has any."""
    lines, depth, skipped_from = [], 0, None
    for line in source.splitlines(keepends=True):
        directive = re.match(r"\s*#(if|else|elseif|endif)\b(.*)", line)
        if directive and directive[1] == "if":
            depth += 1
            if skipped_from is None and re.match(r"\s*(os\(OSX\)|os\(macOS\)|canImport\(AppKit\))(?!.*\|\|)", directive[2]):
                skipped_from = depth
                lines.append("#if false\n")
        elif directive and skipped_from == depth:
            skipped_from = None
        if directive and directive[1] == "endif":
            depth -= 1
        if skipped_from is None:
            lines.append(line)
    return "".join(lines)


def with_actions(source, named, superclasses):
    """The source with the tables of its classes' actions: of the methods that a selector names anywhere."""
    actions = {}
    classes = list(CLASS.finditer(source))
    for method in METHOD.finditer(source):
        name, parameters = method.group(1), method.group(2).strip()
        if name not in named:
            continue
        labels = [part.split(":")[0].split() for part in parameters.split(",")] if parameters else []
        owner = [each for each in classes if each.start() < method.start()][-1]
        actions.setdefault(owner, []).append((selector(name, [each[0] for each in labels]), name))
    for owner, entries in sorted(actions.items(), key=lambda each: -each[0].start()):
        source = with_table(source, owner, entries, superclasses)
    return source


def with_overrides(sources, superclasses):
    """The sources with the extensions that override something, or are overridden, in their classes, and without what others
    override."""
    overridden = {name for text in sources.values() for name in OVERRIDDEN.findall(text)}
    moved = {}
    result = {}
    for name, source in sources.items():
        for extension in reversed(list(EXTENSION.finditer(source))):
            end = end_of_block(source, extension.end())
            body = source[extension.end() : end]
            is_own = extension.group(1) in superclasses
            has_overridden = any(
                method.group(1) in overridden for method in METHOD.finditer(body))
            if not OVERRIDE.search(body) and not (is_own and has_overridden):
                continue
            if is_own:
                moved.setdefault(extension.group(1), []).append(body[:-1])
                body = "}"
            for found in reversed(list(OVERRIDE.finditer(body))):
                body = body[: found.start()] + body[end_of_block(body, found.end()) :]
            source = source[: extension.end()] + body + source[end:]
        result[name] = source
    for name, source in result.items():
        for owner in reversed(list(CLASS.finditer(source))):
            for body in moved.get(owner.group(1), []):
                source = source[: owner.end()] + "\n" + body + source[owner.end() :]
        result[name] = source
    return result


def with_bodies(sources):
    """The sources with bodies of what protocols have as optional, beside the protocols, and with calls that are none of
    optional methods."""
    optional = {match.group(2) for source in sources.values() for match in OPTIONAL.finditer(source)}
    result = {}
    for name, source in sources.items():
        protocols = re.finditer(r"(public\s+)?protocol\s+(\w+)[^{]*\{", source)
        added = ""
        for protocol in protocols:
            body = source[protocol.end() : end_of_block(source, protocol.end())]
            methods = [f"    {protocol.group(1) or ''}{match.group(1)} {{}}\n" for match in OPTIONAL.finditer(body)]
            if methods:
                added += f"\nextension {protocol.group(2)} {{\n{''.join(methods)}}}\n"
        source = OPTIONAL.sub(r"\1", source)
        for method in optional:
            source = re.sub(rf"\b{method}\?\(", f"{method}(", source)
        result[name] = source + added
    return result


def managed(match):
    """A property of a layer that is kept under its name; a number that was not set is 0."""
    access, name, kind, mark = match.group(1) or "", match.group(2), match.group(3), match.group(4)
    value = f'value(forKey: "{name}") as? {kind}' + ("" if mark else f" ?? {kind}()")
    return f'{access}var {name}: {kind}{mark} {{ get {{ {value} }} set {{ setValue(newValue, forKey: "{name}") }} }}'


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
        return selector(name, [each.strip() for each in labels.split(":") if each.strip()])
    method = re.search(rf"\bfunc\s+{name}\s*\(([^)]*)\)", source)
    parameters = method.group(1).strip() if method else ""
    return selector(name, [part.split(":")[0].split()[0] for part in parameters.split(",")] if parameters else [])


def with_table(source, owner, entries, superclasses):
    """The source with the table of a class's actions: in the class when it has a superclass that may have one, else beside it."""
    name, parent = owner.group(1), superclasses[owner.group(1)]
    while parent in superclasses and superclasses[parent]:
        parent = superclasses[parent]
    listed = ", ".join(f'.action("{each}", {name}.{method})' for each, method in entries)
    if parent and parent not in WITHOUT_ACTIONS and not parent.startswith("CA"):
        table = f"\n    override open class var actions: ActionTable {{ super.actions + [{listed}] }}\n"
        return source[: owner.end()] + table + source[owner.end() :] + "\nimport UIKit\n"
    # In the same file, so that private methods can be named.
    return source + f"\nimport UIKit\n\nextension {name}: ActionTarget {{ public static var actions: ActionTable {{ [{listed}] }} }}\n"
