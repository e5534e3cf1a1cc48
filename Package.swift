// swift-tools-version: 6.2

import PackageDescription

/// Returns the targets of a group, with their folders: `Sources/Engine/TileGeometry`, `Tests/Engine/TileGeometryTests`.
///
/// The groups are those of docs/architecture.md, and so is the order of their targets: a target imports only targets
/// above it, and the C libraries that it names.
func group(_ name: String, sources: String? = nil, _ targets: [Target]) -> [Target] {
    for target in targets where target.path == nil {
        target.path = "\(target.type == .test ? "Tests/\(name)" : sources ?? "Sources/\(name)")/\(target.name)"
    }
    return targets
}

let libraries = group(
    "C",
    [
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CRsvg", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
        .systemLibrary(
            name: "CPoppler", pkgConfig: "poppler-glib",
            providers: [.apt(["libpoppler-glib-dev", "libpoppler-private-dev"])]),
        .systemLibrary(name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(name: "COpenJPEG", pkgConfig: "libopenjp2", providers: [.apt(["libopenjp2-7-dev"])]),
        .systemLibrary(name: "CTIFF", pkgConfig: "libtiff-4", providers: [.apt(["libtiff-dev"])]),
        .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebpmux", providers: [.apt(["libwebp-dev"])]),
        // Without `pkgConfig`, because libavif's file has a flag that the package manager warns about.
        .systemLibrary(name: "CAVIF", providers: [.apt(["libavif-dev"])]),
        // Likewise, because libjxl's file requires those of the libraries that it uses itself.
        .systemLibrary(name: "CJXL", providers: [.apt(["libjxl-dev"])]),
        .systemLibrary(
            name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev", "libbrotli-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        // SQLite is not used through a Swift package: the available ones check for a module CoreGraphics or UIKit, and
        // this package has both.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CSpawn"),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CThread"),
        .systemLibrary(name: "CSwiftRuntime"),
        // Linker options for programs.
        .systemLibrary(name: "CLinking"),
        .target(name: "CMainLoop"),
    ])

let engine = group(
    "Engine",
    [
        .target(name: "TileSupport", dependencies: ["CThread"]),
        .target(name: "TileGeometry"),
        .target(
            name: "TileGraphics",
            dependencies: [
                "TileSupport", "TileGeometry", "CCairo", "CPango", "CTurboJPEG", "CWebP", "CAVIF", "CJXL", "CDeflate",
                "CLCMS", "CPNG", "CXML2", "CThread",
            ]),
        .target(
            name: "TileEngine",
            dependencies: [
                "TileSupport", "TileGeometry", "TileGraphics",
                .product(name: "HeapModule", package: "swift-collections"),
            ]),
        .testTarget(name: "TileSupportTests", dependencies: ["TileSupport", "TestSupport"]),
        .testTarget(name: "TileGeometryTests", dependencies: ["TileGeometry", "TestSupport"]),
        .testTarget(
            name: "TileGraphicsTests",
            dependencies: [
                "TileGraphics", "TestSupport", "CCairo", "CPango", "CWebP", "CAVIF", "CJXL", "CTurboJPEG", "CDeflate",
                "CLCMS",
            ]),
        .testTarget(name: "TileEngineTests", dependencies: ["TileEngine", "TestSupport", "VirtualTime"]),
    ])

let uikit = group(
    "UIKit",
    [
        .target(name: "TileDrawing", dependencies: ["TileSupport", "TileGeometry", "TileGraphics"]),
        .target(
            name: "TileLayers",
            dependencies: ["TileSupport", "TileGeometry", "TileGraphics", "TileEngine", "TileDrawing", "CSwiftRuntime"]),
        .target(name: "TileLayout"),
        .target(
            name: "TileViews",
            dependencies: [
                "TileSupport", "TileGeometry", "TileGraphics", "TileEngine", "TileDrawing", "TileLayers", "TileLayout",
                "CSwiftRuntime", "CMainLoop",
                .product(name: "HeapModule", package: "swift-collections"),
            ]),
        .target(
            name: "TileBars",
            dependencies: ["TileSupport", "TileGeometry", "TileGraphics", "TileDrawing", "TileLayers", "TileViews"]),
        .target(
            name: "TileTyping",
            dependencies: [
                "TileSupport", "TileGeometry", "TileGraphics", "TileDrawing", "TileLayers", "TileViews", "TileBars",
            ]),
        .target(
            name: "TileControllers",
            dependencies: [
                "TileSupport", "TileGeometry", "TileGraphics", "TileDrawing", "TileLayers", "TileViews", "TileBars",
                "TileTyping",
            ]),
        .target(
            name: "TileLists",
            dependencies: [
                "TileSupport", "TileGeometry", "TileGraphics", "TileDrawing", "TileLayers", "TileViews", "TileBars",
                "TileControllers", "CSwiftRuntime",
            ]),
        .target(
            name: "TileNibs",
            dependencies: [
                "TileSupport", "TileGeometry", "TileGraphics", "TileDrawing", "TileLayers", "TileViews", "TileBars",
                "TileTyping", "TileControllers", "TileLists", "CXML2",
            ]),
        // Modules with Apple's names, so that view code compiles unchanged, and modules with the names of their
        // headers, for `import UIKit.UIColor`.
        .systemLibrary(name: "CoreGraphicsNames", path: "Sources/UIKit/AppleModules/CoreGraphicsNames"),
        .systemLibrary(name: "QuartzCoreNames", path: "Sources/UIKit/AppleModules/QuartzCoreNames"),
        .systemLibrary(name: "UIKitNames", path: "Sources/UIKit/AppleModules/UIKitNames"),
        .target(
            name: "CoreGraphics", dependencies: ["TileGeometry", "TileGraphics", "CoreGraphicsNames"],
            path: "Sources/UIKit/AppleModules/CoreGraphics"),
        .target(
            name: "QuartzCore",
            dependencies: [
                "CoreGraphics", "TileGeometry", "TileGraphics", "TileLayers", "TileViews", "QuartzCoreNames",
            ], path: "Sources/UIKit/AppleModules/QuartzCore"),
        .target(
            name: "UIKit",
            dependencies: [
                "CoreGraphics", "QuartzCore", "TileGeometry", "TileGraphics", "TileDrawing", "TileLayers", "TileViews",
                "TileBars", "TileTyping", "TileControllers", "TileLists", "TileNibs", "UIKitNames",
            ], path: "Sources/UIKit/AppleModules/UIKit"),
        // Modules that the compiler looks for if a test imports one of these and Testing.
        .target(name: "_Testing_CoreGraphics", path: "Sources/UIKit/AppleModules/_Testing_CoreGraphics"),
        .target(name: "_Testing_UIKit", path: "Sources/UIKit/AppleModules/_Testing_UIKit"),
        // Support for tests of programs, which links Swift Testing and XCTest.
        .target(
            name: "TileSnapshots",
            dependencies: ["TileGraphics", "TileDrawing", "TileLayers", "TileViews", "TileControllers"]),
        .testTarget(name: "TileDrawingTests", dependencies: ["TileDrawing", "TestSupport"]),
        .testTarget(name: "TileLayersTests", dependencies: ["TileLayers", "TestSupport", "VirtualTime"]),
        .testTarget(name: "TileLayoutTests", dependencies: ["TileLayout", "TestSupport"]),
        .testTarget(name: "TileViewsTests", dependencies: ["TileViews", "TestSupport", "VirtualTime"]),
        .testTarget(name: "TileBarsTests", dependencies: ["TileBars", "TestSupport", "VirtualTime"]),
        .testTarget(name: "TileTypingTests", dependencies: ["TileTyping", "TestSupport", "VirtualTime"]),
        .testTarget(
            name: "TileControllersTests", dependencies: ["TileControllers", "TestSupport", "VirtualTime"]),
        .testTarget(name: "TileListsTests", dependencies: ["TileLists", "TestSupport", "VirtualTime"]),
        .testTarget(name: "TileNibsTests", dependencies: ["TileNibs", "TestSupport", "VirtualTime"]),
        .testTarget(
            name: "AppleModulesTests",
            dependencies: ["UIKit", "QuartzCore", "CoreGraphics", "_Testing_CoreGraphics", "_Testing_UIKit"]),
        .testTarget(
            name: "TileSnapshotsTests", dependencies: ["TileSnapshots", "TileControllers", "TestSupport"],
            exclude: ["Kept/__Snapshots__"]),
        .testTarget(
            name: "StoredImageTests",
            dependencies: [
                "TileGeometry", "TileGraphics", "TileDrawing", "TileLayers", "TileViews", "TileBars", "TileTyping",
                "TileControllers", "TileLists", "TileNibs", "VirtualTime",
            ],
            exclude: ["Images"]),
    ])

// The harness, and the clock that it shares with tests.
let harness = group(
    "Perf", sources: "Perf",
    [
        // Workers on a manual clock, for replays and for tests that step them.
        .target(name: "VirtualTime", dependencies: ["TileSupport", "TileEngine"]),
        .target(
            name: "TilePerf",
            dependencies: [
                "TileSupport", "TileGeometry", "TileGraphics", "TileEngine", "TileDrawing", "TileLayers", "TileViews",
                "TileBars", "TileControllers", "TileLists", "VirtualTime",
            ],
            resources: [
                "theme.css", "layout.css", "parts.css", "index.css", "sections.html", "formats.js", "runs.js",
                "terms.js",
                "scores.js", "plots.js", "picture.js", "inspector.js", "counts.js", "scrubber.js",
            ].map { .embedInCode("Reports/Page/\($0)") }),
        // Intercepts the C library's allocator, which no other program should do.
        .target(name: "CAllocationCount"),
        .testTarget(
            name: "TilePerfTests",
            dependencies: ["TilePerf", "TileDrawing", "TileViews", "TileBars", "TileControllers", "TestSupport"]),
    ])

let content = group(
    "Content",
    [
        .target(name: "TileFormats", dependencies: ["TileSupport", "TileGeometry"]),
        // Worker processes with limits. Both the programs that start them and the workers use this target.
        .target(name: "WorkerProcesses", dependencies: ["TileSupport", "CSpawn"]),
        // librsvg in a separate process, and the messages between it and the process that starts it.
        .target(name: "LibrsvgMessages", dependencies: ["WorkerProcesses"]),
        .executableTarget(
            name: "tilework-svg", dependencies: ["LibrsvgMessages", "WorkerProcesses", "CCairo", "CRsvg", "CLinking"]),
        // Decoders that should not be trusted, in a separate process, and the messages to it.
        .target(name: "ImageMessages", dependencies: ["WorkerProcesses"]),
        .executableTarget(
            name: "tilework-image",
            dependencies: ["ImageMessages", "WorkerProcesses", "CVips", "COpenJPEG", "CLinking"]),
        // Poppler is under the GPL, and only this program is linked with it.
        .target(name: "PopplerMessages", dependencies: ["WorkerProcesses"]),
        // The output device that writes pages, in C++ because Poppler's own interface to devices is.
        .target(
            name: "PopplerDevice", dependencies: ["CPoppler"],
            linkerSettings: [.linkedLibrary("poppler"), .linkedLibrary("z")]),
        .executableTarget(
            name: "tilework-pdf",
            dependencies: ["PopplerMessages", "PopplerDevice", "WorkerProcesses", "CPoppler", "CLinking"]),
        .target(
            name: "TileContent",
            dependencies: [
                "TileSupport", "TileGeometry", "TileGraphics", "TileEngine", "WorkerProcesses", "LibrsvgMessages",
                "ImageMessages", "PopplerMessages",
                "CCairo", "CVips", "CJPEG", "CPNG", "CTIFF", "CWebP", "CXML2", "CDeflate",
                // These are not imported. They are built together with every program that may start them.
                "tilework-svg", "tilework-image", "tilework-pdf",
            ]),
        .target(
            name: "TileArchives",
            dependencies: [
                "TileSupport", "TileGeometry", "TileGraphics", "TileFormats", "TileEngine", "TileContent", "CDeflate",
                "CSQLite", "CXML2",
            ],
            resources: [.embedInCode("Resources/preview.html")]),
        // Archives and other files on other machines: over HTTP, and in S3-compatible object storage.
        .target(
            name: "RemoteArchives",
            dependencies: [
                "TileSupport", "TileGeometry", "TileGraphics", "TileFormats", "TileEngine", "TileContent",
                "TileArchives", "CCrypto",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        .testTarget(name: "TileFormatsTests", dependencies: ["TileFormats", "TestSupport"]),
        .testTarget(name: "WorkerProcessesTests", dependencies: ["WorkerProcesses", "TileSupport", "TestSupport"]),
        .testTarget(
            name: "TileContentTests",
            dependencies: [
                "TileContent", "WorkerProcesses", "LibrsvgMessages", "ImageMessages", "PopplerMessages", "TestSupport",
                "CVips", "CRsvg", "CCairo", "CDeflate",
            ],
            exclude: [
                "SVG/Features", "SVG/Text/positions.json", "SVG/Text/positions.py", "SVG/Selectors/matches.json",
                "SVG/Selectors/matches.py", "SVG/Cascade/cascade.json", "SVG/Cascade/cascade.py",
                "SVG/ForeignObject/words.json", "SVG/ForeignObject/words.py",
            ]),
        .testTarget(name: "TileArchivesTests", dependencies: ["TileArchives", "TestSupport", "CDeflate", "CSQLite"]),
        .testTarget(
            name: "RemoteArchivesTests",
            dependencies: [
                "RemoteArchives", "TileArchives", "TileSupport", "TileGeometry", "TileGraphics", "TileFormats",
                "TileEngine", "TileContent", "TestSupport",
            ]),
    ])

// A part of the server that the thread sanitizer builds, too.
let sessions = group(
    "Server",
    [
        // State of scroll sessions that threads share. The thread sanitizer builds it without the HTTP server's
        // packages.
        .target(name: "TileSessions", dependencies: ["TileSupport", "TileGeometry", "TileGraphics", "TileEngine"]),
        .testTarget(name: "TileSessionsTests", dependencies: ["TileSessions", "TestSupport"]),
    ])

let server = group(
    "Server",
    [
        // Tiles that several servers share in a Redis.
        .target(
            name: "SharedTiles",
            dependencies: [
                "TileSupport", "TileGeometry", "TileGraphics", "TileEngine",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        // The viewer, for programs that are built elsewhere.
        .target(
            name: "ViewerFiles", path: "assets", exclude: ["samples"], sources: ["ViewerFiles.swift"],
            resources: [.copy("viewer")]),
        .target(
            name: "TileServer",
            dependencies: [
                "TileSupport", "TileGeometry", "TileGraphics", "TileFormats", "TileEngine", "TileSessions",
                "TileContent",
                "TileArchives", "SharedTiles", "ViewerFiles", "CCrypto",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP2", package: "swift-nio-extras"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .testTarget(
            name: "SharedTilesTests",
            dependencies: [
                "SharedTiles", "TileEngine", "TileGeometry", "TileGraphics", "TileSupport", "TestSupport",
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "TileServerTests",
            dependencies: [
                "TileServer", "TileSessions", "SharedTiles", "TileArchives", "TileContent", "ViewerFiles",
                "TestSupport",
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            exclude: ["answers.txt"]),
    ])

// The program without views: serve, build, info and archives.
let programs = group(
    "Programs",
    [
        // What every command line needs: messages, exit codes, output, and the start of `tilework-views`.
        .target(
            name: "CommandSupport",
            dependencies: [
                "TileSupport", "WorkerProcesses",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .target(
            name: "TileCommands",
            dependencies: [
                "TileSupport", "TileGeometry", "TileGraphics", "TileEngine", "TileContent", "TileArchives",
                "RemoteArchives", "TileSessions", "SharedTiles", "TileServer", "CommandSupport", "CMalloc",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
        .executableTarget(name: "tilework", dependencies: ["TileCommands", "CLinking"]),
    ])

let perfPrograms = group(
    "Perf", sources: "Perf",
    [
        .target(
            name: "PerfCommands",
            dependencies: [
                "TileSupport", "TileGeometry", "TileGraphics", "TileEngine", "TileLayers", "TileContent",
                "CommandSupport",
                "TilePerf",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "tilework-perf",
            dependencies: ["CommandSupport", "PerfCommands", "CAllocationCount", "CLinking"]),
        // The program with which scripts/compare-drawings measures the differences from librsvg's drawings.
        .executableTarget(
            name: "tilework-compare", dependencies: ["TileGeometry", "TileGraphics", "TileEngine", "TileContent"]),
    ])

// Programs that link views: perf, film, nibs and storyboards, and programs of one's own.
let viewPrograms = group(
    "Programs",
    [
        .target(
            name: "ViewContent",
            dependencies: [
                "TileSupport", "TileGeometry", "TileGraphics", "TileEngine", "TileDrawing", "TileLayers", "TileViews",
                "TileControllers", "TileContent", "WorkerProcesses",
            ]),
        // Nibs and storyboards as content, with which the command line shows files that contain views.
        .target(
            name: "NibContent",
            dependencies: [
                "TileEngine", "TileDrawing", "TileGraphics", "TileViews", "TileControllers", "TileNibs", "TileContent",
                "ViewContent",
            ]),
        .target(
            name: "ViewCommands",
            dependencies: [
                "TileSupport", "TileGeometry", "TileGraphics", "TileEngine", "TileViews", "TileControllers",
                "TileContent", "TileSessions", "TileServer", "CommandSupport", "TileCommands", "TilePerf",
                "PerfCommands", "ViewContent", "NibContent",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .executableTarget(name: "tilework-views", dependencies: ["ViewCommands", "CLinking"]),
        .testTarget(
            name: "ViewContentTests",
            dependencies: [
                "ViewContent", "TileContent", "TileDrawing", "TileViews", "TileBars", "TileTyping", "TileControllers",
                "TileLists", "TestSupport",
            ]),
        .testTarget(
            name: "NibContentTests",
            dependencies: ["NibContent", "TileContent", "TileEngine", "TileGeometry", "TileGraphics", "TestSupport"]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "CommandSupport", "TileCommands", "ViewCommands", "TileServer", "TileArchives", "TileContent",
                "TileEngine", "TileGeometry", "TileGraphics", "TilePerf", "PerfCommands", "tilework", "tilework-perf",
                "tilework-views", "SeatMap", "Timetable", "Arrivals", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
    ])

// This is not among the programs, because a file system that ignores case has one folder for both names.
let umbrella = group(
    "Umbrella",
    [
        // The module that custom programs import.
        .target(
            name: "Tilework",
            dependencies: [
                "TileGeometry", "TileGraphics", "TileEngine", "TileDrawing", "TileLayers", "TileViews", "TileBars",
                "TileTyping", "TileControllers", "TileLists", "TileNibs", "TileContent", "ViewContent", "TileArchives",
                "RemoteArchives", "TileSessions", "SharedTiles", "TileServer", "ViewCommands",
            ])
    ])

let examples = group(
    "Examples",
    [
        // Examples of custom programs.
        .executableTarget(name: "SeatMap", dependencies: ["Tilework"]),
        .executableTarget(name: "CardBoard", dependencies: ["Tilework"]),
        .executableTarget(name: "DepartureBoard", dependencies: ["Tilework"]),
        .executableTarget(name: "Timetable", dependencies: ["Tilework"]),
        .executableTarget(name: "Arrivals", dependencies: ["Tilework"]),
    ])

let testSupport: [Target] = [
    .target(name: "TestSupport", dependencies: ["CLCMS"], path: "Tests/TestSupport")
]

// The part of the package that TILEWORK_CORE=1 builds.
let core = engine + uikit + sessions + harness + testSupport
let rest = content + server + programs + perfPrograms + viewPrograms + umbrella + examples

let collections: Package.Dependency = .package(url: "https://github.com/apple/swift-collections", from: "1.6.0")

let others: [Package.Dependency] = [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    // Without its traits: with two of them, the package manager orders their flags at random, and compiles Hummingbird
    // again in half of all builds (findings/traits-rebuild-at-random.sh).
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
]

// TILEWORK_CORE=1 reduces the package to the rooms down to the views, their tests, and the code that scroll sessions
// share, without the HTTP server's packages. TILEWORK_CORE=threads reduces it further to the targets that the thread
// sanitizer rebuilds: of the tests, the files that test what threads share, and those with their helpers; nil for all
// files.
let isForThreads = Context.environment["TILEWORK_CORE"] == "threads"
let isCoreOnly = isForThreads || Context.environment["TILEWORK_CORE"] == "1"

let threadedTests: [String: [String]?] = [
    "TileEngineTests": nil,
    "TileSessionsTests": nil,
    "TileGraphicsTests": ["Pictures/PictureTests.swift", "Pictures/StripTests.swift"],
    "TileDrawingTests": [
        "Contexts/DrawingThreadTests.swift", "Text/StringDrawingTests.swift", "DrawnPixels.swift",
    ],
    "TileLayersTests": ["Render/TwoTreesTests.swift", "Render/LayerFixture.swift"],
    "TileViewsTests": [
        "Tiles/TiledLayerThreadTests.swift", "Windows/WindowTests.swift", "Views/DrawingTests.swift",
        "Views/Painter.swift", "Pixels.swift",
    ],
]

if isForThreads {
    for target in core where target.type == .test { target.sources = threadedTests[target.name] ?? nil }
    for target in core where target.name == "TileSupport" { target.swiftSettings = [.define("THREAD_SANITIZER")] }
}

let coreProducts: [Product] = [
    .library(name: "TileGeometry", targets: ["TileGeometry"]),
    .library(name: "TileGraphics", targets: ["TileGraphics"]),
    .library(name: "TileEngine", targets: ["TileEngine"]),
    .library(name: "TileDrawing", targets: ["TileDrawing"]),
    .library(name: "TileLayers", targets: ["TileLayers"]),
    .library(name: "TileLayout", targets: ["TileLayout"]),
    .library(name: "TileViews", targets: ["TileViews"]),
    .library(name: "TileBars", targets: ["TileBars"]),
    .library(name: "TileTyping", targets: ["TileTyping"]),
    .library(name: "TileControllers", targets: ["TileControllers"]),
    .library(name: "TileLists", targets: ["TileLists"]),
    .library(name: "TileNibs", targets: ["TileNibs"]),
    .library(name: "TilePerf", targets: ["TilePerf"]),
    .library(name: "CAllocationCount", targets: ["CAllocationCount"]),
    .library(name: "CoreGraphics", targets: ["CoreGraphics", "_Testing_CoreGraphics"]),
    .library(name: "QuartzCore", targets: ["QuartzCore", "_Testing_CoreGraphics"]),
    .library(name: "UIKit", targets: ["UIKit", "_Testing_CoreGraphics", "_Testing_UIKit"]),
    .library(name: "TileSnapshots", targets: ["TileSnapshots"]),
]

let otherProducts: [Product] = [
    .library(name: "TileContent", targets: ["TileContent"]),
    .library(name: "ViewContent", targets: ["ViewContent"]),
    .library(name: "TileArchives", targets: ["TileArchives"]),
    .library(name: "RemoteArchives", targets: ["RemoteArchives"]),
    .library(name: "SharedTiles", targets: ["SharedTiles"]),
    .library(name: "TileServer", targets: ["TileServer"]),
    .library(name: "TileCommands", targets: ["TileCommands"]),
    .library(name: "ViewCommands", targets: ["ViewCommands"]),
    .library(name: "Tilework", targets: ["Tilework"]),
    .executable(name: "tilework", targets: ["tilework"]),
    .executable(name: "tilework-perf", targets: ["tilework-perf"]),
    .executable(name: "tilework-views", targets: ["tilework-views"]),
    .executable(name: "tilework-svg", targets: ["tilework-svg"]),
    .executable(name: "tilework-image", targets: ["tilework-image"]),
    .executable(name: "tilework-pdf", targets: ["tilework-pdf"]),
]

// TILEWORK_OPTIMIZED=1 compiles the tested targets with a release's optimization, but with assertions, which reduces
// `make test` to a third of the time. A release build with it can be tested, so one build serves tests and programs. It
// is for this package only, because no package may depend on one with such flags.
if Context.environment["TILEWORK_OPTIMIZED"] == "1" {
    for target in core + rest {
        switch target.type {
        case .regular, .executable:
            target.swiftSettings =
                (target.swiftSettings ?? []) + [
                    .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)),
                    .unsafeFlags(["-enable-testing", "-assert-config", "Debug"], .when(configuration: .release)),
                ]
        case .test:
            // No target imports tests, so their modules need no pass of their own.
            target.swiftSettings = [
                .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
            ]
        default: break
        }
    }
}

// The targets of the core that are built: for the thread sanitizer, the threaded tests and what they depend on.
let threadedTargets: Set<String> = [
    "TileSupport", "TileGeometry", "TileGraphics", "TileEngine", "TileDrawing", "TileLayers", "TileLayout", "TileViews",
    "TileSessions", "VirtualTime", "TestSupport",
]
let coreTargets =
    isForThreads
    ? core.filter { $0.type == .test ? threadedTests.keys.contains($0.name) : threadedTargets.contains($0.name) }
    : core

let package = Package(
    name: "Tilework",
    products: isForThreads ? [] : isCoreOnly ? coreProducts : coreProducts + otherProducts,
    dependencies: isCoreOnly ? [collections] : [collections] + others,
    targets: isCoreOnly ? libraries + coreTargets : libraries + core + rest,
    swiftLanguageModes: [.v6], cxxLanguageStandard: .cxx20
)
