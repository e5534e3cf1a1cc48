"""Views that move by themselves and can be touched: their display in the viewer, and films."""

import os
import pathlib
import subprocess

import numpy as np
import pytest
from PIL import Image

from viewer import Server, Viewer, listening

# The board's switch, in points of the content: its center, and a point in its left half.
SWITCH = (1045, 29)
TRACK = (1030, 29)


def board_program():
    program = pathlib.Path(os.environ["TILEWORK_BIN"]).parent / "DepartureBoard"
    if not program.exists():
        pytest.fail(f"{program} is missing: swift build -c release --product DepartureBoard")
    return program


@pytest.fixture
def served():
    """Serves the board with further arguments."""
    processes = []

    def serve(*arguments):
        process = subprocess.Popen(
            [board_program(), "serve", "--port", "0", *arguments], stdout=subprocess.PIPE, text=True)
        processes.append(process)
        server = Server(listening(process))
        server.await_contents()
        return server

    yield serve
    for process in processes:
        process.terminate()
        process.wait()


def place(viewer, point):
    """Returns the position of a content's point on the page."""
    state = viewer.state()
    size = viewer.page.viewport_size
    return tuple(
        size[side] / 2 + (value - state["center"][axis]) * state["scale"]
        for value, axis, side in zip(point, "xy", ("width", "height")))


def color(viewer, point):
    x, y = place(viewer, point)
    return viewer.picture()[int(y), int(x)]


def is_green(pixel):
    red, green, blue = pixel
    return green > 150 and green > red + 60 and green > blue + 60


def wait_for_color(viewer, point, isMeant):
    while not isMeant(color(viewer, point)):
        viewer.page.wait_for_timeout(20)


@pytest.fixture
def board(open_page, served):
    viewer = Viewer(open_page().page, served("--interactive"))
    viewer.open("departures")
    # The board is never at rest: the next frame follows a tenth of a second later.
    viewer.wait("state.session.isOpen && state.missing === 0")
    return viewer


def test_what_moves_is_told_and_shown(board):
    changed = board.state()["session"]["changed"]
    board.wait(f"state.session.changed > {changed + 5}")
    # The bar that fills: its left end is orange for almost all of the time.
    wait_for_color(board, (24, 554), lambda pixel: pixel[0] > 200 and pixel[2] < 80)


def test_a_press_on_a_switch_switches_it_and_moves_nothing(board):
    assert not is_green(color(board, TRACK))
    center = board.state()["center"]
    board.page.mouse.click(*place(board, SWITCH))
    wait_for_color(board, TRACK, is_green)
    assert board.state()["center"] == center
    # A second press switches it off again.
    board.page.mouse.click(*place(board, SWITCH))
    wait_for_color(board, TRACK, lambda pixel: not is_green(pixel))


def test_a_drag_from_a_switch_is_the_switchs_and_one_from_elsewhere_the_pictures(board):
    mouse = board.page.mouse
    center = board.state()["center"]
    mouse.move(*place(board, SWITCH))
    mouse.down()
    x, y = place(board, SWITCH)
    board.wait("state.touched === true")
    mouse.move(x - 60, y, steps=5)
    mouse.up()
    assert board.state()["center"] == center

    board.show(scale=2)
    board.wait("state.scale === 2")
    center = board.state()["center"]
    mouse.move(500, 300)
    mouse.down()
    mouse.move(420, 340, steps=4)
    board.wait("state.touched === false")
    mouse.move(400, 340, steps=4)
    board.wait(f"state.center.x > {center['x'] + 20}")
    mouse.up()


def test_nobody_touches_what_is_not_to_be_touched(open_page, served):
    viewer = Viewer(open_page().page, served("--frame-rate", "0"))
    viewer.open("departures")
    viewer.settled()
    viewer.wait("state.session.isOpen")
    # Time stands still, too.
    changed = viewer.state()["session"]["changed"]
    viewer.page.mouse.click(*place(viewer, SWITCH))
    # Time for a change that must not come. On a slow machine it would come too late to be seen.
    viewer.page.wait_for_timeout(300)
    assert not is_green(color(viewer, TRACK))
    assert viewer.state()["session"]["changed"] == changed


def film(output, *arguments):
    return subprocess.run(
        [board_program(), "film", "-o", output, "--to", "1", "--rate", "5", "--scale", "0.5", *arguments],
        capture_output=True, text=True)


def frames_of(path):
    with Image.open(path) as film:
        frames = []
        for number in range(film.n_frames):
            film.seek(number)
            frames.append((np.asarray(film.convert("RGBA")), film.info["duration"]))
        return frames


def test_a_film_is_the_same_in_every_format_and_every_time(tmp_path):
    told = film(tmp_path / "board.webp")
    assert told.returncode == 0, told.stderr
    assert "545 × 288 pixels, 5 frames, 1.00 s" in told.stdout
    assert film(tmp_path / "board.png").returncode == 0
    assert film(tmp_path / "frames/").returncode == 0
    webp, apng = frames_of(tmp_path / "board.webp"), frames_of(tmp_path / "board.png")
    pngs = [np.asarray(Image.open(file).convert("RGBA")) for file in sorted((tmp_path / "frames").iterdir())]
    assert len(webp) == len(apng) == len(pngs) == 5
    for one, other, png in zip(webp, apng, pngs):
        assert np.array_equal(one[0], png) and np.array_equal(other[0], png)
        assert one[1] == other[1] == 200
    # The flaps turn.
    assert not np.array_equal(pngs[0], pngs[1])
    told = film(tmp_path / "board.webp")
    assert told.returncode == 73 and "board.webp: already exists; choose another name or remove it" in told.stderr
    film(tmp_path / "again.webp")
    assert (tmp_path / "again.webp").read_bytes() == (tmp_path / "board.webp").read_bytes()


def test_a_film_that_cannot_be_made_says_why(tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    for output, arguments, code, words in [
        (tmp_path / "a.webp", ["--rate", "0"], 64, "--rate 0"),
        (tmp_path / "a.webp", ["--from", "2"], 64, "--to 1: use a time after --from"),
        (tmp_path / "a.png", ["--quality", "50"], 64, "--quality"),
        (tmp_path / "a.webp", ["--bounds", "5000,0,10,10"], 64, "--bounds: outside the content"),
        (tmp_path / "none" / "a.webp", [], 73, "can't be created: the folder"),
        (tmp_path / "full", [], 73, "exists"),
    ]:
        told = film(output, *arguments)
        assert told.returncode == code and words in told.stderr, told.stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == ["full"]


def test_tilework_makes_films_of_traces_and_of_programs(tmp_path):
    top = pathlib.Path(__file__).resolve().parents[2]
    tilework = os.environ["TILEWORK_BIN"]
    told = subprocess.run(
        [tilework, "film", top / "Perf/Traces/turning.json", "-o", tmp_path / "turning.png", "--to", "0.5", "--rate", "10"],
        capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    frames = frames_of(tmp_path / "turning.png")
    assert len(frames) == 5 and frames[0][0].shape == (768, 1024, 4)
    assert not np.array_equal(frames[3][0], frames[4][0])
    told = subprocess.run(
        [tilework, "film", board_program(), "-o", tmp_path / "board.webp", "--to", "0.4", "--rate", "5", "--json"],
        capture_output=True, text=True)
    assert told.returncode == 0 and '"frames":2' in told.stdout, told.stderr
    told = subprocess.run(
        [tilework, "film", tmp_path / "nothing.json", "-o", tmp_path / "x.webp"], capture_output=True, text=True)
    assert told.returncode == 66 and "nothing.json" in told.stderr
