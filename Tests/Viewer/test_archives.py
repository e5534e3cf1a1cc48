"""Archives that `tilework build` writes, opened by independent readers."""

import collections
import os
import pathlib
import sqlite3
import subprocess
import xml.etree.ElementTree

import kubernetes_validate
import large_image_source_deepzoom
import mbutil
import numpy
import PIL.Image
import pytest
import yaml
from pmtiles.reader import MmapSource, Reader, all_tiles
from pmtiles.tile import Compression, TileType

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "assets" / "samples"


def build(content, output, *options):
    subprocess.run([os.environ["TILEWORK_BIN"], "build", content, "-o", output, "--quiet", *options], check=True)


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.glob("**/*.*") if path.is_file()}


def image(path):
    return numpy.asarray(PIL.Image.open(path).convert("RGBA"))


@pytest.mark.parametrize("sample, options, kind", [
    ("floor-plan.svg", ["--max-level", "5"], TileType.PNG),
    ("relief.jpg", ["--format", "jpg", "--min-level", "1"], TileType.JPEG),
])
def test_pmtiles_holds_the_tiles_of_a_folder(tmp_path, sample, options, kind):
    build(SAMPLES / sample, tmp_path / "a.pmtiles", *options)
    build(SAMPLES / sample, tmp_path / "a", *options)
    tiles = {
        tuple(map(int, path.with_suffix("").relative_to(tmp_path / "a").parts)): path.read_bytes()
        for path in (tmp_path / "a").glob("*/*/*")
    }
    with open(tmp_path / "a.pmtiles", "rb") as file:
        source = MmapSource(file)
        reader = Reader(source)
        header = reader.header()
        assert dict(all_tiles(source)) == tiles
        for place, tile in tiles.items():
            assert reader.get(*place) == tile
        assert reader.get(0, 0, 0) == tiles.get((0, 0, 0))
        assert reader.get(header["max_zoom"] + 1, 0, 0) is None
        assert reader.metadata()["tilework"]["tileSize"] == 256
    assert header["tile_type"] == kind and header["tile_compression"] == Compression.NONE
    assert header["clustered"] and header["addressed_tiles_count"] == len(tiles)
    assert header["tile_contents_count"] == len(set(tiles.values()))
    assert (header["min_zoom"], header["max_zoom"]) == (min(tiles)[0], max(tiles)[0])


@pytest.mark.parametrize("sample, options, ending", [
    ("floor-plan.svg", ["--max-level", "5"], "png"),
    ("relief.jpg", ["--format", "jpg"], "jpg"),
])
def test_mbutil_takes_the_tiles_of_a_folder_out_of_mbtiles(tmp_path, sample, options, ending):
    build(SAMPLES / sample, tmp_path / "a.mbtiles", *options)
    build(SAMPLES / sample, tmp_path / "a", "--no-preview", *options)
    mbutil.mbtiles_to_disk(
        str(tmp_path / "a.mbtiles"), str(tmp_path / "out"), format=ending, scheme="xyz", silent=True, callback="")
    tiles = {name: data for name, data in files(tmp_path / "out").items() if name.endswith("." + ending)}
    made = {name: data for name, data in files(tmp_path / "a").items() if name.endswith("." + ending)}
    assert len(made) > 5
    # mbutil writes no file for an empty tile.
    assert tiles == made
    database = sqlite3.connect(tmp_path / "a.mbtiles")
    metadata = dict(database.execute("SELECT name, value FROM metadata"))
    assert metadata["format"] == ending and metadata["minzoom"] == "0"
    assert database.execute("SELECT count(*) FROM images").fetchone()[0] == len(set(made.values()))
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert database.execute("PRAGMA application_id").fetchone() == (0x4D504258,)


def test_gdal_shows_the_pixels_of_mbtiles(tmp_path):
    build(SAMPLES / "floor-plan.svg", tmp_path / "a.mbtiles", "--max-level", "3")
    build(SAMPLES / "floor-plan.svg", tmp_path / "a", "--max-level", "3")
    info = subprocess.run(["gdalinfo", tmp_path / "a.mbtiles"], check=True, capture_output=True, text=True).stdout
    assert "Driver: MBTiles/MBTiles" in info and 'ID["EPSG",3857]' in info
    subprocess.run(
        ["gdal_translate", "-q", "-of", "PNG", tmp_path / "a.mbtiles", tmp_path / "a.png"], check=True)
    shown = image(tmp_path / "a.png")
    tiles = {
        tuple(map(int, path.with_suffix("").relative_to(tmp_path / "a" / "3").parts)): image(path)
        for path in (tmp_path / "a" / "3").glob("*/*")
    }
    columns, rows = max(x for x, _ in tiles) + 1, max(y for _, y in tiles) + 1
    made = numpy.zeros((rows * 256, columns * 256, 4), numpy.uint8)
    for (x, y), tile in tiles.items():
        made[y * 256:y * 256 + 256, x * 256:x * 256 + 256] = tile
    # Limited by the bounds, which are whole pixels except for the rounding of degrees to seven decimals.
    height, width = min(shown.shape[0], made.shape[0]), min(shown.shape[1], made.shape[1])
    assert height > 300 and width > 500
    assert numpy.array_equal(shown[:height, :width], made[:height, :width])


@pytest.mark.parametrize("sample, options", [
    ("floor-plan.svg", ["--max-level", "11"]),
    ("relief.jpg", ["--format", "jpg", "--tile-size", "512"]),
])
def test_large_image_shows_the_tiles_of_deep_zoom(tmp_path, sample, options):
    build(SAMPLES / sample, tmp_path / "a.dzi", *options)
    source = large_image_source_deepzoom.open(str(tmp_path / "a.dzi"))
    ending = "jpg" if "jpg" in options else "png"
    levels = sorted(int(path.name) for path in (tmp_path / "a_files").iterdir() if path.is_dir())
    side = source.getMetadata()["tileWidth"]
    deepest = tmp_path / "a_files" / str(levels[-1])
    region, _ = source.getRegion(format="numpy")
    for path in deepest.iterdir():
        column, row = map(int, path.stem.split("_"))
        tile = image(path)
        there = region[row * side:, column * side:][:tile.shape[0], :tile.shape[1]]
        assert there.shape[:2] == tile.shape[:2], "a tile ends where the image does"
        assert numpy.array_equal(there[..., :3], tile[..., :3]) or ending == "png"
    width, height = source.sizeX, source.sizeY
    assert region.shape[:2] == (height, width)


def test_zoomify_has_the_names_that_vips_gives(tmp_path):
    build(SAMPLES / "relief.jpg", tmp_path / "ours", "--layout", "zoomify", "--format", "jpg")
    subprocess.run(
        ["vips", "dzsave", SAMPLES / "relief.jpg", tmp_path / "theirs", "--layout", "zoomify", "--suffix", ".jpg",
         "--tile-size", "256"], check=True)
    theirs = files(tmp_path / "theirs")
    ours = files(tmp_path / "ours")
    assert set(ours) == set(theirs) - {"vips-properties.xml"}
    assert len(ours) > 20

    def properties(data):
        return xml.etree.ElementTree.fromstring(data).attrib

    ours_say, theirs_say = properties(ours["ImageProperties.xml"]), properties(theirs["ImageProperties.xml"])
    for name in ["WIDTH", "HEIGHT", "NUMTILES", "TILESIZE"]:
        assert ours_say[name] == theirs_say[name]
    sizes = collections.Counter()
    for name in ours:
        if name.endswith(".jpg"):
            assert PIL.Image.open(tmp_path / "ours" / name).size == PIL.Image.open(tmp_path / "theirs" / name).size
            sizes[name.split("/")[0]] += 1
    assert max(sizes.values()) <= 256


def test_the_kubernetes_job_is_one_to_its_schema():
    job = yaml.safe_load((SAMPLES.parents[1] / "docs" / "many-machines" / "kubernetes.yaml").read_text())
    kubernetes_validate.validate(job, "1.37", strict=True)
    parts = job["spec"]["completions"]
    assert f"+ 1))/{parts}" in job["spec"]["template"]["spec"]["containers"][0]["args"][0]
    job["spec"]["completion"] = job["spec"].pop("completions")
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(job, "1.37", strict=True)
