"""The final report: a table for each part, the judged quantities, and each finding with the command that reproduces it."""

import enum
import shlex
import sys


class Outcome(enum.Enum):
    GREEN, RED, SLOW = "green", "red", "red by nothing but times of hot tiles"


# The most findings that are printed in full; the report gives only the number of the others.
MOST_TOLD = 12


def _color(text, green):
    if not sys.stdout.isatty():
        return text
    return f"\033[{32 if green else 31}m{text}\033[0m"


def verdict(green):
    return _color("green" if green else "RED", green)


def _answers(counter):
    most = counter.most_common(5)
    rest = sum(counter.values()) - sum(count for _, count in most)
    return ", ".join(f"{answer} × {count}" for answer, count in most) + (f", others × {rest}" if rest else "")


def table(tally):
    """Yields the lines of one part."""
    yield f"{tally.part:<14}{'requests':>9}  {'worst':>8}  verdict  answers"
    for name, group in tally.groups.items():
        if name and group.requests:
            yield (f"  {name:<12}{group.requests:>9}  {group.worst:>6.2f} s  {verdict(group.faults == 0):<7}  "
                   f"{_answers(group.answers)}")


def command(finding, options):
    """Returns the command that reproduces a finding."""
    part = options.only or {"server": finding.group, "load": "load", "warm-up": "load"}.get(finding.part, finding.part)
    # Malformed requests, sessions and load share one server; all of them have the load.
    part = "load" if part == "main" else part
    words = ["Tests/Attack/run", "--only", part, "--seed", str(options.seed)]
    if part == "memory":
        words += ["--variant", options.variant, "--seconds", f"{options.seconds:g}"]
    elif finding.part in ("malformed", "sessions", "hostile", "mutations") and finding.case and finding.group:
        words += ["--seconds", "60", "--case", finding.case]
    else:
        words += ["--seconds", "120"]
    if options.bin:
        words += ["--bin", options.bin]
    return shlex.join(words)


def printed(tallies, bouts, options, seconds):
    """Prints the report and returns the outcome."""
    green = all(tally.green for tally in tallies)
    print()
    for tally in tallies:
        if tally.requests:
            print("\n".join(table(tally)))
    for bout in bouts:
        if bout.rows:
            print(f"server “{bout.name}”")
            for row in bout.rows:
                print(f"  {row.name:<22}{verdict(row.verdict.green):<7}  {row.verdict.text}")
    findings = [finding for tally in tallies for finding in tally.findings]
    # Findings that ended the server come first. Findings of the load come last, because other parts mostly caused them.
    findings.sort(key=lambda finding: (finding.part != "server" and "server ended" not in finding.text,
                                       finding.part == "load"))
    for finding in findings[:MOST_TOLD]:
        print(_color(f"RED {finding.part}, {finding.group}: {finding.case}", False))
        print(f"    {finding.text[:300]}\n    {command(finding, options)}")
    if len(findings) > MOST_TOLD:
        print(f"    and {len(findings) - MOST_TOLD} more: {options.findings or 'name a file for them with --findings'}")
    faults = sum(tally.faults for tally in tallies)
    print(f"attack: {sum(tally.requests for tally in tallies)} requests in {seconds:.0f} s, seed {options.seed}: "
          + (verdict(True) if green else f"{verdict(False)}, {len(findings)} findings ({faults} times)"))
    if options.findings:
        with open(options.findings, "w", encoding="utf-8") as file:
            for finding in findings:
                words = finding.part, finding.group, finding.case, finding.text, command(finding, options)
                print("\t".join(word.replace("\n", " ") for word in words), file=file)
    if green:
        return Outcome.GREEN
    return Outcome.SLOW if all(tally.may_be_neighbours for tally in tallies) else Outcome.RED
