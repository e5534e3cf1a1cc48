// swift-tools-version: 6.2

import PackageDescription

// The folder of the toolchain's own swift-syntax, `usr/lib/swift/host`, if TILEWORK_TOOLCHAIN_SYNTAX names it. The
// tests use it, because compiling swift-syntax takes longer than all other steps together. Its version is that of the
// compiler, so only compilers that match the range of versions below use it.
#if compiler(<6.4)
    let toolchainSyntax = Context.environment["TILEWORK_TOOLCHAIN_SYNTAX"].flatMap { $0.isEmpty ? nil : $0 }
#else
    let toolchainSyntax: String? = nil
#endif

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
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        .target(name: "TileAdapt", resources: [.embedInCode("API/api.txt")]),
        .executableTarget(
            name: "tilework-adapt",
            dependencies: ["TileAdapt", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        .plugin(
            name: "adapt",
            capability: .command(
                intent: .custom(verb: "adapt", description: "Rewrites the package's iOS sources for Linux"),
                permissions: [.writeToPackageDirectory(reason: "adapted sources are written into it")]),
            dependencies: ["tilework-adapt"]),
        .testTarget(
            name: "TileAdaptTests",
            dependencies: [
                "TileAdapt", "tilework-adapt", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

if let folder = toolchainSyntax {
    for target in package.targets where target.type != .plugin {
        target.swiftSettings = [.unsafeFlags(["-I", folder])]
    }
    package.targets[0].linkerSettings = [
        .unsafeFlags(["-L\(folder)", "-lSwiftSyntax", "-lSwiftParser", "-Xlinker", "-rpath", "-Xlinker", folder])
    ]
} else {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"))
    package.targets[0].dependencies += [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
    ]
}
