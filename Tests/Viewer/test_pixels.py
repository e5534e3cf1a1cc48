"""The viewer at rest shows what the server draws."""

import io

import numpy as np
import pytest
from PIL import Image

import contents
from test_gestures import flick, position_at


def level_scale(viewer, content, below):
    """Returns points per unit at a level of the pyramid, `below` levels above the deepest."""
    return viewer.server.tilejson(content)["tilework"]["deepestScale"] / 2**below


@pytest.mark.parametrize("content", ["mosaic", "terrain"])
@pytest.mark.parametrize(("ratio", "below"), [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1)])
def test_at_the_scale_of_a_level_the_window_equals_the_servers_own_rendering(
    open_page, pictures, content, ratio, below
):
    viewer = open_page(ratio=ratio, width=700, height=500)
    scale = level_scale(viewer, content, below) / ratio
    viewer.open(content, position_at(viewer, scale, 1000, 700, content))
    state = viewer.settled()
    assert state["render"]["scale"] == pytest.approx(scale * ratio, rel=1e-5)
    viewer.compare(state, 0.05, 2, pictures, f"{content}-{ratio}x-{below}")


@pytest.mark.parametrize("ratio", [1, 2])
def test_a_drawing_stays_sharp_beyond_the_deepest_level(open_page, pictures, ratio):
    # The server also draws tiles of the deepest level at twice the resolution.
    viewer = open_page(ratio=ratio, width=700, height=500)
    viewer.open("mosaic", position_at(viewer, level_scale(viewer, "mosaic", -1) / ratio, 1010.5, 700.25))
    state = viewer.settled()
    assert viewer.server.tilejson("mosaic")["tilework"]["doubled"]
    assert state["level"] == viewer.server.tilejson("mosaic")["maxzoom"] + 1
    viewer.compare(state, 0.05, 2, pictures, f"doubled-{ratio}x")


def test_after_a_drag_a_flick_and_a_zoom_the_window_still_equals_it(open_page, pictures):
    viewer = open_page(width=700, height=500)
    viewer.open("terrain", position_at(viewer, level_scale(viewer, "terrain", 1), 1500, 1000, "terrain"))
    viewer.settled()
    mouse = viewer.page.mouse
    with viewer.moving():
        mouse.move(300, 300)
        mouse.down()
        mouse.move(233, 251, steps=5)
        mouse.up()
    with viewer.moving():
        flick(viewer, viewer.cdp(), -9, 4, start=(400, 250))
        viewer.wait("state.lastFlick !== null")
    viewer.compare(viewer.settled(), 0.05, 2, pictures, "after-a-flick")
    mouse.move(200, 200)
    with viewer.moving():
        mouse.wheel(0, -300)
    viewer.compare(viewer.settled(), 0.05, 2, pictures, "after-a-zoom")


@pytest.mark.parametrize("ratio", [1, 1.5, 2])
@pytest.mark.parametrize("part", [0.55, 0.73, 0.9])
def test_between_two_levels_the_window_is_near_the_servers_own_rendering(open_page, pictures, ratio, part):
    # The window shrinks tiles of the next finer level; the server resamples the content itself.
    viewer = open_page(ratio=ratio, width=700, height=500)
    viewer.open("terrain", position_at(viewer, part / ratio, 1500, 1000, "terrain"))
    viewer.compare(viewer.settled(), 2.0, 40, pictures, f"between-{ratio}-{part}")


@pytest.mark.parametrize("ratio", [1, 1.25, 1.5, 2, 3])
@pytest.mark.parametrize("scale", [0.3713, 0.517, 0.70711, 0.9999])
def test_no_seam_shows_at_a_fractional_scale(open_page, ratio, scale):
    viewer = open_page(ratio=ratio, width=640, height=480)
    viewer.open("solid", position_at(viewer, scale, 1000.3, 700.7, "solid"))
    state = viewer.settled()
    left, top, right, bottom = viewer.content_box(state, inset=2)
    pixels = viewer.picture()[top:bottom, left:right]
    assert pixels.size > 0
    off = np.abs(pixels - np.array(contents.SOLID_COLOR)).max()
    assert off <= 1


def test_the_whole_content_is_shown_at_first(open_page, pictures):
    viewer = open_page()
    state = viewer.open("terrain").settled()
    left, top, right, bottom = viewer.content_box(state)
    assert (left, top) > (0, 0)
    assert right < state["render"]["width"] and bottom < state["render"]["height"]
    viewer.compare(state, 2.5, 60, pictures, "whole")


def test_a_screen_of_twice_the_ratio_gets_twice_the_detail(open_page):
    sizes = []
    for ratio in (1, 2):
        viewer = open_page(ratio=ratio, width=600, height=400)
        viewer.open("terrain", position_at(viewer, level_scale(viewer, "terrain", 2), 1500, 1000, "terrain"))
        state = viewer.settled()
        sizes.append(state["level"])
        assert Image.open(io.BytesIO(viewer.page.screenshot())).size == (600 * ratio, 400 * ratio)
    assert sizes[1] == sizes[0] + 1
