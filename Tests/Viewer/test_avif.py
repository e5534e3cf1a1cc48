"""AVIF tiles and archives in Chromium, which decodes them itself, and the clients that get AVIF if the address has no extension."""

import base64
import io
import json
import os
import subprocess
import urllib.request

import numpy
import PIL.Image
import pytest
from pmtiles.reader import MmapSource, Reader, all_tiles

from conftest import SAMPLES
from viewer import listening

# Returns the pixels of a server's image in rows of RGBA, as the page decodes them, its media type, and its Vary header.
DECODE = """async (address) => {
    const answer = await fetch(address);
    const picture = await createImageBitmap(await answer.blob());
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    let text = "";
    for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
    return {
        type: answer.headers.get("content-type"),
        width: picture.width,
        pixels: btoa(text),
    };
}"""


def tilework(*arguments, check=True):
    return subprocess.run(
        [os.environ["TILEWORK_BIN"], *map(str, arguments)], check=check, capture_output=True, text=True)


def decoded(page, address):
    answer = page.evaluate(DECODE, address)
    pixels = numpy.frombuffer(base64.b64decode(answer["pixels"]), numpy.uint8).astype(int)
    return answer["type"], pixels.reshape(-1, answer["width"], 4)


def get(url, **headers):
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
        return answer.read(), answer.headers


@pytest.mark.parametrize("content", ["floor-plan", "relief"])
def test_chromium_decodes_what_the_png_shows(content, server, open_page):
    page = open_page().page
    page.goto(f"{server.url}view/{content}")
    deepest = server.tilejson(content)["maxzoom"]
    for name in ["0/0/0", f"{min(2, deepest)}/1/1", "1/0/0@2x" if content == "floor-plan" else "1/0/0"]:
        kind, shown = decoded(page, f"{server.url}tiles/{content}/{name}.avif")
        _, exact = decoded(page, f"{server.url}tiles/{content}/{name}.png")
        assert kind == "image/avif" and shown.shape == exact.shape
        # Clear pixels have no color; all others are almost the same. For half-clear pixels of AVIF files, Chromium assumes a
        # range of 16 to 235, whatever program wrote them.
        seen = exact[..., 3] == 255
        assert (shown[seen][:, 3] == 255).all() and (shown[exact[..., 3] == 0][:, 3] == 0).all(), name
        assert numpy.abs(shown - exact)[seen].mean() < 4, name
        files = [get(f"{server.url}tiles/{content}/{name}.{ending}")[0] for ending in ("avif", "png")]
        alpha = [numpy.asarray(PIL.Image.open(io.BytesIO(file)).convert("RGBA"))[..., 3] for file in files]
        assert numpy.array_equal(*alpha), name


def test_an_edge_is_as_clear_as_that_of_a_png(server, open_page):
    page = open_page().page
    page.goto(f"{server.url}view/relief")
    _, shown = decoded(page, f"{server.url}tiles/relief/0/0/0.avif")
    assert shown[0, 0, 3] == 255 and shown[-1, -1, 3] == 0


def test_clients_that_prefer_avif_get_it(server):
    for accept in ["image/avif", "image/avif,image/webp;q=0.9,*/*;q=0.8"]:
        data, headers = get(f"{server.url}tiles/relief/0/0/0", Accept=accept)
        assert headers["content-type"] == "image/avif" and headers["vary"] == "Accept" and data[4:12] == b"ftypavif"


# Two builds of AVIF take longer than any other test, a minute and a half on two processors.
@pytest.mark.timeout(600)
def test_an_archive_of_avif_is_built_checked_changed_and_shown(tmp_path, open_page):
    archive = tmp_path / "relief.pmtiles"
    tilework("build", SAMPLES / "relief.jpg", "-o", archive, "--format", "avif", "-q")
    with open(archive, "rb") as file:
        header, stored = Reader(MmapSource(file)).header(), dict(all_tiles(MmapSource(file)))
    assert header["tile_type"].value == 5
    again = tmp_path / "again.pmtiles"
    tilework("build", SAMPLES / "relief.jpg", "-o", again, "--format", "avif", "-q", "--jobs", "1")
    assert again.read_bytes() == archive.read_bytes()
    assert json.loads(tilework("verify", archive, "--json").stdout)["format"] == "avif"

    other = tmp_path / "other.mbtiles"
    tilework("convert", archive, "-o", other, "-q")
    tilework("diff", archive, other)
    # The archive's tiles end at the content's edge, so those at the edges are made again.
    tilework("convert", archive, "-o", tmp_path / "cut.dzi", "-q")
    assert 'Format="avif"' in (tmp_path / "cut.dzi").read_text()
    # 4096 × 3072 pixels, at a sixteenth.
    assert PIL.Image.open(tmp_path / "cut_files" / "8" / "0_0.avif").size == (256, 192)

    process = subprocess.Popen(
        [os.environ["TILEWORK_BIN"], "serve", "--port", "0", archive], stdout=subprocess.PIPE, text=True)
    try:
        url = listening(process).rstrip("/")
        assert json.loads(get(f"{url}/tiles/relief.json")[0])["tilework"]["format"] == "avif"
        for (level, column, row), tile in stored.items():
            assert get(f"{url}/tiles/relief/{level}/{column}/{row}.avif")[0] == tile
        assert get(f"{url}/tiles/relief/0/0/0", Accept="image/avif,image/webp,*/*;q=0.8")[1]["content-type"] == "image/avif"
        page = open_page().page
        page.goto(f"{url}/view/relief")
        kind, shown = decoded(page, f"{url}/tiles/relief/1/0/0.avif")
        expected = numpy.asarray(PIL.Image.open(io.BytesIO(stored[1, 0, 0])).convert("RGBA")).astype(int)
        assert kind == "image/avif" and numpy.abs(shown - expected)[expected[..., 3] == 255].mean() < 2
    finally:
        process.terminate()
        process.wait()


def test_a_rect_comes_as_avif(server):
    data, headers = get(f"{server.url}static/relief?rect=0,0,300,200&width=150&format=avif")
    assert headers["content-type"] == "image/avif" and PIL.Image.open(io.BytesIO(data)).size == (150, 100)
    data, _ = get(f"{server.url}iiif/3/relief/0,0,300,200/150,/0/default.avif")
    assert PIL.Image.open(io.BytesIO(data)).size == (150, 100)
    assert "avif" in json.loads(get(f"{server.url}iiif/3/relief/info.json")[0])["extraFormats"]
