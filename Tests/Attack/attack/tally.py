"""What a part did and what came of it: requests by group and status, the worst latency, and what was wrong."""

import collections
import dataclasses
import re

# So many findings of a part are kept; more of them say nothing new.
MOST_FINDINGS = 40

NUMBERS = re.compile(r"\d+")
PATHS = re.compile(r"/\S+")


@dataclasses.dataclass
class Group:
    requests: int = 0
    answers: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    latencies: list = dataclasses.field(default_factory=list)
    worst: float = 0.0
    worst_of: str = ""
    faults: int = 0


@dataclasses.dataclass(frozen=True)
class Finding:
    part: str
    group: str
    case: str
    text: str
    # A time that a machine with other work to do may have made: measured once more, it may be another.
    may_be_neighbours: bool = False


class Tally:
    """Of one part."""

    def __init__(self, part, on_finding=None):
        self.part = part
        self.groups = {}
        self.findings = []
        self.faults = 0
        self._seen = set()
        self._on_finding = on_finding

    def group(self, name):
        return self.groups.setdefault(name, Group())

    def note(self, group, answer, seconds, case="", keeps=False):
        """Counts a request. `answer` is a status, or a word for what came in place of one."""
        entry = self.group(group)
        entry.requests += 1
        entry.answers[str(answer)] += 1
        if keeps:
            entry.latencies.append(seconds)
        if seconds > entry.worst:
            entry.worst, entry.worst_of = seconds, case

    def fault(self, group, case, text, may_be_neighbours=False):
        """Something was wrong: the part is red."""
        self.group(group).faults += 1
        self.faults += 1
        # The same about another of the same kind is one finding.
        kind = (group, NUMBERS.sub("#", case), NUMBERS.sub("#", PATHS.sub("/", text))[:60])
        if kind in self._seen or len(self.findings) >= MOST_FINDINGS:
            return
        self._seen.add(kind)
        finding = Finding(self.part, group, case, text, may_be_neighbours)
        self.findings.append(finding)
        if self._on_finding:
            self._on_finding(finding)

    @property
    def requests(self):
        return sum(group.requests for group in self.groups.values())

    @property
    def may_be_neighbours(self):
        """Whether nothing but times of such a kind is wrong."""
        return len(self.findings) < MOST_FINDINGS and all(finding.may_be_neighbours for finding in self.findings)

    @property
    def green(self):
        return self.faults == 0
