import Foundation
import TestSupport
import Testing
import TileContent
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileArchives

/// A drawing that allows small changes.
private struct Sketch {
    struct Shape {
        var x: Double
        var y: Double
        var side: Double
        var color: Color
        var isStroke: Bool
        /// The group of the shape. Shapes of one group are drawn together, translucent.
        var group: Int?
    }

    var shapes: [Shape] = []

    init(count: Int, random: inout SeededGenerator) {
        for _ in 0..<count { shapes.append(Self.shape(&random)) }
    }

    static func shape(_ random: inout SeededGenerator) -> Shape {
        Shape(
            x: .random(in: 0..<1000, using: &random), y: .random(in: 0..<800, using: &random),
            side: .random(in: 2..<30, using: &random),
            color: Color(
                red: .random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random), blue: 0.3,
                alpha: Bool.random(using: &random) ? 1 : 0.6),
            isStroke: Bool.random(using: &random),
            group: Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 0..<4, using: &random) : nil)
    }

    private func draw(_ shape: Shape, on recorder: inout PictureRecorder) {
        var builder = PathBuilder()
        builder.ellipse(centerX: shape.x, centerY: shape.y, radiusX: shape.side, radiusY: shape.side / 2)
        if shape.isStroke {
            recorder.stroke(builder.build(), style: StrokeStyle(width: 3), with: .color(shape.color))
        } else {
            recorder.fill(builder.build(), with: .color(shape.color))
        }
    }

    var document: ContentDocument {
        var recorder = PictureRecorder()
        for shape in shapes where shape.group == nil { draw(shape, on: &recorder) }
        for group in 0..<4 {
            var content = PictureRecorder()
            for shape in shapes where shape.group == group { draw(shape, on: &content) }
            recorder.draw(PictureGroup(content: content.finish(), opacity: 0.7))
        }
        let source = PictureSource(recorder.finish(), contentSize: CGSize(width: 1000, height: 800))
        return ContentDocument(path: "sketch", kind: nil, source: source, isScalable: true, facts: [], notes: [])
    }
}

@Suite("Archives of drawings that have changed")
struct UpdatedBuildTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func build(
        _ document: ContentDocument, _ name: String, updates: Bool, _ change: (inout BuildOptions) -> Void = { _ in }
    ) throws -> BuildSummary {
        var options = BuildOptions()
        options.tileSize = 32
        options.updates = updates
        options.replacesExisting = true
        change(&options)
        return try TileBuild(document, output: folder.file(name), options: options).run()
    }

    private func data(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder.file(name))) }

    @Test("draw what has changed and are the same as built from nothing, whatever changes", arguments: [1, 2, 3])
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        var sketch = Sketch(count: 300, random: &random)
        #expect(
            try build(sketch.document, "a.pmtiles", updates: true).whyAllAreDrawn
                == "this is the first build with `BuildOptions.updates`")
        var unchanged = 0
        for round in 0..<12 {
            let place = Int.random(in: 0..<sketch.shapes.count, using: &random)
            switch round % 6 {
            case 0: sketch.shapes[place].x += 40
            case 1: sketch.shapes.remove(at: place)
            case 2: sketch.shapes.insert(Sketch.shape(&random), at: place)
            case 3: sketch.shapes.swapAt(place, Int.random(in: 0..<sketch.shapes.count, using: &random))
            case 4: sketch.shapes[place].color.red = 1 - sketch.shapes[place].color.red
            default: sketch.shapes[place].group = sketch.shapes[place].group == nil ? 1 : nil
            }
            let updated = try build(sketch.document, "a.pmtiles", updates: true)
            let whole = try build(sketch.document, "whole.pmtiles", updates: false)
            #expect(try data("a.pmtiles") == data("whole.pmtiles"), "round \(round)")
            #expect(updated.whyAllAreDrawn == nil && updated.tiles == whole.tiles && updated.bytes == whole.bytes)
            #expect(updated.solidTiles == whole.solidTiles && updated.repeatedTiles == whole.repeatedTiles)
            unchanged += updated.unchangedTiles
            #expect(updated.unchangedTiles < updated.tiles, "the shallowest shows every change")
        }
        #expect(unchanged > 12 * 1000, "of 1,077 tiles few have changed each time")
        let same = try build(sketch.document, "a.pmtiles", updates: true)
        #expect(same.unchangedTiles == same.tiles)
    }

    @Test("are of every kind", arguments: ["a", "a.dzi", "a.mbtiles"])
    func kinds(name: String) throws {
        var random = SeededGenerator(9)
        var sketch = Sketch(count: 100, random: &random)
        _ = try build(sketch.document, name, updates: true)
        sketch.shapes[50].y += 11
        let updated = try build(sketch.document, name, updates: true)
        #expect(updated.unchangedTiles > updated.tiles / 2)
        let whole = try build(sketch.document, "whole" + name.dropFirst(1), updates: false)
        #expect(updated.bytes == whole.bytes)
        for file in try folder.files() where file.hasPrefix("whole") && !file.hasSuffix("index.html") {
            #expect(try data(file) == data("a" + file.dropFirst(5)), "\(file)")
        }
        #expect(try folder.names().filter { $0.hasPrefix(".") } == [".\(name).tilework-kept"])
    }

    @Test("are made anew, and say why, when what was kept is of no use")
    func refused() throws {
        var random = SeededGenerator(4)
        let sketch = Sketch(count: 50, random: &random)
        func reason(_ change: (inout BuildOptions) -> Void = { _ in }) throws -> String? {
            try build(sketch.document, "a.pmtiles", updates: true, change).whyAllAreDrawn
        }
        #expect(try reason() == "this is the first build with `BuildOptions.updates`")
        #expect(try reason() == nil)
        #expect(try reason { $0.scale = 2 } == "`BuildOptions.scale` was 1.0")
        #expect(try reason { $0.scale = 2 } == nil)
        let kept = folder.file(".a.pmtiles.tilework-kept")
        for file in ["log", "picture"] {
            try Data("damaged".utf8).write(to: URL(fileURLWithPath: "\(kept)/\(file)"))
            #expect(try reason { $0.scale = 2 } == "the tiles kept by the last build are damaged")
            #expect(try reason { $0.scale = 2 } == nil)
        }
        let image = PatternSource(width: 100, height: 100)
        #expect(
            try build(image.document, "a.pmtiles", updates: true).whyAllAreDrawn
                == "`BuildOptions.updates` reuses tiles of SVG drawings and views only, not of PDF pages or images")
        // Also the second time: an image keeps nothing, but that is not the reason.
        #expect(
            try build(image.document, "a.pmtiles", updates: true).whyAllAreDrawn
                == "`BuildOptions.updates` reuses tiles of SVG drawings and views only, not of PDF pages or images")
        #expect(!folder.exists(".a.pmtiles.tilework-kept"), "nothing is kept of what is no drawing")
    }

    @Test("one shape of 25,000 that moves makes two in a hundred tiles anew at most")
    func one() throws {
        var random = SeededGenerator(7)
        var sketch = Sketch(count: 25_000, random: &random)
        for index in sketch.shapes.indices { sketch.shapes[index].group = nil }
        _ = try build(sketch.document, "a.pmtiles", updates: true) { $0.tileSize = 16 }
        sketch.shapes[12_000].x = 400
        sketch.shapes[12_000].y = 300
        let updated = try build(sketch.document, "a.pmtiles", updates: true) { $0.tileSize = 16 }
        #expect(Double(updated.tiles - updated.unchangedTiles) <= 0.02 * Double(updated.tiles))
        _ = try build(sketch.document, "whole.pmtiles", updates: false) { $0.tileSize = 16 }
        #expect(try data("a.pmtiles") == data("whole.pmtiles"))
    }
}
