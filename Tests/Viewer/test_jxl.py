"""JPEG XL tiles and archives in Chromium, which decodes them itself, and the format that it gets if the address has no extension."""

import json
import os
import subprocess

import numpy
import PIL.Image
import pytest

from conftest import SAMPLES
from test_avif import decoded, get, tilework
from viewer import listening


@pytest.mark.parametrize("content", ["floor-plan", "relief"])
def test_chromium_decodes_what_the_png_shows(content, server, open_page):
    page = open_page().page
    page.goto(f"{server.url}view/{content}")
    for name in ["0/0/0", "1/0/0@2x" if content == "floor-plan" else "1/0/0"]:
        kind, shown = decoded(page, f"{server.url}tiles/{content}/{name}.jxl")
        _, exact = decoded(page, f"{server.url}tiles/{content}/{name}.png")
        assert kind == "image/jxl" and shown.shape == exact.shape
        alpha = exact[..., 3]
        opaque_or_clear = (alpha == 255) | (alpha == 0)
        assert numpy.array_equal(shown[..., 3][opaque_or_clear], alpha[opaque_or_clear]), name
        assert numpy.abs(shown[..., 3] - alpha).max() <= 1, name
        # Clear pixels have no color.
        seen = exact[..., 3] == 255
        assert seen.any() and numpy.abs(shown - exact)[seen].mean() < 4, name


@pytest.mark.parametrize("content, expected", [("relief", "image/jxl"), ("floor-plan", "image/webp")])
def test_chromium_gets_jpeg_xl_of_photographs_and_webp_of_drawings(content, expected, server, open_page):
    """It names JPEG XL, AVIF and WebP alike."""
    page = open_page().page
    sent = []
    page.on("response", lambda response: sent.append(response) if f"/tiles/{content}/0/0/0" in response.url else None)
    page.goto(f"{server.url}view/{content}")
    side = page.evaluate(
        """async (address) => {
            const image = new Image();
            image.src = address;
            await image.decode();
            return image.naturalWidth;
        }""", f"{server.url}tiles/{content}/0/0/0")
    answer = next(response for response in sent if response.url.endswith("/0/0/0"))
    accept = answer.request.all_headers()["accept"]
    assert all(f"image/{name}" in accept for name in ("jxl", "avif", "webp")) and ";q=0" not in accept.split("*/*")[0], accept
    assert answer.headers["content-type"] == expected and answer.headers["vary"].startswith("Accept") and side == 256


def test_an_archive_of_jpeg_xl_is_built_checked_changed_and_shown(tmp_path, open_page):
    PIL.Image.open(SAMPLES / "relief.jpg").crop((1000, 1000, 2000, 1700)).save(tmp_path / "crop.png")
    archive = tmp_path / "crop.mbtiles"
    tilework("build", tmp_path / "crop.png", "-o", archive, "--format", "jxl", "-q")
    again = tmp_path / "again.mbtiles"
    tilework("build", tmp_path / "crop.png", "-o", again, "--format", "jxl", "-q", "--jobs", "1")
    assert again.read_bytes() == archive.read_bytes()
    assert json.loads(tilework("verify", archive, "--json").stdout)["format"] == "jxl"
    refused = tilework("convert", archive, "-o", tmp_path / "crop.pmtiles", check=False)
    assert refused.returncode == 64 and "PMTiles can't hold JPEG XL" in refused.stderr
    # The archive's tiles end at the content's edge, so those at the edges are made again.
    tilework("convert", archive, "-o", tmp_path / "cut.dzi", "-q")
    assert 'Format="jxl"' in (tmp_path / "cut.dzi").read_text()

    process = subprocess.Popen(
        [os.environ["TILEWORK_BIN"], "serve", "--port", "0", archive], stdout=subprocess.PIPE, text=True)
    try:
        url = listening(process).rstrip("/")
        assert json.loads(get(f"{url}/tiles/crop.json")[0])["tilework"]["format"] == "jxl"
        # A cut tile is made for the other kind only.
        assert get(f"{url}/dzi/crop_files/10/0_0.jxl")[0] == (tmp_path / "cut_files" / "10" / "0_0.jxl").read_bytes()
        page = open_page().page
        page.goto(f"{url}/view/crop")
        kind, shown = decoded(page, f"{url}/tiles/crop/2/1/1.jxl")
        exact = numpy.asarray(PIL.Image.open(tmp_path / "crop.png").convert("RGB")).astype(int)[256:512, 256:512]
        assert kind == "image/jxl" and (shown[..., 3] == 255).all()
        # The mean differs little, and lossless tiles do not differ.
        assert 0 < numpy.abs(shown[..., :3] - exact).mean() < 4
        lossless, png = tmp_path / "lossless.mbtiles", tmp_path / "png.mbtiles"
        tilework("build", tmp_path / "crop.png", "-o", lossless, "--format", "jxl-lossless", "-q")
        tilework("build", tmp_path / "crop.png", "-o", png, "-q")
        tilework("diff", lossless, png)
    finally:
        process.terminate()
        process.wait()
