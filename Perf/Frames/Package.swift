// swift-tools-version: 6.2

import PackageDescription

// TILEWORK_CORE=1 leaves the flick out, which needs the readers of files.
let isCoreOnly = Context.environment["TILEWORK_CORE"] == "1"

let flick: [Target] = [
    .executableTarget(
        name: "Flick",
        dependencies: [
            "Measuring", .product(name: "TileContent", package: "Tilework"),
            .product(name: "TileViews", package: "Tilework"), .product(name: "TileEngine", package: "Tilework"),
            .product(name: "TileLayers", package: "Tilework"), .product(name: "TileGraphics", package: "Tilework"),
            .product(name: "TileGeometry", package: "Tilework"), .product(name: "TileDrawing", package: "Tilework"),
        ])
]

// Benchmarks of frames over trees of layers, and of the demand of tiled surfaces. This is a separate package, because
// it replaces the C library's allocation functions to count calls, and other packages should not link that. Run with
//
//     Perf/bench-views
//     Perf/bench-demand
//     Perf/bench-scroll
//     Perf/bench-lists
let package = Package(
    name: "TileworkFrames",
    dependencies: [.package(name: "Tilework", path: "../..")],
    targets: [
        .target(name: "Measuring", dependencies: [.product(name: "CAllocationCount", package: "Tilework")]),
        .executableTarget(
            name: "Demand",
            dependencies: [
                .product(name: "CAllocationCount", package: "Tilework"), "Measuring",
                .product(name: "TileEngine", package: "Tilework"),
                .product(name: "TileGeometry", package: "Tilework"),
                .product(name: "TileGraphics", package: "Tilework"),
            ]),
        .executableTarget(
            name: "Layout", dependencies: ["Measuring", .product(name: "TileLayout", package: "Tilework")]),
        .executableTarget(
            name: "Cards",
            dependencies: [
                "Measuring", .product(name: "TileViews", package: "Tilework"),
                .product(name: "TileDrawing", package: "Tilework"),
            ]),
        .executableTarget(
            name: "Scrolling",
            dependencies: [
                .product(name: "CAllocationCount", package: "Tilework"), "Measuring",
                .product(name: "TileEngine", package: "Tilework"),
                .product(name: "TileGeometry", package: "Tilework"),
                .product(name: "TileGraphics", package: "Tilework"),
                .product(name: "TileLayers", package: "Tilework"), .product(name: "TileViews", package: "Tilework"),
            ]),
        .executableTarget(
            name: "Lists",
            dependencies: [
                .product(name: "CAllocationCount", package: "Tilework"), "Measuring",
                .product(name: "TileGeometry", package: "Tilework"),
                .product(name: "TileDrawing", package: "Tilework"), .product(name: "TileLayers", package: "Tilework"),
                .product(name: "TileViews", package: "Tilework"), .product(name: "TileLists", package: "Tilework"),
            ]),
        .executableTarget(
            name: "Frames",
            dependencies: [
                .product(name: "CAllocationCount", package: "Tilework"), "Measuring",
                .product(name: "TileLayers", package: "Tilework"),
                .product(name: "TileGeometry", package: "Tilework"),
                .product(name: "TileViews", package: "Tilework"), .product(name: "TileDrawing", package: "Tilework"),
            ]),
    ] + (isCoreOnly ? [] : flick),
    swiftLanguageModes: [.v6]
)
