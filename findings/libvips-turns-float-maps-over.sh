#!/bin/sh
# The first row of pixels in a portable float map (PFM) is the bottom one. libvips 8.14.1 (Debian 12) reads it as the top one, without
# a warning, so pictures and height maps stand on their heads. Netpbm 11.1 and Pillow 13.0.0 read them upright.
#
#   findings/libvips-turns-float-maps-over.sh   # Debian 12; installs into a temporary folder; 0 if this still holds
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p archives/partial root
: >status
apt-get --quiet=2 --yes --no-install-recommends --download-only -o Debug::NoLocking=1 -o APT::Sandbox::User=root -o Dir::State::status="$folder/status" \
    -o Dir::Cache::archives="$folder/archives" install libvips-tools=8.14.1-3+deb12u3 netpbm=2:11.01.00-2 >/dev/null
for package in archives/*.deb; do
    case "$package" in
        */libc6_* | */libc-bin_* | */perl*) ;;
        *) dpkg-deb --extract "$package" root ;;
    esac
done
libraries=$(dirname "$(find root -name 'libvips.so.42' | head -n 1)")
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check numpy==2.4.6 pillow==13.0.0

# One pixel above another: the upper one is black, the lower one white and stored first.
printf 'Pf\n1 2\n-1.0\n\000\000\200\077\000\000\000\000' >map.pfm
{
    echo "Netpbm: $(LD_LIBRARY_PATH=$libraries root/usr/bin/pfmtopam map.pfm | LD_LIBRARY_PATH=$libraries root/usr/bin/pamtopnm -plain | tail -n 2 | tr -d '\n')"
    echo "Pillow: $(python/bin/python -c 'from PIL import Image; print(*Image.open("map.pfm").get_flattened_data())')"
    for row in 0 1; do
        echo "libvips, row $row: $(LD_LIBRARY_PATH=$libraries root/usr/bin/vips getpoint map.pfm 0 $row)"
    done
} | tee seen.txt
grep -q '^Netpbm: 0 *255 *$' seen.txt
grep -qx 'Pillow: 0.0 1.0' seen.txt
grep -q '^libvips, row 0: 1 *$' seen.txt
grep -q '^libvips, row 1: 0 *$' seen.txt
