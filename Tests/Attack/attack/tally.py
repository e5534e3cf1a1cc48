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

    def fault(self, group, case, text):
        """Something was wrong: the part is red."""
        self.group(group).faults += 1
        self.faults += 1
        # The same about another of the same kind is one finding.
        kind = (group, NUMBERS.sub("#", case), NUMBERS.sub("#", PATHS.sub("/", text))[:60])
        if kind in self._seen or len(self.findings) >= MOST_FINDINGS:
            return
        self._seen.add(kind)
        finding = Finding(self.part, group, case, text)
        self.findings.append(finding)
        if self._on_finding:
            self._on_finding(finding)

    @property
    def requests(self):
        return sum(group.requests for group in self.groups.values())

    @property
    def green(self):
        return self.faults == 0
