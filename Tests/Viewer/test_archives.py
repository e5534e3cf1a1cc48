"""What `tilework build` writes, opened by readers that others wrote."""

import os
import pathlib
import subprocess

import pytest
from pmtiles.reader import MmapSource, Reader, all_tiles
from pmtiles.tile import Compression, TileType

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "assets" / "samples"


def build(content, output, *options):
    subprocess.run([os.environ["TILEWORK_BIN"], "build", content, "-o", output, "--quiet", *options], check=True)


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
