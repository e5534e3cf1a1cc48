#!/bin/sh
# libvips 8.14.1 shows a JPEG 2000 file wrongly if the picture is not at the corner of its reference grid (XOsiz, YOsiz), without
# an error: the parts that it has OpenJPEG decode are counted from the picture's corner, and OpenJPEG counts them from the grid's.
# OpenJPEG 2.5.0 itself decodes the whole picture as it was encoded.
#
#   findings/libvips-misplaces-jpeg-2000.sh   # Debian 12; installs into a temporary folder; 0 if this still holds
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p archives/partial root
: >status
apt-get --quiet=2 --yes --no-install-recommends --download-only -o Debug::NoLocking=1 -o APT::Sandbox::User=root -o Dir::State::status="$folder/status" \
    -o Dir::Cache::archives="$folder/archives" install libvips-tools=8.14.1-3+deb12u3 libopenjp2-tools=2.5.0-2+deb12u3 >/dev/null
for package in archives/*.deb; do
    case "$package" in
        */libc6_* | */libc-bin_* | */perl*) ;;
        *) dpkg-deb --extract "$package" root ;;
    esac
done
libraries=$(dirname "$(find root -name 'libvips.so.42' | head -n 1)")
run() {
    program=$1
    shift
    LD_LIBRARY_PATH="$folder/$libraries" "root/usr/bin/$program" "$@"
}

python3 - <<'PYTHON'
pixels = bytes((3 * x + 5 * y) % 256 for y in range(30) for x in range(40))
open("picture.pgm", "wb").write(b"P5\n40 30\n255\n" + pixels)
PYTHON
run opj_compress -i picture.pgm -o corner.j2k -n 3 >/dev/null
run opj_compress -i picture.pgm -o away.j2k -n 3 -d 37,21 >/dev/null
for file in corner away; do
    run opj_decompress -quiet -i $file.j2k -o $file-openjpeg.pgm
    run vips copy $file.j2k $file-libvips.pgm
    python3 - $file <<'PYTHON' | tee -a seen
import sys
name = sys.argv[1]
pixels = lambda path: open(path, "rb").read()[-1200:]
right = pixels("picture.pgm")
for reader in ("openjpeg", "libvips"):
    wrong = sum(a != b for a, b in zip(pixels(f"{name}-{reader}.pgm"), right))
    print(f"{name}, {reader}: {wrong} of 1,200 pixels differ")
PYTHON
done
grep -qx 'corner, libvips: 0 of 1,200 pixels differ' seen
grep -qx 'away, openjpeg: 0 of 1,200 pixels differ' seen
grep -q 'away, libvips: [1-9][0-9]* of 1,200 pixels differ' seen
