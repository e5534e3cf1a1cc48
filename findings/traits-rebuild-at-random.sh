#!/bin/sh
# Swift Package Manager 6.3.1: the flags of a package's traits come in a random order, so a package with two traits is compiled again
# in about half of all builds, though nothing changed.
#
# Each trait that is enabled becomes a flag of the compiler (-DFirst -DSecond). The flags' order differs from one start of
# `swift build` to the next, and a module whose command differs is compiled again. Packages with traits that are enabled by default
# make each build of the programs that use them slower by the time that the package takes. Enabling one trait at most, or naming
# the traits that are needed (`.package(url:…, traits: […])`), avoids it.
#
# Builds a package of its own that depends on one with six traits, eight times without a change. Nothing is downloaded.
# Output seen with Swift 6.3.1:
#
#     traits enabled: 6, builds without a change: 8, orders of the flags: 8, compiled again: 8
#     traits enabled: 1, builds without a change: 8, orders of the flags: 1, compiled again: 0
#
# Fails if the flags have one order, or if a package with one trait is compiled again.
set -eu
command -v swift >/dev/null || { echo "$0: install Swift first" >&2; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/Traits/Sources/Traits" "$folder/Program/Sources/Program"
cat >"$folder/Traits/Package.swift" <<'END'
// swift-tools-version: 6.1
import PackageDescription
let names = ["A", "B", "C", "D", "E", "F"]
let package = Package(
    name: "Traits", products: [.library(name: "Traits", targets: ["Traits"])],
    traits: Set(names.map { .trait(name: $0) } + [.default(enabledTraits: Set(names))]),
    targets: [.target(name: "Traits")])
END
echo 'public let answer = 42' >"$folder/Traits/Sources/Traits/Answer.swift"
echo 'import Traits
print(answer)' >"$folder/Program/Sources/Program/main.swift"
cd "$folder/Program"

# Builds eight times after the first, and prints the number of orders and of builds that compiled the library.
count() {
    cat >Package.swift <<END
// swift-tools-version: 6.1
import PackageDescription
let package = Package(
    name: "Program", dependencies: [.package(path: "../Traits"$1)],
    targets: [.executableTarget(name: "Program", dependencies: [.product(name: "Traits", package: "Traits")])])
END
    rm -rf .build
    swift build -c release >/dev/null 2>&1
    : >"$folder/orders"
    again=0
    for _ in 1 2 3 4 5 6 7 8; do
        if swift build -c release 2>&1 | grep -q 'Compiling Traits'; then again=$((again + 1)); fi
        grep -m 1 '^    args: .*"-module-name","Traits"' .build/release.yaml | grep -o '"-D[A-F]"' | tr -d '\n' >>"$folder/orders"
        echo >>"$folder/orders"
    done
    orders=$(sort -u "$folder/orders" | wc -l)
    traits=$(head -n 1 "$folder/orders" | grep -o '"-D' | wc -l)
    echo "traits enabled: $traits, builds without a change: 8, orders of the flags: $orders, compiled again: $again"
}

swift --version 2>/dev/null | head -n 1
count ''
many_orders=$orders many_again=$again
count ', traits: ["A"]'
[ "$many_orders" -gt 1 ] && [ "$many_again" -gt 0 ] && [ "$orders" -eq 1 ] && [ "$again" -eq 0 ]
