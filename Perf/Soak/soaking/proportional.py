"""The memory of a server together with its worker processes, and a control group for them."""

import collections
import os
import pathlib
import re

from attack import vitals


def proportional(pid):
    """Returns the proportional set size of a process in bytes; 0 if it has ended."""
    try:
        found = re.search(r"^Pss:\s+(\d+) kB$", pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)
        return int(found[1]) * 1024 if found else 0
    except OSError:
        return 0


def name(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return "?"


def executable(pid):
    try:
        return os.readlink(f"/proc/{pid}/exe")
    except OSError:
        return None


def of_tree(pid):
    """Returns the bytes and the number of processes, a process and its descendants, by program name.

    A child that has not started its program yet uses the memory of its parent (vfork(2)), and is not counted.
    """
    bytes, number = collections.Counter(), collections.Counter()
    own = executable(pid)
    for process in [pid, *(child for child in vitals.children(pid) if executable(child) not in (own, None))]:
        program = name(process)
        bytes[program] += proportional(process)
        number[program] += 1
    return bytes, number


class ControlGroup:
    """A memory control group of version 1 or 2 with a limit in bytes. Needs root and a writable /sys/fs/cgroup."""

    def __init__(self, limit):
        root = pathlib.Path("/sys/fs/cgroup")
        self.is_second = (root / "cgroup.controllers").exists()
        self.path = (root if self.is_second else root / "memory") / f"tilework-{os.getpid()}"
        self.path.mkdir()
        (self.path / ("memory.max" if self.is_second else "memory.limit_in_bytes")).write_text(str(limit))
        # The group has no swap, as in most containers.
        swap = self.path / ("memory.swap.max" if self.is_second else "memory.swappiness")
        if swap.exists():
            swap.write_text("0")

    def enter(self):
        """Moves the calling process into the group."""
        (self.path / "cgroup.procs").write_text(str(os.getpid()))

    def kills(self):
        """Returns the number of processes that the kernel has killed because memory ran out."""
        text = (self.path / ("memory.events" if self.is_second else "memory.oom_control")).read_text()
        return int(re.search(r"^oom_kill (\d+)$", text, re.M)[1])

    def most(self):
        """Returns the most bytes that the group has held, including its page cache."""
        file = self.path / ("memory.peak" if self.is_second else "memory.max_usage_in_bytes")
        return int(file.read_text()) if file.exists() else 0

    def remove(self):
        try:
            self.path.rmdir()
        except OSError:
            pass
