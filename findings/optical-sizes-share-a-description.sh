#!/bin/sh
# The regular faces of Latin Modern Roman (Debian's fonts-lmodern 2.005) are drawn for eight sizes, 5 to 17 points. They share
# family, weight, slant and width, and fontconfig 2.14.1 finds no design size in them. Pango 1.50.12 describes all eight by the
# same string, "Latin Modern Roman," (pango-list), so a description made from the 12-point face and parsed again selects the
# 10-point face. A program that stores fonts by description draws another one later; the PostScript name identifies a face.
#
#   findings/optical-sizes-share-a-description.sh   # Debian 12; unpacks packages into a temporary folder; 0 if this still holds
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p archives/partial root fonts cache
: >status
apt-get --quiet=2 --yes --no-install-recommends --download-only -o Debug::NoLocking=1 -o APT::Sandbox::User=root -o Dir::State::status="$folder/status" \
    -o Dir::Cache::archives="$folder/archives" install \
    pango1.0-tools=1.50.12+ds-1 libpangocairo-1.0-0=1.50.12+ds-1 fontconfig=2.14.1-4 poppler-utils fonts-lmodern=2.005-1 >/dev/null
for package in archives/*.deb; do
    case "$package" in
        */libc6_* | */libc-bin_* | */perl*) ;;
        *) dpkg-deb --extract "$package" root ;;
    esac
done
cp root/usr/share/texmf/fonts/opentype/public/lm/lmroman[0-9]-regular.otf root/usr/share/texmf/fonts/opentype/public/lm/lmroman1[0-9]-regular.otf fonts/
cat >fonts.conf <<CONFIGURATION
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>$folder/fonts</dir><cachedir>$folder/cache</cachedir></fontconfig>
CONFIGURATION
export FONTCONFIG_FILE="$folder/fonts.conf"
libraries=$(dirname "$(find root -name 'libpango-1.0.so.0')")
export LD_LIBRARY_PATH="$folder/$libraries:$folder/$libraries/pulseaudio"
programs=root/usr/bin

$programs/pango-list | grep ' Regular:' | tee listed.txt
test "$(wc -l <listed.txt)" -eq 8
test "$(sed 's/.*Regular: *//' listed.txt | sort -u)" = "Latin Modern Roman,"

echo "family, style, weight, slant, design size:"
$programs/fc-scan --format '%{family[0]}, %{style[0]}, %{weight}, %{slant}, %{size}\n' fonts/lmroman12-regular.otf | tee scanned.txt
grep -qx 'Latin Modern Roman, 12 Regular, 80, 0, ' scanned.txt

for description in "Latin Modern Roman, 12" "LM Roman 12, 12"; do
    $programs/pango-view --no-display --text x --font "$description" --output drawn.pdf
    name=$($programs/pdffonts drawn.pdf | awk 'NR == 3 { sub(/.*\+/, "", $1); print $1 }')
    echo "drawn by \"$description\": $name"
    echo "$name" >>names.txt
done
test "$(paste -sd ' ' names.txt)" = "LMRoman10-Regular LMRoman12-Regular"
