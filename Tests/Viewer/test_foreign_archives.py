"""Archives by other programs, read by `tilework verify`, `extract` and `diff`."""

import gzip
import json
import os
import sqlite3
import subprocess
import sys

import mbutil
import numpy
import PIL.Image
import pytest
from pmtiles.tile import Compression, TileType, zxy_to_tileid
from pmtiles.writer import Writer

from test_archives import SAMPLES, build, files, image

PHOTO = SAMPLES / "relief.jpg"


def tilework(*arguments):
    return subprocess.run([os.environ["TILEWORK_BIN"], *map(str, arguments)], capture_output=True, text=True)


def verify(archive):
    run = tilework("verify", archive, "--json")
    return run.returncode, json.loads(run.stdout)


def extract(archive, output, *options):
    run = tilework("extract", archive, "-o", output, *options)
    assert run.returncode == 0, run.stderr
    return files(output)


@pytest.mark.parametrize("overlap, side", [(1, 254), (0, 256), (3, 100)])
@pytest.mark.parametrize("ending", ["jpg", "png"])
def test_deep_zoom_of_vips(tmp_path, overlap, side, ending):
    subprocess.run(
        ["vips", "dzsave", PHOTO, tmp_path / "a", "--overlap", str(overlap), "--tile-size", str(side), "--suffix",
         "." + ending], check=True)
    code, report = verify(tmp_path / "a.dzi")
    assert code == 0 and report["isSound"], report["problems"]
    assert (report["overlap"], report["tileSize"]) == (overlap, side)
    theirs = {name: data for name, data in files(tmp_path / "a_files").items() if name.endswith("." + ending)}
    assert report["tiles"] == len(theirs) > 250
    ours = extract(tmp_path / "a.dzi", tmp_path / "out")
    assert {name.replace("_", "/"): data for name, data in theirs.items()} == ours


def test_overlap_is_left_out_of_a_comparison(tmp_path):
    for name, overlap in [("a", "0"), ("b", "2")]:
        subprocess.run(
            ["vips", "dzsave", PHOTO, tmp_path / name, "--overlap", overlap, "--tile-size", "256", "--suffix", ".png"],
            check=True)
    run = tilework("diff", tmp_path / "a.dzi", tmp_path / "b.dzi", "--json", "--only-level", "12")
    assert run.returncode == 0, run.stdout
    assert json.loads(run.stdout)["compared"] == 192
    build(PHOTO, tmp_path / "c", "--layout", "xyz")
    run = tilework("diff", tmp_path / "a.dzi", tmp_path / "c", "--json", "--only-level", "12")
    assert run.returncode == 0 and json.loads(run.stdout)["compared"] == 192


def test_zoomify_and_google_folders_of_vips(tmp_path):
    for layout in ["zoomify", "google"]:
        subprocess.run(
            ["vips", "dzsave", PHOTO, tmp_path / layout, "--layout", layout, "--suffix", ".png", "--tile-size", "256"],
            check=True)
        code, report = verify(tmp_path / layout)
        assert code == 0 and report["tiles"] == 257, report["problems"]
    # Its folders are rows, but nothing in them says so.
    (tmp_path / "google" / "tiles.json").write_text(json.dumps({"tiles": ["{z}/{y}/{x}.png"]}))
    run = tilework("diff", tmp_path / "zoomify", tmp_path / "google", "--only-level", "3")
    assert run.returncode == 0, run.stdout


def test_mbtiles_of_gdal(tmp_path):
    subprocess.run(
        ["gdal_translate", "-q", "-of", "MBTILES", "-a_srs", "EPSG:3857", "-a_ullr", "-500000", "500000", "500000",
         "-500000", PHOTO, tmp_path / "a.mbtiles"], check=True)
    code, report = verify(tmp_path / "a.mbtiles")
    assert code == 0 and report["tiles"] > 100, report["problems"]
    subprocess.run(["gdaladdo", "-q", tmp_path / "a.mbtiles", "2", "4", "8"], check=True)
    database = sqlite3.connect(tmp_path / "a.mbtiles")
    (first,) = database.execute("SELECT min(zoom_level) FROM tiles").fetchone()
    # GDAL 3.6 declares one level more than it writes.
    (said,) = database.execute("SELECT value FROM metadata WHERE name = 'minzoom'").fetchone()
    code, report = verify(tmp_path / "a.mbtiles")
    if int(said) == first:
        assert code == 0
    else:
        assert code == 65 and [each["kind"] for each in report["problems"]] == ["empty-level"]
    rows = database.execute("SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles").fetchall()
    assert report["tiles"] == len(rows)
    ours = extract(tmp_path / "a.mbtiles", tmp_path / "out")
    assert ours == {f"{z}/{x}/{2 ** z - 1 - y}.png": data for z, x, y, data in rows}


@pytest.mark.parametrize("scheme", ["xyz", "tms"])
def test_mbtiles_and_folders_of_mbutil(tmp_path, scheme):
    build(PHOTO, tmp_path / "a", "--format", "jpg", "--no-preview")
    (tmp_path / "a" / "metadata.json").write_text(json.dumps({"name": "relief", "format": "jpg"}))
    (tmp_path / "a" / "tiles.json").unlink()
    # In a separate process, because the file stays locked as long as the process lives.
    program = "import mbutil, sys; mbutil.disk_to_mbtiles(*sys.argv[1:], format='jpg', scheme='xyz', silent=True, " \
        "callback='', compression=False)"
    subprocess.run([sys.executable, "-c", program, tmp_path / "a", tmp_path / "a.mbtiles"], check=True)
    code, report = verify(tmp_path / "a.mbtiles")
    assert code == 0 and report["tiles"] == 257, report["problems"]
    made = {name: data for name, data in files(tmp_path / "a").items() if name.endswith(".jpg")}
    assert extract(tmp_path / "a.mbtiles", tmp_path / "out") == made
    mbutil.mbtiles_to_disk(
        str(tmp_path / "a.mbtiles"), str(tmp_path / "b"), format="jpg", scheme=scheme, silent=True, callback="")
    if scheme == "tms":
        # Nothing in the folder states it.
        (tmp_path / "b" / "tiles.json").write_text(json.dumps({"scheme": "tms"}))
    run = tilework("diff", tmp_path / "a", tmp_path / "b")
    assert run.returncode == 0 and run.stdout.endswith(": all 257 tiles equal\n"), run.stdout + run.stderr


def test_a_file_that_another_program_writes_is_said_to_be_that(tmp_path):
    build(PHOTO, tmp_path / "a.mbtiles", "--max-level", "1")
    writer = sqlite3.connect(tmp_path / "a.mbtiles", isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    run = tilework("verify", tmp_path / "a.mbtiles")
    assert run.returncode == 66 and "another program is writing to it" in run.stderr
    writer.execute("ROLLBACK")
    assert tilework("verify", tmp_path / "a.mbtiles").returncode == 0


def write_pmtiles(path, tiles, header, metadata):
    with open(path, "wb") as file:
        writer = Writer(file)
        for place, data in sorted(tiles.items(), key=lambda item: zxy_to_tileid(*item[0])):
            writer.write_tile(zxy_to_tileid(*place), data)
        writer.finalize(header, metadata)


def pmtiles_header(kind, compression):
    return {
        "tile_type": kind, "tile_compression": compression, "min_lon_e7": -1800000000, "min_lat_e7": -850511288,
        "max_lon_e7": 1800000000, "max_lat_e7": 850511288, "center_zoom": 0, "center_lon_e7": 0, "center_lat_e7": 0,
    }


def test_pmtiles_of_their_own_writer(tmp_path):
    rng = numpy.random.default_rng(3)
    tiles = {}
    (tmp_path / "tiles").mkdir()
    for z in range(8):
        for x in range(2 ** z):
            for y in range(2 ** z):
                # Most of it is sea.
                tiles[z, x, y] = bytes(rng.integers(0, 255, 3)) if (x + y) % 5 == 0 or z < 3 else b"sea"
    images = {}
    for key in set(tiles.values()):
        path = tmp_path / "tiles" / f"{key.hex()}.png"
        PIL.Image.new("RGB", (64, 64), tuple(key[:3])).save(path)
        images[key] = path.read_bytes()
    tiles = {place: images[key] for place, key in tiles.items()}
    write_pmtiles(
        tmp_path / "a.pmtiles", tiles, pmtiles_header(TileType.PNG, Compression.NONE), {"name": "islands"})
    code, report = verify(tmp_path / "a.pmtiles")
    assert code == 0, report["problems"]
    assert report["tiles"] == len(tiles) == 21845
    assert report["contents"] == len(set(tiles.values()))
    assert report["wastedBytes"] == 0
    ours = extract(tmp_path / "a.pmtiles", tmp_path / "out")
    assert ours == {f"{z}/{x}/{y}.png": data for (z, x, y), data in tiles.items()}
    del tiles[5, 3, 3]
    write_pmtiles(
        tmp_path / "b.pmtiles", tiles, pmtiles_header(TileType.PNG, Compression.NONE), {"name": "islands"})
    code, report = verify(tmp_path / "b.pmtiles")
    assert code == 65 and {each["kind"] for each in report["problems"]} == {"orphan"}
    run = tilework("diff", tmp_path / "a.pmtiles", tmp_path / "b.pmtiles")
    assert run.returncode == 1 and run.stdout.startswith("5/3/3  only in ")


def test_vector_tiles_are_checked_by_their_structure(tmp_path):
    (tmp_path / "roads.json").write_text(json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"number": index}, "geometry": {
            "type": "LineString", "coordinates": [[index, -40 + index], [index + 9, 50 - index]]}}
        for index in range(40)]}))
    subprocess.run(
        ["ogr2ogr", "-q", "-f", "MBTILES", tmp_path / "roads.mbtiles", tmp_path / "roads.json", "-dsco", "MINZOOM=0",
         "-dsco", "MAXZOOM=4"], check=True)
    code, report = verify(tmp_path / "roads.mbtiles")
    assert code == 0, report["problems"]
    assert report["format"] == "vector" and not report["isDecoded"] and report["tiles"] > 20
    out = extract(tmp_path / "roads.mbtiles", tmp_path / "out")
    assert all(name.endswith(".pbf") and gzip.decompress(data) for name, data in out.items())
    tiles = {tuple(map(int, name[:-4].split("/"))): data for name, data in out.items()}
    write_pmtiles(
        tmp_path / "roads.pmtiles", tiles, pmtiles_header(TileType.MVT, Compression.GZIP), {"vector_layers": []})
    code, report = verify(tmp_path / "roads.pmtiles")
    assert code == 0 and report["tiles"] == len(tiles), report["problems"]
    run = tilework("diff", tmp_path / "roads.mbtiles", tmp_path / "roads.pmtiles")
    assert run.returncode == 0, run.stdout
    place = max(tiles)
    tiles[place] = tiles[place][:-9]
    write_pmtiles(
        tmp_path / "cut.pmtiles", tiles, pmtiles_header(TileType.MVT, Compression.GZIP), {"vector_layers": []})
    code, report = verify(tmp_path / "cut.pmtiles")
    assert code == 65 and [each["tile"] for each in report["problems"]] == ["/".join(map(str, place))]


def test_tiles_that_are_decoded_by_a_process_of_their_own(tmp_path):
    (tmp_path / "a" / "0" / "0").mkdir(parents=True)
    PIL.Image.fromarray(image(PHOTO)[:256, :256, :3]).save(tmp_path / "a" / "0" / "0" / "0.avif")
    code, report = verify(tmp_path / "a")
    assert code == 0 and report["format"] == "avif", report["problems"]
    whole = (tmp_path / "a" / "0" / "0" / "0.avif").read_bytes()
    (tmp_path / "a" / "0" / "0" / "0.avif").write_bytes(whole[:len(whole) // 2])
    code, report = verify(tmp_path / "a")
    assert code == 65 and report["problems"][0]["tile"] == "0/0/0"


def test_difference_is_what_numpy_says(tmp_path):
    build(PHOTO, tmp_path / "a", "--max-level", "2")
    build(PHOTO, tmp_path / "b.pmtiles", "--max-level", "2", "--format", "jpg")
    build(PHOTO, tmp_path / "b", "--max-level", "2", "--format", "jpg")
    run = tilework("diff", tmp_path / "a", tmp_path / "b.pmtiles", "--json")
    assert run.returncode == 1
    report = json.loads(run.stdout)
    assert len(report["different"]) == report["compared"] == 17
    for each in report["different"]:
        first = image(tmp_path / "a" / f"{each['tile']}.png").astype(int)
        second = image(tmp_path / "b" / f"{each['tile']}.jpg").astype(int)
        # JPEG decoders may differ by rounding, and clear pixels have no color.
        first[first[..., 3] == 0] = 0
        away = numpy.abs(first - second)
        assert abs(each["mean"] - away.mean()) < 0.2
        assert abs(each["largest"] - away.max()) <= 3
