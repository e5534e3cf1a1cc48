// swift-tools-version: 6.2

import PackageDescription

// Rewrites iOS sources for Linux. This is a separate package, so that packages that depend on Tilework do not build
// swift-syntax. docs/adapt.md describes its use.
let package = Package(
    name: "TileworkAdapt",
    products: [
        .library(name: "TileAdapt", targets: ["TileAdapt"]),
        .executable(name: "tilework-adapt", targets: ["tilework-adapt"]),
        .plugin(name: "adapt", targets: ["adapt"]),
    ],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(
            name: "TileAdapt",
            dependencies: [
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
            ]),
        .executableTarget(
            name: "tilework-adapt",
            dependencies: ["TileAdapt", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        .plugin(
            name: "adapt",
            capability: .command(
                intent: .custom(verb: "adapt", description: "Rewrites the package's iOS sources for Linux"),
                permissions: [.writeToPackageDirectory(reason: "adapted sources are written into it")]),
            dependencies: ["tilework-adapt"]),
        .testTarget(name: "TileAdaptTests", dependencies: ["TileAdapt"]),
    ],
    swiftLanguageModes: [.v6]
)
