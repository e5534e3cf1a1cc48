// swift-tools-version: 6.2

import PackageDescription

// Frames over trees of layers, measured: a package of its own, because it counts allocations by putting itself before the
// C library's, which no one else should link. Run with
//
//     Perf/bench-views
let package = Package(
    name: "TileworkFrames",
    dependencies: [.package(name: "Tilework", path: "../..")],
    targets: [
        .target(name: "CAllocationCount"),
        .executableTarget(
            name: "Frames",
            dependencies: [
                "CAllocationCount", .product(name: "TileDrawing", package: "Tilework"),
                .product(name: "TileLayers", package: "Tilework"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
