"""The page that `tilework build` puts beside the tiles, opened as a file without a server."""

import io
import os
import shutil
import subprocess

import numpy as np
import pytest
from PIL import Image

from conftest import SAMPLES
from viewer import TIMEOUT, until

LOADED = "[...tiles.values()].length > 0 && [...tiles.values()].every((tile) => tile.state !== 'loading') && !isDue"


@pytest.fixture(scope="module", params=["tiles", "tiles.dzi"])
def built(request, tmp_path_factory):
    """Returns the folder with the levels of the relief, in either layout."""
    folder = tmp_path_factory.mktemp("built")
    subprocess.run(
        [os.environ["TILEWORK_BIN"], "build", SAMPLES / "relief.jpg", "-o", folder / request.param, "--format", "jpg", "-q"],
        check=True)
    return folder / request.param.replace(".dzi", "_files")


@pytest.fixture
def open_file(browser):
    contexts = []
    errors = []

    def make(folder, width=1440, height=900, scheme="light"):
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        contexts.append(context)
        context.set_default_timeout(TIMEOUT)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto((folder / "index.html").as_uri())
        until(page, LOADED)
        return page

    yield make
    for context in contexts:
        context.close()
    assert errors == []


def picture(page):
    """Returns the page's pixels without its panels."""
    page.add_style_tag(content=".panel { visibility: hidden }")
    return np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB")).astype(int)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width, height", [(1440, 900), (390, 844)])
def test_shows_the_whole_picture_on_the_mat(built, open_file, scheme, width, height):
    page = open_file(built, width, height, scheme)
    shown = picture(page)
    scale = page.evaluate("view.scale")
    left, top = round(width / 2 - 2048 * scale), round(height / 2 - 1536 * scale)
    w, h = round(4096 * scale), round(3072 * scale)
    mat = (0xDF, 0xE3, 0xE8) if scheme == "light" else (0x14, 0x18, 0x1E)
    outside = np.ones(shown.shape[:2], bool)
    outside[top - 1:top + h + 1, left - 1:left + w + 1] = False
    assert outside.any() and (shown[outside] == mat).all()
    original = Image.open(SAMPLES / "relief.jpg").convert("RGB").resize((w, h), Image.Resampling.BOX)
    difference = np.abs(shown[top:top + h, left:left + w] - np.asarray(original).astype(int))
    # The pixels are encoded as JPEG twice and reduced in another way.
    assert difference.mean() < 4


def test_keys_buttons_and_fingers_move_it(built, open_file):
    page = open_file(built)
    at_rest = page.evaluate("({ ...view })")
    page.click("button[name=in]")
    page.keyboard.press("+")
    until(page, "!isDue")
    assert page.evaluate("view.scale") == pytest.approx(at_rest["scale"] * 1.6 * 1.6)
    page.mouse.move(700, 500)
    page.mouse.down()
    page.mouse.move(600, 450, steps=4)
    page.mouse.up()
    scale = page.evaluate("view.scale")
    assert page.evaluate("view.x") == pytest.approx(at_rest["x"] + 100 / scale)
    under = page.evaluate("view.x + (900 - 720) / view.scale")
    page.mouse.move(900, 450)
    page.mouse.wheel(0, -200)
    until(page, f"view.scale > {scale} && !isDue")
    assert page.evaluate("view.x + (900 - 720) / view.scale") == pytest.approx(under)
    page.keyboard.press("0")
    until(page, "!isDue")
    assert page.evaluate("({ ...view })") == at_rest


def test_says_when_its_tiles_are_gone(built, open_file, tmp_path):
    shutil.copy(built / "index.html", tmp_path)
    page = open_file(tmp_path)
    until(page, "!note.hidden")
    assert "No tile can be loaded" in page.inner_text("#note")
