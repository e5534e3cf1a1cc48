"""The results of a part: requests by group and status, the worst latency, and the faults."""

import collections
import dataclasses
import re

# The most findings of a part that are kept. More of them add nothing new.
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
    # Whether the finding is a duration that other work on the machine may have caused, so that another run may differ.
    may_be_neighbours: bool = False


class Tally:
    """The results of one part."""

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
        """Counts a request. `answer` is a status, or a word for the event in its place."""
        entry = self.group(group)
        entry.requests += 1
        entry.answers[str(answer)] += 1
        if keeps:
            entry.latencies.append(seconds)
        if seconds > entry.worst:
            entry.worst, entry.worst_of = seconds, case

    def fault(self, group, case, text, may_be_neighbours=False):
        """Records a fault: the part is red."""
        self.group(group).faults += 1
        self.faults += 1
        # Equal faults of cases of the same kind count as one finding.
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
        """Whether all findings are durations that other work on the machine may have caused."""
        return len(self.findings) < MOST_FINDINGS and all(finding.may_be_neighbours for finding in self.findings)

    @property
    def green(self):
        return self.faults == 0
