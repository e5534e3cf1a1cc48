"""Map services and static pictures, as GDAL and other programs use them."""

import io
import json
import pathlib
import subprocess
import urllib.error
import urllib.request
import xml.etree.ElementTree

import numpy
import PIL.Image
import pytest

from test_served_archives import get, serving, status

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "assets" / "samples"
OWS = "{http://www.opengis.net/ows/1.1}"


@pytest.fixture(scope="module")
def served():
    with serving(SAMPLES / "relief.jpg", SAMPLES / "floor-plan.svg") as url:
        yield url


def pixels(data):
    return numpy.asarray(PIL.Image.open(io.BytesIO(data)).convert("RGB")).astype(int)


@pytest.fixture(scope="module")
def gdal(tmp_path_factory):
    """Runs one of GDAL's programs, which cache tiles in the working folder."""
    folder = tmp_path_factory.mktemp("gdal")

    def run(*arguments):
        done = subprocess.run(arguments, capture_output=True, text=True, cwd=folder)
        assert done.returncode == 0 and "ERROR" not in done.stderr, done.stderr
        return done.stdout

    return run


def compare_with_content(gdal, served, dataset, tmp_path):
    """GDAL reads the map's first pixels as the server draws them there."""
    information = json.loads(gdal("gdalinfo", "-json", dataset))
    tilejson = json.loads(get(f"{served}/tiles/relief.json")[0])
    width, height = (round(tilejson["tilework"][side]) for side in ("width", "height"))
    gdal("gdal_translate", "-q", "-of", "PNG", "-srcwin", "0", "0", str(width), str(height), dataset, tmp_path / "out.png")
    shown = pixels((tmp_path / "out.png").read_bytes())
    truth = pixels(get(f"{served}/static/relief?width={width}")[0])
    assert shown.shape == truth.shape
    assert numpy.abs(shown - truth).mean() < 3, "JPEG tiles differ by little"
    return information


def test_gdal_opens_wmts(gdal, served, tmp_path):
    dataset = f"WMTS:{served}/wmts/1.0.0/WMTSCapabilities.xml,layer=relief"
    information = compare_with_content(gdal, served, dataset, tmp_path)
    assert 'ID["EPSG",3857]' in information["coordinateSystem"]["wkt"]
    # One band's overviews are the other levels.
    maxzoom = json.loads(get(f"{served}/tiles/relief.json")[0])["maxzoom"]
    assert len(information["bands"][0]["overviews"]) == maxzoom
    listed = gdal("gdalinfo", f"WMTS:{served}/wmts?service=WMTS&request=GetCapabilities")
    assert "layer=relief" in listed and "layer=floor-plan" in listed


def test_gdal_opens_tms(gdal, served, tmp_path):
    compare_with_content(gdal, served, f"{served}/tms/1.0.0/relief", tmp_path)


def test_gdal_reads_all_of_a_map_at_once(gdal, served, tmp_path):
    gdal("gdal_translate", "-q", "-outsize", "800", "0", f"{served}/tms/1.0.0/relief", tmp_path / "relief.tif")
    assert PIL.Image.open(tmp_path / "relief.tif").size == (800, 800)
    assert status(f"{served}/tms/1.0.0/relief/2/0/0.png") == 204
    assert status(f"{served}/tms/1.0.0/relief/2/4/0.png") == 404


def test_wmts_answers_queries_as_resources(served):
    query = "service=wmts&REQUEST=GetTile&version=1.0.0&Layer=relief&style=default&TileMatrixSet=square-256-4"
    tile, headers = get(f"{served}/wmts?{query}&TileMatrix=2&TileRow=1&TileCol=2&format=image/png")
    assert headers["Content-Type"] == "image/png"
    assert tile == get(f"{served}/wmts/1.0.0/relief/default/square-256-4/2/1/2.png")[0]
    assert tile == get(f"{served}/tiles/relief/2/2/1.png")[0]


@pytest.mark.parametrize("query, code, locator", [
    ("", "MissingParameterValue", "service"),
    ("service=WMS", "InvalidParameterValue", "service"),
    ("service=WMTS", "MissingParameterValue", "request"),
    ("service=WMTS&request=GetFeatureInfo", "OperationNotSupported", "request"),
    ("service=WMTS&request=GetTile", "MissingParameterValue", "layer"),
    ("service=WMTS&request=GetCapabilities&layer=nothing", "InvalidParameterValue", "layer"),
    ("service=WMTS&request=GetTile&layer=relief&style=default&tilematrixset=square-256-4&tilematrix=1&tilerow=99&tilecol=0"
     "&format=image/png", "InvalidParameterValue", None),
    ("service=WMTS&request=GetTile&layer=relief&style=default&tilematrixset=square-256-4&tilematrix=1&tilerow=0&tilecol=0"
     "&format=image/gif", "InvalidParameterValue", "format"),
    ("service=WMTS&request=GetTile&layer=relief&style=default&tilematrixset=other&tilematrix=1&tilerow=0&tilecol=0"
     "&format=image/png", "InvalidParameterValue", None),
])
def test_wmts_says_what_is_wrong_as_ogc_does(served, query, code, locator):
    with pytest.raises(urllib.error.HTTPError) as raised:
        get(f"{served}/wmts?{query}")
    assert 400 <= raised.value.code < 500
    exception = xml.etree.ElementTree.fromstring(raised.value.read()).find(f"{OWS}Exception")
    assert (exception.get("exceptionCode"), exception.get("locator")) == (code, locator)
    assert exception.findtext(f"{OWS}ExceptionText")


def test_zoomify_tiles_make_up_the_image(served):
    properties = xml.etree.ElementTree.fromstring(get(f"{served}/zoomify/relief/ImageProperties.xml")[0])
    width, height, side = (int(properties.get(name)) for name in ("WIDTH", "HEIGHT", "TILESIZE"))
    # Counted as in Zoomify's viewers: tiers from one tile to the whole, and tiles through all of them.
    tiers = [(width, height)]
    while max(tiers[-1]) > side:
        tiers.append((-(-tiers[-1][0] // 2), -(-tiers[-1][1] // 2)))
    tiers.reverse()
    number = 0
    for tier, (wide, high) in enumerate(tiers):
        for row in range(-(-high // side)):
            for column in range(-(-wide // side)):
                if tier == len(tiers) - 1 and (row, column) in ((0, 0), (-(-high // side) - 1, -(-wide // side) - 1)):
                    tile = pixels(get(f"{served}/zoomify/relief/TileGroup{number // 256}/{tier}-{column}-{row}.png")[0])
                    assert tile.shape[:2] == (min(side, high - row * side), min(side, wide - column * side))
                    rect = f"{column * side},{row * side},{tile.shape[1]},{tile.shape[0]}"
                    same = pixels(get(f"{served}/static/relief?rect={rect}&width={tile.shape[1]}")[0])
                    assert numpy.abs(tile - same).max() <= 1
                number += 1
    assert number == int(properties.get("NUMTILES"))


def test_all_tilejsons_are_a_list(served):
    documents = json.loads(get(f"{served}/tiles.json")[0])
    assert [document["tilework"]["id"] for document in documents] == ["relief", "floor-plan"]
    assert documents[0] == json.loads(get(f"{served}/tiles/relief.json")[0])


@pytest.mark.parametrize("query, size", [
    ("", None), ("?width=300", 300), ("?rect=100,50,200,100&width=400&height=100", 400), ("?format=jpg&height=77", None),
])
def test_a_static_picture_has_its_size(served, query, size):
    image = PIL.Image.open(io.BytesIO(get(f"{served}/static/floor-plan{query}")[0]))
    assert size is None or image.width == size
    assert image.format == ("JPEG" if "jpg" in query else "PNG")


def test_a_page_of_a_rect_is_of_vectors_and_shows_it(served, tmp_path):
    file = tmp_path / "page.pdf"
    file.write_bytes(get(f"{served}/static/floor-plan?rect=100,50,300,200&width=600&format=pdf")[0])
    subprocess.run(["pdftocairo", "-png", "-r", "72", "-singlefile", file, tmp_path / "page"], check=True)
    shown = pixels((tmp_path / "page.png").read_bytes())
    truth = pixels(get(f"{served}/static/floor-plan?rect=100,50,300,200&width=600&format=jpg")[0])
    assert shown.shape == truth.shape == (400, 600, 3)
    assert numpy.abs(shown - truth).mean() < 6
    images = subprocess.run(["pdfimages", "-list", file], check=True, capture_output=True, text=True).stdout
    assert len(images.splitlines()) == 2, "it has pictures in it"
    relief = get(f"{served}/static/relief?width=300&format=pdf")[0]
    assert relief.startswith(b"%PDF-") and len(relief) > 10_000


@pytest.mark.parametrize("query, status, words", [
    ("?rect=1,2,3", 400, "use x,y,width,height in units of the content"), ("?width=0", 400, "width must be a whole number"),
    ("?width=5000", 413, "4,096"), ("?format=gif", 400, "use png, jpg, webp, avif, jxl, or pdf"),
    ("?rect=9000,9000,1,1", 400, "lies outside the content"), ("?rect=0,0,0.0001,0.0001&width=4000", 413, "scale too large: request fewer pixels"),
])
def test_what_a_static_picture_can_not_be_is_said(served, query, status, words):
    with pytest.raises(urllib.error.HTTPError) as raised:
        get(f"{served}/static/floor-plan{query}")
    assert raised.value.code == status
    assert words in raised.value.read().decode()
