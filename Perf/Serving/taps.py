"""Taps through Timetable in headless Chromium, as Perf/bench-controllers does over a session: from the event to pixels."""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Perf"), str(ROOT / "Tests" / "Viewer")]

from Serving.timetable import SIZE, WALK, told  # noqa: E402
from viewer import Server, Viewer, listening  # noqa: E402

# Notes when tiles are painted that were not before an event, and when the frame that they are in is over: the next is begun
# then. Reading pixels back would take longer than all else.
WATCH = """() => {
    const painted = new WeakSet();
    const times = { waiting: null, start: null, taken: null, last: 0 };
    window.tapTimes = times;
    const draw = CanvasRenderingContext2D.prototype.drawImage;
    CanvasRenderingContext2D.prototype.drawImage = function (image, ...places) {
        if (image instanceof ImageBitmap && !painted.has(image)) {
            painted.add(image);
            times.last = performance.now();
            if (times.start !== null) {
                const start = times.start;
                times.start = null;
                requestAnimationFrame(() => { times.taken = performance.now() - start; });
            }
        }
        return draw.call(this, image, ...places);
    };
    const begin = (event) => {
        if (times.waiting !== event.type) return;
        [times.waiting, times.start] = [null, performance.now()];
    };
    for (const type of ["pointerdown", "pointerup"]) addEventListener(type, begin, { capture: true });
}"""


def measured(page, event, act):
    """Milliseconds from an event that `act` causes to the first frame that shows it; None if nothing does in 2 s."""
    page.evaluate("(event) => { Object.assign(tapTimes, { taken: null, start: null, waiting: event }); }", event)
    act()
    for _ in range(100):
        if (taken := page.evaluate("tapTimes.taken")) is not None:
            return taken
        page.wait_for_timeout(20)
    return None


def at_rest(page):
    """When no new tile has been painted for a fifth of a second."""
    page.wait_for_timeout(200)
    while page.evaluate("performance.now() - tapTimes.last") < 200:
        page.wait_for_timeout(50)


def main():
    parser = argparse.ArgumentParser(prog="bench-taps", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="through the screens (default: 20)")
    parser.add_argument("--ratio", type=float, default=1, help="pixels of a point (default: 1)")
    parser.add_argument("--program", default=ROOT / ".build/release/Timetable", type=pathlib.Path)
    arguments = parser.parse_args()
    if not os.access(arguments.program, os.X_OK):
        sys.exit(f"bench-taps: {arguments.program} is missing: swift build -c release --product Timetable")
    process = subprocess.Popen(
        [arguments.program, "serve", "--interactive", "--port", "0"], stdout=subprocess.PIPE, text=True)
    fingers, lifts, silent = [], {}, 0
    try:
        server = Server(listening(process))
        server.await_contents()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
            page = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}, device_scale_factor=arguments.ratio).new_page()
            Viewer(page, server).open("timetable").settled()
            page.evaluate(WATCH)
            for number in range(arguments.rounds + 1):
                for name, place in WALK:
                    at_rest(page)
                    page.mouse.move(*place)
                    finger = measured(page, "pointerdown", page.mouse.down)
                    at_rest(page)
                    lift = measured(page, "pointerup", page.mouse.up)
                    # The first time each screen is made.
                    if number == 0:
                        continue
                    # A row lights up when it is clear that its list is not scrolled, 150 ms later, as UIKit has it.
                    if finger is not None and name != "push":
                        fingers.append(finger)
                    if lift is None:
                        silent += 1
                    else:
                        lifts.setdefault(name, []).append(lift)
            browser.close()
    finally:
        process.terminate()
        process.wait()
    for name, values in lifts.items():
        print(f"  {name}: median {statistics.median(values):.1f} ms from the lift, worst {max(values):.1f} ms")
    isWithin = told("from a finger to what lights up", fingers)
    isWithin &= told("from its lift to what it does", [value for values in lifts.values() for value in values])
    print(f"{silent} lifts changed nothing")
    return 0 if isWithin and not silent else 1


if __name__ == "__main__":
    sys.exit(main())
