"""Nothing outside a content is shown: neither the white that fills its last tiles, nor a trace of it at the edge."""

import numpy as np
import pytest

import contents
from viewer import until

CONTENTS = ["dusk", "dusk-clear", "dusk-drawn"]
# The change of a single color by JPEG.
MOST = {"dusk": 4, "dusk-clear": 2, "dusk-drawn": 2}


def color_of(page, name):
    """Returns a color of the theme as the page paints it."""
    return np.array(page.evaluate(
        """(name) => {
            const context = new OffscreenCanvas(1, 1).getContext("2d");
            context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
            context.fillRect(0, 0, 1, 1);
            return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
        }""", name))


def assert_ends_cleanly(viewer, most, name):
    """Checks that the content's rect shows only its color, and that the page begins a hairline outside."""
    page = color_of(viewer.page, "--page")
    pixels = viewer.picture()
    isContent = np.abs(pixels - np.array(contents.DUSK_COLOR)).max(axis=-1) <= most
    isPage = np.abs(pixels - page).max(axis=-1) <= 1
    rows, columns = np.flatnonzero(isContent.any(axis=1)), np.flatnonzero(isContent.any(axis=0))
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    assert isContent[top:bottom, left:right].all(), (name, np.argwhere(~isContent[top:bottom, left:right])[:4])
    outside = np.ones(isContent.shape, bool)
    outside[max(0, top - 1):bottom + 1, max(0, left - 1):right + 1] = False
    assert isPage[outside].all(), (name, np.argwhere(outside & ~isPage)[:4])
    # The size is the announced one, to a pixel.
    state = viewer.state()
    box = viewer.content_box(state)
    assert np.abs(np.array(box) - (left, top, right, bottom)).max() <= 1, name


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("content", CONTENTS)
def test_a_content_ends_where_it_ends(open_page, content, scheme):
    viewer = open_page(width=1440, height=900, color_scheme=scheme)
    viewer.open(content)
    viewer.settled()
    assert_ends_cleanly(viewer, MOST[content], "whole")
    width, height = contents.DUSK_SIZE
    for scale in (0.5, 0.53, 0.61, 0.77, 0.93, 1, 1.3, 2, 3.7):
        viewer.show(centerX=width, centerY=height, scale=scale)
        viewer.settled()
        assert_ends_cleanly(viewer, MOST[content], f"at {scale}")


@pytest.mark.parametrize("ratio", [1, 1.25, 2, 3])
@pytest.mark.parametrize("content", ["dusk", "dusk-clear"])
def test_a_content_ends_where_it_ends_on_a_phone(open_page, content, ratio):
    # 390 points are a whole number of pixels at all of these except 1.25.
    viewer = open_page(width=392 if ratio == 1.25 else 390, height=844, ratio=ratio, color_scheme="dark")
    viewer.open(content)
    viewer.settled()
    assert_ends_cleanly(viewer, MOST[content], "whole")
    for scale in (0.4, 0.7, 1.1):
        viewer.show(centerX=contents.DUSK_SIZE[0], centerY=contents.DUSK_SIZE[1], scale=scale)
        viewer.settled()
        assert_ends_cleanly(viewer, MOST[content], f"at {scale}")


def test_a_coarser_tile_that_stands_in_ends_there_too(open_page):
    viewer = open_page(width=1440, height=900, color_scheme="dark")
    viewer.open("dusk-clear")
    viewer.settled()
    # No finer tiles arrive: the magnified coarse level is shown.
    viewer.page.route("**/tiles/**/*.png", lambda route: route.fulfill(status=404, body="no such tile"))
    viewer.page.evaluate("document.documentElement.style.setProperty('--faint', 'transparent')")
    for scale in (1.5, 3, 4):
        viewer.show(centerX=contents.DUSK_SIZE[0], centerY=contents.DUSK_SIZE[1], scale=scale)
        viewer.settled()
        right, bottom = (round(viewer.content_box(viewer.state())[side]) for side in (2, 3))
        edge = viewer.picture()[bottom - 200:bottom - 1, right - 3:right - 1]
        assert np.abs(edge - np.array(contents.DUSK_COLOR)).max() <= 2


@pytest.mark.parametrize("ratio", [1, 1.5, 2])
@pytest.mark.parametrize("content", ["dusk", "dusk-clear", "dusk-strip"])
def test_the_overview_map_is_all_content(open_page, content, ratio):
    viewer = open_page(width=1440, height=900, ratio=ratio)
    viewer.open(content)
    viewer.show(centerX=200, centerY=45, scale=2)
    viewer.settled()
    corner = """() => {
        const canvas = document.querySelector("#minimap canvas");
        const { width, height } = canvas;
        const pixels = canvas.getContext("2d").getImageData(0, 0, width, height).data;
        const at = (x, y) => [...pixels.slice(4 * (y * width + x), 4 * (y * width + x) + 3)];
        return [at(width - 1, 0), at(width - 1, height - 1)];
    }"""
    # Under the shade, which darkens everything outside the window.
    for color in viewer.page.evaluate(corner):
        assert max(color) <= max(contents.DUSK_COLOR), color


@pytest.mark.parametrize("content", ["dusk", "dusk-clear", "dusk-strip"])
def test_a_thumbnail_is_all_content(viewer, server, content):
    page = viewer.page
    page.goto(server.url)
    canvas = page.locator(f"canvas[data-id={content}]")
    canvas.scroll_into_view_if_needed()
    until(page, f"document.querySelector('canvas[data-id={content}]').dataset.drawn !== undefined")
    off = canvas.evaluate(
        """(canvas, color) => {
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            let most = 0;
            for (let at = 0; at < data.length; at++) {
                if (at % 4 < 3) most = Math.max(most, Math.abs(data[at] - color[at % 4]));
            }
            return most;
        }""", contents.DUSK_COLOR)
    assert off <= MOST["dusk"]
