"""The command line: which parts to run, for how long, against which server."""

import argparse
import asyncio
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from . import descriptors, drops, hostile_files, neighbors, report, sound_files, trickle
from .bout import Bout
from .hostile import BOUNDS, Hostile
from .load import LoadPart
from .malformed import Malformed
from .memory import VARIANTS, Memory
from .mutations import Mutations
from .protocols import Protocols
from .sessions import MOST_PER_CLIENT, MOST_SESSIONS, Sessions
from .spawner import Spawner
from .wire import ForbiddenHost, loopback

TOP = pathlib.Path(__file__).resolve().parents[3]
GREEN, RED, USAGE, NO_BINARY = 0, 1, 64, 69
# The share of each part in the time for attacks. Hostile files get the most: each takes seconds, and there are over a
# hundred.
SHARES = {"malformed": 0.14, "sessions": 0.13, "protocols": 0.10, "load": 0.08, "hostile": 0.46, "mutations": 0.09}
# Parts that run only alone.
ALONE = ("memory", "trickle", "drops", "descriptors", "neighbors")
PARTS = (*SHARES, *ALONE)
# The seconds without load and for warming up, with one server and with two. The shortest runs use half of the full ten
# seconds each.
QUIET, WARM = 10.0, 10.0
SHORTEST = 20


class Arguments(argparse.ArgumentParser):
    def error(self, message):
        self.print_usage(sys.stderr)
        print(f"Tests/Attack/run: {message}", file=sys.stderr)
        sys.exit(USAGE)


def arguments(words):
    parser = Arguments(prog="Tests/Attack/run", description="Attacks a server of its own, on this machine only.",
                       epilog="Ends with 0 when all is green, 1 when something is red, 64 for wrong usage, 69 without "
                              "a server.")
    parser.add_argument("--seconds", type=float, default=600, help="how long, about (default: 600)")
    parser.add_argument("--only", choices=PARTS, help="one part instead of all but "
                             "memory, trickle, drops, descriptors and neighbors")
    parser.add_argument("--case",
                        help="only cases with this in their names; a file's name; “fuzz 12”, “mutation 12”")
    parser.add_argument("--variant", choices=VARIANTS, default="mixed",
                        help="of --only memory: the load (default: mixed)")
    parser.add_argument("--bin",
                        help="the server's binary (default: TILEWORK_BIN, the release build, or the debug build)")
    parser.add_argument("--seed", type=int, default=11, help="for everything that is random (default: 11)")
    parser.add_argument("--host", default="127.0.0.1",
                        help="the address to listen at, of 127.0.0.0/8 (default: 127.0.0.1)")
    parser.add_argument("--findings", help="a file for all findings, one a line, with tabs between their parts")
    parser.add_argument("--again", action="store_true",
                        help="when nothing but times is red, which may be a busy machine's, attack once more, and once "
                             "again: red if anything is then")
    parser.add_argument("--keep", action="store_true", help="keep the folder with the files and logs, and name it")
    parser.add_argument("--tls", action="store_true", help="of --only trickle: over TLS")
    options = parser.parse_args(words)
    try:
        loopback(options.host)
    except ForbiddenHost as error:
        parser.error(str(error))
    if not SHORTEST <= options.seconds <= 7200:
        parser.error(f"--seconds {options.seconds:g}: choose {SHORTEST} to 7200")
    if options.case and options.only not in ("malformed", "sessions", "protocols", "hostile", "mutations"):
        parser.error("--case needs --only malformed, sessions, protocols, hostile or mutations")
    if options.tls and options.only != "trickle":
        parser.error("--tls needs --only trickle")
    for part, word in (("mutations", "mutation"), ("protocols", "fuzz")):
        if options.case and options.only == part and not options.case.removeprefix(f"{word} ").isdigit():
            parser.error(f"--case {options.case}: a {word} is named by its number")
    return options


def binary(options):
    """Returns the server's program, or None if there is none."""
    named = options.bin or os.environ.get("TILEWORK_BIN")
    places = [named] if named else [TOP / ".build" / build / "tilework" for build in ("release", "debug")]
    for place in places:
        if os.path.isfile(place) and os.access(place, os.X_OK):
            return pathlib.Path(place).resolve()
    return None


class Run:
    """The state that all bouts of a run share."""

    def __init__(self, options, program, folder):
        self.options, self.binary, self.folder = options, program, folder
        self.seed, self.host = options.seed, options.host
        self.samples = sorted((TOP / "assets" / "samples").glob("*.*"))
        self.sound = sound_files.IDS
        self.sound_folder = folder / "sound"
        self.hostile_folder = folder / "hostile"
        # Texts that no answer to any request may contain.
        self.secrets = [str(folder), str(TOP), str(program.parent), str(pathlib.Path.home())]
        self.flags = subprocess.run([program, "serve", "--help"], capture_output=True, text=True, timeout=60).stdout
        self.spawner = Spawner()
        self.begin = time.monotonic()
        self.sound_folder.mkdir()
        sound_files.write(self.sound_folder, self.seed)

    def write_hostile(self):
        self.hostile_folder.mkdir()
        self.hostile = hostile_files.write(self.hostile_folder, self.folder / "outside", self.seed, self.options.case)
        if not self.hostile:
            raise SystemExit(f"Tests/Attack/run: no hostile file has “{self.options.case}” in its name")

    def say(self, text):
        print(f"[{time.monotonic() - self.begin:5.0f} s] {text}", flush=True)

    def on_finding(self, finding):
        self.say(f"RED {finding.part}: {finding.case or finding.group}: {finding.text[:150]}")


async def attack(run):
    """Runs all bouts and returns the outcome."""
    options = run.options
    only, seconds = options.only, options.seconds
    if only == "memory":
        memory = Memory(run, options.variant)
        await memory.go(seconds)
        return report.printed(memory.bout.tallies, [memory.bout], options, time.monotonic() - run.begin)
    if only == "trickle":
        bout = await trickle.go(run, seconds)
        return report.printed(bout.tallies, [bout], options, time.monotonic() - run.begin)
    if only == "neighbors":
        bout = await neighbors.go(run, seconds)
        return report.printed(bout.tallies, [bout], options, time.monotonic() - run.begin)
    if only == "descriptors":
        part = descriptors.Descriptors(run)
        await part.go(seconds)
        return report.printed(part.tallies, [part], options, time.monotonic() - run.begin)
    if only == "drops":
        bouts = await drops.go(run, seconds)
        return report.printed([tally for bout in bouts for tally in bout.tallies], bouts, options,
                              time.monotonic() - run.begin)
    chosen = [only] if only else list(SHARES)
    fronts = [name for name in chosen if name in ("malformed", "sessions", "protocols", "load")]
    servers = bool(fronts) + ("hostile" in chosen)
    scale = 1.0 if seconds >= 120 else seconds / 120
    # The probe needs its samples in the shortest runs, too.
    quiet, warm = max(3.0, QUIET * scale), WARM * scale * (1.0 if seconds >= 300 else 0.5)
    left = max(seconds * 0.4, seconds - servers * (quiet + warm))
    whole = sum(SHARES[name] for name in chosen)
    tallies, bouts = [], []
    kinds = {"malformed": Malformed, "sessions": Sessions, "protocols": Protocols, "load": LoadPart}
    limits = ["--cache-size", "64MB", "--sessions", str(MOST_SESSIONS), "--sessions-per-client", str(MOST_PER_CLIENT)]
    if "--memory" in run.flags:
        limits += ["--memory", "256MB"]
    # Large images are decoded in the background, up to the limit for disk space.
    if "--disk" in run.flags:
        limits += ["--disk", "3GB"]
    if "--metrics-port" in run.flags:
        limits += ["--metrics-port", "0"]
    if fronts:
        bout = Bout(run, "main", [*run.samples, run.sound_folder], limits)
        bouts.append(bout)
        await bout.go([(kinds[name], SHARES[name] / whole) for name in fronts], left, quiet, warm, options.case)
    if "hostile" in chosen:
        run.write_hostile()
        bout = Bout(run, "hostile", [*run.samples, run.sound_folder, run.hostile_folder], limits, BOUNDS)
        bouts.append(bout)
        await bout.go([(Hostile, SHARES["hostile"] / whole)], left, quiet, warm, options.case)
    for bout in bouts:
        tallies += bout.tallies
    if "mutations" in chosen:
        mutations = Mutations(run, options.case)
        await mutations.go(left * SHARES["mutations"] / whole)
        tallies.append(mutations.tally)
    return report.printed(tallies, bouts, options, time.monotonic() - run.begin)


# The repetitions of an attack of which nothing but times is red.
REPEATS = 2


def main(words=None):
    options = arguments(words)
    program = binary(options)
    if program is None:
        print(f"Tests/Attack/run: there is no server at {options.bin or TOP / '.build'}; build one with "
              "'swift build -c release --product tilework', or name one with --bin", file=sys.stderr)
        return NO_BINARY
    try:
        outcome = once(options, program)
        for _ in range(REPEATS if options.again else 0):
            if outcome is report.Outcome.SLOW:
                print("attack: nothing but times is red: once more", flush=True)
                outcome = once(options, program)
        return GREEN if outcome is report.Outcome.GREEN else RED
    except KeyboardInterrupt:
        return 130


def once(options, program):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tilework-attack-", dir="/var/tmp"))
    try:
        run = Run(options, program, folder)
        run.say(f"{program}, seed {options.seed}, about {options.seconds:.0f} s")
        return asyncio.run(attack(run))
    finally:
        if options.keep:
            print(f"The files and logs are in {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
