import Foundation
import TestSupport
import Testing
import TileContent
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileArchives

@Suite("Archives that are replaced while they are shown")
struct LocalArchiveSourceTests {
    let folder: TemporaryFolder
    private static let tile = TileCoordinate(level: 1, column: 1, row: 0)

    init() throws { folder = try TemporaryFolder() }

    /// Builds an archive of a square in one color, replacing an existing one.
    private func build(_ color: String, _ output: String, layout: ArchiveLayout, side: Int = 512) throws {
        let path = folder.file("\(color).svg")
        try Data(
            """
            <svg xmlns='http://www.w3.org/2000/svg' width='\(side)' height='\(side)'>\
            <path d='M0 0H\(side)V\(side)Z' fill='\(color)'/></svg>
            """.utf8
        ).write(to: URL(fileURLWithPath: path))
        var options = BuildOptions()
        options.layout = layout
        options.replacesExisting = true
        _ = try TileBuild(try ContentReader.open(path), output: output, options: options).run()
    }

    private func stored(_ path: String) throws -> [UInt8] {
        try #require(
            try ArchiveSource(try TileArchive.open(path)).storedFile(Self.tile, isCropped: false, format: .png))
    }

    private func name(_ layout: ArchiveLayout) -> String {
        folder.file("plan" + (layout.kind.fileExtension.map { ".\($0)" } ?? ""))
    }

    @Test(
        "give the new one's tiles after the next look, and say that all are outdated",
        arguments: [ArchiveLayout.xyz, .deepZoom, .zoomify, .pmtiles, .mbtiles])
    func replaced(_ layout: ArchiveLayout) async throws {
        let path = name(layout)
        try build("red", path, layout: layout)
        let source = try LocalArchiveSource(path, lookInterval: nil)
        let engine = TileEngine(services: EngineServices())
        let id = engine.add(source, pyramid: source.pyramid)
        let isCropped = layout == .deepZoom || layout == .zoomify
        let key = TileKey(id, Self.tile, as: .encoded(.png))
        func served() async throws -> [UInt8] {
            guard case .file(let bytes) = try await engine.tile(key).payload else { throw CancellationError() }
            return bytes
        }
        let red = try await served()
        if !isCropped { #expect(red == (try stored(path))) }
        source.checkForReplacement()
        #expect(engine.cached(key) != nil)

        try build("blue", path, layout: layout)
        source.checkForReplacement()
        #expect(engine.cached(key) == nil)
        let blue = try await served()
        #expect(blue != red)
        if !isCropped { #expect(blue == (try stored(path))) }
    }

    @Test("stay as they were while what is in their place can't be opened, or nothing is")
    func damaged() throws {
        let path = name(.pmtiles)
        try build("red", path, layout: .pmtiles)
        let red = try stored(path)
        let source = try LocalArchiveSource(path, lookInterval: nil)
        try FileManager.default.removeItem(atPath: path)
        source.checkForReplacement()
        #expect(try source.storedFile(Self.tile, isCropped: false, format: .png) == red)
        try Data("PMTiles\u{3}, begun".utf8).write(to: URL(fileURLWithPath: path))
        source.checkForReplacement()
        #expect(try source.storedFile(Self.tile, isCropped: false, format: .png) == red)
        try build("blue", path, layout: .pmtiles)
        source.checkForReplacement()
        #expect(try source.storedFile(Self.tile, isCropped: false, format: .png) == (try stored(path)))
    }

    @Test("are refused when they have another size, until one of the first's is there")
    func otherSize() throws {
        let path = name(.pmtiles)
        try build("red", path, layout: .pmtiles)
        let source = try LocalArchiveSource(path, lookInterval: nil)
        try build("blue", path, layout: .pmtiles, side: 700)
        let told = Lock(0)
        let subscription = source.subscribe { _ in told.withLock { $0 += 1 } }
        source.checkForReplacement()
        source.checkForReplacement()
        #expect(told.withLock { $0 } == 1)
        #expect {
            try source.storedFile(Self.tile, isCropped: false, format: .png)
        } throws: {
            "\($0)".contains("replaced by an archive of another size")
        }
        try build("green", path, layout: .pmtiles)
        source.checkForReplacement()
        #expect(try source.storedFile(Self.tile, isCropped: false, format: .png) == (try stored(path)))
        _ = consume subscription
    }

    @Test("are looked at by themselves")
    func regularChecks() async throws {
        let path = name(.pmtiles)
        try build("red", path, layout: .pmtiles)
        let source = try LocalArchiveSource(path, lookInterval: 0.01)
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let subscription = source.subscribe { _ in continuation.yield() }
        try build("blue", path, layout: .pmtiles)
        for await _ in changes { break }
        #expect(try source.storedFile(Self.tile, isCropped: false, format: .png) == (try stored(path)))
        _ = consume subscription
    }
}
