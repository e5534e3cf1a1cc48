"""Input in the viewer as a trace: its contents, and that a scroll view that replays it ends at the viewer's position."""

import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess

import pytest

import contents
from test_gestures import position_at
from viewer import Server, Viewer, until


class Recording:
    """A server that records, and the page that it records."""

    def __init__(self, browser, folder, *arguments):
        self.browser = browser
        self.folder = folder
        contents.write_all(folder)
        self.process = subprocess.Popen(
            [os.environ["TILEWORK_BIN"], "perf", "record", "mosaic.svg", "-o", "traces/Mosaic 1.json", "--port", "0",
             *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder,
        )
        found = re.search(r"(http://[^\s/]+:\d+/)view/mosaic", self.process.stdout.readline())
        if not found:
            pytest.fail(f"no URL: {self.process.communicate()}")
        self.url = found.group(1)
        self.context = None

    def open(self, scale=2, **options):
        self.context = self.browser.new_context(viewport={"width": 1000, "height": 700}, has_touch=True, **options)
        viewer = Viewer(self.context.new_page(), Server(self.url))
        viewer.open("mosaic", position_at(viewer, scale))
        viewer.wait("state.session.isOpen")
        viewer.settled()
        return viewer

    def close(self):
        """Ends the page and returns the trace of it."""
        self.context.close()
        self.context = None
        return self.trace()

    def trace(self):
        output, errors = self.process.communicate()
        assert self.process.returncode == 0, errors
        assert "traces/Mosaic 1.json: " in output and "tilework perf run" in output
        assert [path.name for path in (self.folder / "traces").iterdir()] == ["Mosaic 1.json"]
        return json.loads((self.folder / "traces" / "Mosaic 1.json").read_text())

    def replay(self):
        """Returns the last frame of a replay on the virtual clock."""
        run = subprocess.run(
            [os.environ["TILEWORK_BIN"], "perf", "run", "traces/Mosaic 1.json", "-o", "reports"],
            capture_output=True, text=True, cwd=self.folder,
        )
        assert run.returncode == 0, run.stdout + run.stderr
        return json.loads((self.folder / "reports" / "mosaic-1.json").read_text())["frames"][-1]

    def end(self):
        if self.context:
            self.context.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


@pytest.fixture
def record(browser, tmp_path):
    recordings = []

    def make(*arguments):
        (tmp_path / "traces").mkdir()
        recordings.append(Recording(browser, tmp_path, *arguments))
        return recordings[-1]

    yield make
    for recording in recordings:
        recording.end()


@contextlib.contextmanager
def touched(viewer):
    """Moves a finger with explicit time stamps, so that the speed does not depend on this machine's."""
    session = viewer.cdp()
    now = viewer.page.evaluate("(performance.timeOrigin + performance.now()) / 1000")
    last = now

    def send(kind, at, *points):
        nonlocal last
        last = now + at
        session.send("Input.dispatchTouchEvent", {
            "type": kind, "timestamp": last,
            "touchPoints": [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)],
        })

    yield send
    # Later events get later times.
    until(viewer.page, f"(performance.timeOrigin + performance.now()) / 1000 > {last!r}")


def drag(viewer, x=700, y=500, rests=True, step=8):
    """Drags up by 11 points, which the browser may not report separately, and then by ten steps in 16 ms each."""
    with viewer.moving(), touched(viewer) as touch:
        touch("touchStart", 0, (x, y))
        for index in range(11):
            touch("touchMove", 0.016 * (index + 1), (x, y - 11 - step * index))
        # The finger rests for longer than velocity is measured, so there is no momentum.
        touch("touchEnd", 0.176 + (0.2 if rests else 0))


def kinds(trace):
    return [next(name for name in event if name != "at") for event in trace["events"]]


def test_all_that_is_done_is_in_the_trace_and_a_replay_ends_where_the_viewer_ended(record):
    recording = record()
    viewer = recording.open(device_scale_factor=2)
    start = viewer.state()
    drag(viewer)
    drag(viewer, rests=False)
    with viewer.moving(), touched(viewer) as touch:
        touch("touchStart", 0, (400, 300), (600, 300))
        for index in range(1, 6):
            touch("touchMove", 0.016 * index, (400 - 4 * index, 300), (600 + 4 * index, 300))
        touch("touchEnd", 0.1)
    viewer.page.mouse.move(300, 300)
    with viewer.moving():
        viewer.page.mouse.wheel(0, -100)
    with viewer.moving():
        viewer.page.keyboard.press("ArrowRight")
    end = viewer.settled()
    trace = recording.close()

    assert trace["name"] == "mosaic-1"
    assert trace["content"] == {"file": "../mosaic.svg"}
    assert trace["viewport"] == [start["size"]["width"], start["size"]["height"]]
    assert (trace["scale"], trace["refreshRate"], trace["tileSize"], trace["extraLevels"]) == (2, 60, 256, 6)
    assert trace["offset"] == pytest.approx([start["offset"]["x"], start["offset"]["y"]], abs=0.001)
    assert trace["zoomScale"] == pytest.approx(start["scale"] / 2), "pixels, of which a point has two"

    times = [event["at"] for event in trace["events"]]
    assert times == sorted(times) and 0 <= times[0] <= 0.1, "the time before the first is left out"
    touches = [touch for event in trace["events"] for touch in event.get("touch", [])]
    phases = [(finger, phase) for finger, phase, *_ in touches if phase != "moved"]
    one = [(0, "began"), (0, "ended")]
    assert phases[:4] == one + one
    assert sorted(phases[4:]) == sorted(one + [(1, "began"), (1, "ended")])
    assert touches[0] == [0, "began", 700, 500]
    moves = [touch for touch in touches if touch[1] == "moved"]
    assert [0, "moved", 700, 409] in moves and [0, "moved", 380, 300] in moves and [1, "moved", 620, 300] in moves
    # Fingers are not followed by `show`; where each comes down, one gives the view's position.
    named = kinds(trace)
    assert set(named) == {"touch", "show"}
    begins = [index for index, event in enumerate(trace["events"]) if [0, "began"] in [t[:2] for t in event.get("touch", [])]]
    assert [named[index - 1] for index in begins[1:]] == ["show", "show"]
    last_touch = max(index for index, name in enumerate(named) if name == "touch")
    assert named[: last_touch].count("show") <= 3
    # The wheel and the key move it over several frames.
    assert len(named) - last_touch > 3
    shown = trace["events"][-1]["show"]
    assert shown == pytest.approx([end["offset"]["x"], end["offset"]["y"], end["scale"] / 2], abs=0.001)

    last = recording.replay()
    assert [last["x"], last["y"], last["zoom"]] == pytest.approx(shown, abs=0.001)


@pytest.mark.parametrize("rests", [True, False])
def test_fingers_alone_take_the_replay_to_where_they_took_the_viewer(record, rests):
    recording = record()
    viewer = recording.open()
    start = viewer.state()["offset"]
    drag(viewer, rests=rests)
    end = viewer.settled()["offset"]
    trace = recording.close()
    assert kinds(trace).count("show") == 0
    last = recording.replay()
    # 500 points a second, if the finger does not rest.
    assert end["y"] - start["y"] > (60 if rests else 60 + 200)
    # A flick in a scroll view ends on a whole pixel.
    tolerance = 0.01 if rests else 0.51
    assert last["y"] == pytest.approx(end["y"], abs=tolerance)
    assert last["x"] == pytest.approx(end["x"], abs=0.01)


def test_a_mouse_takes_the_replay_as_far_though_it_drags_after_fewer_points(record):
    recording = record()
    viewer = recording.open()
    start = viewer.state()["offset"]
    with viewer.moving():
        viewer.page.mouse.move(700, 500)
        viewer.page.mouse.down()
        viewer.page.mouse.move(620, 440, steps=20)
        # The pointer rests for longer than velocity is measured, so there is no momentum.
        viewer.page.evaluate("new Promise((done) => setTimeout(done, 150))")
        viewer.page.mouse.up()
    end = viewer.settled()["offset"]
    trace = recording.close()
    assert kinds(trace).count("show") == 0
    # 100 points, of which 3 distinguish a drag from a click.
    assert [end["x"] - start["x"], end["y"] - start["y"]] == pytest.approx([80 * 0.97, 60 * 0.97], abs=0.01)
    last = recording.replay()
    # A scroll view comes to rest on whole pixels.
    assert [last["x"], last["y"]] == pytest.approx([end["x"], end["y"]], abs=0.5)


def test_a_program_of_views_is_recorded_and_its_trace_replayed_against_what_it_counted(browser, tmp_path):
    program = pathlib.Path(os.environ["TILEWORK_BIN"]).parent / "SeatMap"
    if not program.exists():
        pytest.fail(f"{program} is missing: swift build -c release --product SeatMap")

    def perf(*arguments):
        return subprocess.run(
            [program, "perf", *arguments], capture_output=True, text=True, cwd=tmp_path)

    recorder = subprocess.Popen(
        [program, "perf", "record", "-o", "seats.json", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, cwd=tmp_path,
    )
    try:
        url, name = re.search(r"(http://[^\s/]+:\d+/)view/(\w+)", recorder.stdout.readline()).groups()
        context = browser.new_context(viewport={"width": 900, "height": 700})
        viewer = Viewer(context.new_page(), Server(url))
        viewer.open(name)
        viewer.wait("state.session.isOpen")
        viewer.settled()
        with viewer.moving():
            viewer.page.keyboard.press("+")
        with viewer.moving():
            viewer.page.keyboard.press("ArrowDown")
        viewer.settled()
        context.close()
        _, errors = recorder.communicate()
        assert recorder.returncode == 0, errors
    finally:
        recorder.kill()
        recorder.communicate()
    trace = json.loads((tmp_path / "seats.json").read_text())
    assert trace["content"] == {"program": name} and len(trace["events"]) > 2
    kept = perf("run", "seats.json", "--ledgers", "ledgers", "--update")
    assert kept.returncode == 0, kept.stdout + kept.stderr
    same = perf("run", "seats.json", "--ledgers", "ledgers")
    assert same.returncode == 0, same.stdout + same.stderr
    frames = json.loads((tmp_path / "ledgers" / "seats.json").read_text())["frames"]
    assert sum(frame["counts"].get("tilesFull", 0) for frame in frames) > 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_recording_of_an_open_page(record, number):
    recording = record("--name", "mosaic-1")
    viewer = recording.open()
    with viewer.moving():
        viewer.page.keyboard.press("ArrowDown")
    end = viewer.settled()
    recording.process.send_signal(number)
    trace = recording.trace()
    assert trace["events"][-1]["show"][1] == pytest.approx(end["offset"]["y"], abs=0.001)


def test_a_duration_ends_the_recording_of_an_open_page(record):
    recording = record("--duration", "1.5")
    recording.open()
    assert recording.trace()["events"] == []


def test_without_a_viewer_nothing_is_left(record):
    recording = record()
    recording.process.send_signal(signal.SIGINT)
    _, errors = recording.process.communicate()
    assert recording.process.returncode == 70
    assert "no viewer connected" in errors
    assert list((recording.folder / "traces").iterdir()) == []


def test_a_second_page_is_not_recorded_and_a_server_that_serves_is_told_of_no_input(record, viewer):
    recording = record()
    recording.open()
    second = recording.browser.new_context(has_touch=True)
    try:
        for page in (Viewer(second.new_page(), Server(recording.url)), viewer):
            said = []
            page.page.on("websocket", lambda socket: socket.on("framesent", lambda text: said.append(json.loads(text))))
            page.open("mosaic", position_at(page, 2))
            page.wait("state.session.isOpen")
            page.settled()
            with page.moving():
                page.page.keyboard.press("ArrowDown")
            assert page.state()["session"]["isOpen"]
            assert {message["type"] for message in said} == {"viewport"}
    finally:
        second.close()
    assert recording.close()["events"] == []
