#!/bin/sh
# rio-mbtiles 1.6.0 writes an MBTiles file whose metadata has no "minzoom", which the MBTiles specification 1.3 says a file
# SHOULD have. pmtiles 3.8.1 takes the row for granted: pmtiles-convert ends with KeyError: 'minzoom' and leaves an empty
# output file behind. A reader of MBTiles has to find the levels in the tiles themselves.
#
#   findings/mbtiles-without-minzoom.sh      # installs from PyPI into a temporary folder; exits 0 if this still holds
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check rasterio==1.4.3 rio-mbtiles==1.6.0 pmtiles==3.8.1
packages/bin/python - <<'PYTHON'
import numpy, rasterio
from rasterio.transform import from_bounds

shape = (256, 256)
with rasterio.open("map.tif", "w", driver="GTiff", width=256, height=256, count=3, dtype="uint8", crs="EPSG:4326",
                   transform=from_bounds(10, 48, 20, 55, 256, 256)) as file:
    for band in (1, 2, 3):
        file.write(numpy.full(shape, 80 * band, "uint8"), band)
PYTHON
packages/bin/rio mbtiles map.tif map.mbtiles --zoom-levels 3..5 --format PNG
packages/bin/python - <<'PYTHON'
import sqlite3

file = sqlite3.connect("map.mbtiles")
names = sorted(name for (name,) in file.execute("SELECT name FROM metadata"))
levels = sorted(level for (level,) in file.execute("SELECT DISTINCT zoom_level FROM tiles"))
print("metadata:", *names)
print("levels of the tiles:", *levels)
assert levels == [3, 4, 5]
assert "minzoom" not in names and "maxzoom" not in names
PYTHON
if packages/bin/pmtiles-convert map.mbtiles map.pmtiles 2>errors.txt; then
    echo "pmtiles-convert succeeded: this finding no longer holds" >&2
    exit 1
fi
tail -n 1 errors.txt
grep -q "^KeyError: 'minzoom'$" errors.txt
test -e map.pmtiles && test ! -s map.pmtiles
echo "pmtiles-convert left an empty map.pmtiles"
