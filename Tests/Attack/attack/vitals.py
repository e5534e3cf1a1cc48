"""The resources that a process and its children use, read from /proc."""

import dataclasses
import os
import pathlib

PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")


@dataclasses.dataclass(frozen=True)
class Vitals:
    """Memory and disk in bytes."""

    memory: int
    descriptors: int
    threads: int
    children: int
    # The children's memory.
    elsewhere: int
    # Temporary files, including those without a name.
    disk: int
    # Seconds of processor time so far, including those of children, running and ended.
    processor: float

    def largest(self, other):
        return Vitals(*(max(pair) for pair in zip(dataclasses.astuple(self), dataclasses.astuple(other))))


def children(pid):
    """Returns all descendants of a process."""
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            for child in pathlib.Path(f"/proc/{pid}/task/{task}/children").read_text().split():
                found += [int(child), *children(int(child))]
    except OSError:
        pass
    return found


def resident(pid):
    try:
        return int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
    except (OSError, IndexError, ValueError):
        return 0


def processor(pid):
    """Returns seconds of processor time, including those of children that have ended."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return sum(map(int, fields[11:15])) / TICKS
    except (OSError, IndexError, ValueError):
        return 0.0


def threads(pid):
    try:
        return len(os.listdir(f"/proc/{pid}/task"))
    except OSError:
        return 0


def descriptors(pid):
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0


def unlinked_bytes(pid):
    """Returns the bytes on disk of nameless files that the process has open."""
    total, seen = 0, set()
    try:
        names = os.listdir(f"/proc/{pid}/fd")
    except OSError:
        return 0
    for name in names:
        path = f"/proc/{pid}/fd/{name}"
        try:
            if not os.readlink(path).endswith(" (deleted)"):
                continue
            status = os.stat(path)
        except OSError:
            continue
        if (status.st_dev, status.st_ino) not in seen:
            seen.add((status.st_dev, status.st_ino))
            total += status.st_blocks * 512
    return total


def named_bytes(folder):
    total = 0
    for base, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(base, name)).st_blocks * 512
            except OSError:
                pass
    return total


def read(pid, temporary=None):
    """Returns the current vitals of a process; zeros if it has ended."""
    below = children(pid)
    disk = sum(unlinked_bytes(process) for process in [pid, *below])
    if temporary:
        disk += named_bytes(temporary)
    return Vitals(
        memory=resident(pid), descriptors=descriptors(pid), threads=threads(pid), children=len(below),
        elsewhere=sum(resident(process) for process in below), disk=disk,
        processor=sum(processor(process) for process in [pid, *below]))
