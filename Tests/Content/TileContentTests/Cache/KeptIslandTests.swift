import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileSupport

@testable import TileContent
@testable import TileGraphics

/// Tests of elements that librsvg draws in cached drawings.
@Suite("An island of a drawing that is kept")
struct KeptIslandTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let ellipses = """
        <g opacity='.6'><ellipse id='it is' cx='120' cy='130' rx='50' ry='30' fill='#33a' stroke='#000'/></g>\
        <ellipse cx='160' cy='170' rx='40' ry='30' fill='#8f8' style='mix-blend-mode:multiply'/>\
        <text x='120' y='150' font-size='30'>text</text>
        """

    private func write() throws {
        let rects = (0..<2500).map {
            "<rect x='\($0 % 50 * 8)' y='\($0 / 50 * 8)' width='7' height='7' fill='#c33' stroke='black'/>"
        }
        try folder.write(
            "plan.svg",
            "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='400'>\(rects.joined())\(Self.ellipses)</svg>")
    }

    private func open(_ cache: ContentCache?, _ change: (inout ContentLimits) -> Void = { _ in }) throws -> SVGDocument
    {
        var limits = ContentLimits()
        limits.cache = cache
        limits.elementsLeftToLibrsvg = ["ellipse"]
        change(&limits)
        return try SVGDocument.open(folder.file("plan.svg"), limits: limits)
    }

    private func cache() throws -> ContentCache {
        try ContentCache(folder: folder.file("cache"), limit: 1 << 30) { _ in }
    }

    private func pixels(_ source: any TileSource, _ area: RasterArea) throws -> [UInt32] {
        switch try source.raster(area, in: RasterContext(pool: BitmapPool())) {
        case .solid(let color, _, _): return [color.argb]
        case .bitmap(let bitmap): return (0..<bitmap.height).flatMap { Array(bitmap.row($0)) }
        }
    }

    @Test("is drawn by librsvg as before, of one document for all, and told of")
    func keeps() throws {
        try write()
        let plain = try open(nil)
        #expect(plain.islands.count == 2 && plain.source is PictureSource)
        let cache = try cache()
        _ = try open(cache)
        cache.finish()
        let kept = try open(cache)
        #expect(kept.source is KeptDrawing && kept.islands == plain.islands && kept.notes == plain.notes)
        #expect(kept.islandSummary == plain.islandSummary)
        for (scale, x, y) in [(0.4, 0, 0), (1.0, 90, 90), (5.0, 500, 600)] {
            let area = RasterArea(scale: scale, x: x, y: y, width: 160, height: 160)
            #expect(try pixels(kept.source, area) == pixels(plain.source, area), "\(area)")
        }
    }

    @Test("is written again as it was read, with one document for all")
    func rewritten() throws {
        try write()
        let picture = try #require(try open(nil).source as? PictureSource).picture
        let bytes = try #require(try PictureArchiveTests.archive(picture, in: folder))
        let kept = try PictureArchiveTests.opened(bytes).picture
        #expect(try PictureArchiveTests.archive(kept, in: folder) == bytes)
        func documents(_ picture: Picture) -> [any ExternalDocument] {
            picture.operations.flatMap { operation -> [any ExternalDocument] in
                switch operation.kind {
                case .external(let external): external.drawing.archived.map { [$0.document] } ?? []
                case .group(let group): documents(group.content)
                default: []
                }
            }
        }
        let documents = documents(kept)
        let elements = try #require(documents.first as? LibrsvgElements)
        #expect(elements.byteCount < 2000, "it holds the islands alone")
        #expect(documents.count == 2 && documents.allSatisfy { $0 === elements })
    }

    @Test("that librsvg did not bear is asked for again the next time: the drawing is not kept without it")
    func failed() throws {
        try write()
        try folder.write("librsvg", "#!/bin/sh\nexit 1\n")
        chmod(folder.file("librsvg"), 0o700)
        let cache = try cache()
        let failed = try open(cache) { $0.librsvg.program = folder.file("librsvg") }
        #expect(failed.islands.isEmpty && failed.notes.contains { $0.contains("not shown") }, "\(failed.notes)")
        cache.finish()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("cache")) == ["key"])
        #expect(try open(cache).islands.count == 2)
    }

    @Test("of whatever bytes is one, or none")
    func foreign() throws {
        let document = "<svg xmlns='http://www.w3.org/2000/svg'/>"
        func sized(width: Double, height: Double, _ text: String) -> Data {
            var data = Data()
            for side in [width, height] { withUnsafeBytes(of: side.bitPattern) { data.append(contentsOf: $0) } }
            return data + Data(text.utf8)
        }
        let limits = ContentLimits()
        let elements = try #require(LibrsvgElements(archived: sized(width: 20, height: 10.5, document), limits: limits))
        #expect(elements.archived == sized(width: 20, height: 10.5, document))
        for (width, height) in [(0.0, 1.0), (-1, 1), (.infinity, 1), (1, .nan)] {
            #expect(LibrsvgElements(archived: sized(width: width, height: height, document), limits: limits) == nil)
        }
        #expect(LibrsvgElements(archived: sized(width: 1, height: 1, "no document"), limits: limits) == nil)
        for length in 0...16 {
            #expect(LibrsvgElements(archived: sized(width: 1, height: 1, "").prefix(length), limits: limits) == nil)
        }
        let box = Box(x: 1, y: 2, width: 3, height: 4)
        let part = LibrsvgElements.archived(number: 258, name: "été")
        let element = try #require(elements.drawing(ofArchived: part, bounds: box) as? LibrsvgElement)
        #expect(element.number == 258 && element.name == "été" && element.bounds == box)
        #expect(element.archived?.part == part)
        for name in ["", "a#b", "a\0", String(repeating: "x", count: 1001)] {
            let part = LibrsvgElements.archived(number: 1, name: name)
            #expect(elements.drawing(ofArchived: part, bounds: box) == nil, "\(name)")
        }
        for part in [[], [1], [1, 0, 0, 0], [1, 0, 0, 0, 0xFF]] as [[UInt8]] {
            #expect(elements.drawing(ofArchived: part, bounds: box) == nil, "\(part)")
        }
    }
}
