// swift-tools-version: 6.2

import PackageDescription

// A separate package, so that users of Tilework do not fetch the benchmark library. Run with
//
//     swift package --package-path Perf/Benchmarks benchmark
let package = Package(
    name: "TileworkBenchmarks",
    dependencies: [
        .package(name: "Tilework", path: "../.."),
        // Without its traits it needs no jemalloc: these benchmarks measure time, and count bytes themselves.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "Codecs",
            dependencies: [
                .product(name: "TileGraphics", package: "Tilework"), .product(name: "TileEngine", package: "Tilework"),
                .product(name: "TileContent", package: "Tilework"), .product(name: "TileGeometry", package: "Tilework"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Codecs",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
        .executableTarget(
            name: "HotPaths",
            dependencies: [
                .product(name: "TileGeometry", package: "Tilework"),
                .product(name: "TileGraphics", package: "Tilework"),
                .product(name: "TileEngine", package: "Tilework"),
                .product(name: "TileContent", package: "Tilework"),
                .product(name: "TileLayers", package: "Tilework"), .product(name: "TileViews", package: "Tilework"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "HotPaths",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    ],
    swiftLanguageModes: [.v6]
)
