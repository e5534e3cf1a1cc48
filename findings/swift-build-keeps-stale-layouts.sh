#!/bin/sh
# The build system of Swift 6.3.1 does not compile a module again when a module that it sees through `@_exported import` has
# changed, if it names only the exporting module as its dependency. The program is linked against the new layout and reads by
# the old one: fields are exchanged without a word. A build from nothing is right, and so is one whose target names both
# modules. Umbrella modules, which re-export a library's parts, are built so.
#
#   findings/swift-build-keeps-stale-layouts.sh   # uses the toolchain of the PATH; exits 0 if this still holds
set -eu
swift --version 2>&1 | grep -q 'Swift version 6\.3\.1 ' || { echo "needs Swift 6.3.1"; exit 69; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Prints what a program reads of a structure before and after it has got another field, and after a build from nothing.
try() {
    mkdir -p "$1/Sources/Parts" "$1/Sources/Umbrella" "$1/Sources/Program"
    cd "$1"
    cat >Package.swift <<SWIFT
// swift-tools-version: 6.0
import PackageDescription
let package = Package(name: "layouts", targets: [
    .target(name: "Parts"), .target(name: "Umbrella", dependencies: ["Parts"]),
    .executableTarget(name: "Program", dependencies: [$2]),
])
SWIFT
    echo '@_exported import Parts' >Sources/Umbrella/Umbrella.swift
    printf 'import Umbrella\nlet size = Size()\nprint(size.width, size.height)\n' >Sources/Program/main.swift
    for fields in '' 'public var depth = 3; '; do
        echo "public struct Size { ${fields}public var width = 1; public var height = 2; public init() {} }" >Sources/Parts/Size.swift
        swift build >build.log 2>&1 || { cat build.log; exit 1; }
        echo "$1: $(.build/debug/Program)"
    done
    rm -rf .build
    swift build >build.log 2>&1
    echo "$1, from nothing: $(.build/debug/Program)"
    cd ..
}
{
    try umbrella '"Umbrella"'
    try both '"Umbrella", "Parts"'
} | tee seen.txt
cat >meant.txt <<'TEXT'
umbrella: 1 2
umbrella: 3 1
umbrella, from nothing: 1 2
both: 1 2
both: 1 2
both, from nothing: 1 2
TEXT
cmp seen.txt meant.txt
