// swift-tools-version: 6.2

import PackageDescription

// Viewers by the thousand, in one thread: what Perf/bench-sessions loads a server with.
let package = Package(
    name: "TileworkSessionLoad",
    dependencies: [.package(url: "https://github.com/apple/swift-nio", from: "2.101.2")],
    targets: [
        .executableTarget(
            name: "SessionLoad",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
