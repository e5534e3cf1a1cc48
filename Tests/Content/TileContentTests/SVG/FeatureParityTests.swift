import Foundation
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

/// The small SVGs beside this file, one feature each, against librsvg's own rendering.
@Suite struct FeatureParityTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Features")

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".svg") }.map { String($0.dropLast(4)) }.sorted()
    }()

    /// The scales at which librsvg 2.54 is not a reference: docs/drawings.md.
    static let scalesLeftOut: [String: [Double]] = [
        // Blurs of under two pixels are too narrow.
        "filter-blur": [0.37], "filter-shadow": [0.37], "filter-inputs": [0.37], "filter-groups": [0.37],
        "filter-regions": [0.37],
        // Parts of pixels are rounded up.
        "filter-morphology": [0.37, 2.6], "filter-tile": [0.37, 2.6],
        // Between two pixels, librsvg may use either.
        "filter-displacement": [0.37],
        // Cells below eight pixels are the means of samples, as dark as they are when enlarged.
        "image-used": [0.37], "pattern-box-units": [0.37], "pattern-cells": [0.37], "pattern-nested": [0.37],
        "pattern-opacity": [0.37, 1], "pattern-user-units": [0.37], "pattern-viewbox": [0.37],
    ]

    /// The drawings that Chromium draws otherwise than librsvg 2.54, with the difference. They look as in Chromium.
    static let drawnOtherwise: [String: String] = [
        "clip-empty": "A clip in box units leaves nothing of an element without area.",
        "clip-nested": "The children of a clip path are a union, and may have clips.",
        "closed-subpaths": "Square caps of a subpath without length are squares.",
        "css-cascade": "A style sheet of another type is not read.",
        "filter-displacement": "Noise is that of the middles of pixels.",
        "filter-elements": "A filter that is missing does nothing.",
        "filter-noise": "Noise is that of the middles of pixels.",
        "filter-turbulence": "Noise is that of the middles of pixels.",
        "gradient-href": "A gradient ignores a reference that leads nowhere.",
        "gradient-radial": "A focus at the circle's edge leaves no gap.",
        "marker-orient": "The marker at the start of a closed outline has the direction of its corner.",
        "pattern-viewbox": "The offset of a pattern's viewBox is not scaled.",
        "shape-lines": "A list of points is drawn up to its error.",
        "stroke-hairlines": "A negative width is invalid, and leaves the width of 1.",
        "stroke-caps": "A path of a single point has no cap.",
        "symbol": "A symbol without viewBox clips to the size of its use.",
        "symbol-percent": "A symbol without viewBox clips to the size of its use.",
        "text-baseline-shift": "Subscripts and superscripts shift by half of the font's height.",
        "text-basic": "Text without a size is 16 pixels high.",
        "text-decoration": "Lines are a tenth of the font size thick, and extend to the elements in a text.",
        "text-space": "White space is collapsed across elements, and a line break is a space.",
        "text-entities": "Letters for which the font has a ligature are joined.",
        "text-font-shorthand": "Relative sizes of monospace are smaller.",
        "units": "A length may be in quarter millimeters.",
        "use": "The size of a use does not apply to a shape.",
    ]

    @Test func theSetIsThere() {
        #expect(Self.names.count >= 90)
    }

    @Test(arguments: names) func aFeatureLooksAsLibrsvgDrawsIt(_ name: String) throws {
        let path = Self.folder.appendingPathComponent("\(name).svg").path
        let document = try SVGDocument.open(path)
        // A feature that librsvg draws would match in any case.
        switch document.route {
        case .picture(let operations):
            #expect(document.islands.isEmpty != name.hasPrefix("fallback-"), "\(name): \(document.islands)")
            #expect(operations > 0)
        case .librsvg(let reason):
            #expect(name.hasPrefix("fallback-"), "\(name) went to librsvg because of \(reason)")
            #expect(!reason.isEmpty)
        }
        if Self.drawnOtherwise[name] != nil { return }
        let reference = try ReferenceDrawing(path, contentSize: document.source.contentSize)
        let left = Self.scalesLeftOut[name] ?? []
        for (scale, tileSize) in [(0.37, 16), (1, 64), (2.6, 128), (16, 512)] where !left.contains(scale) {
            try ParityCheck.whole(document.source, reference, scale: scale, tileSize: tileSize, name: name)
        }
    }

    /// Tests the largest difference, of 255, between tiles and one drawing of the whole. Slanted edges of letters share
    /// rows of pixels with another edge that ends beyond the tile. Cairo smooths such a row differently, and produces
    /// the same seams without Tilework's code ("Cairo's two ways to smooth a row", in the tests of the graphics).
    @Test(arguments: [
        ("filter-inputs", 4), ("gradient-radial", 4), ("mask-units", 4),
        // The dashes of "Da", which Cairo alone draws: 10.
        ("text-stroke", 10),
        // The circle that clips the square, drawn by Cairo as a mask.
        ("clip-nested", 16),
        // The circle beside the blur, drawn by Cairo.
        ("filter-blur", 16),
        // "Pattern", drawn by Cairo alone in black: 13; here it covers 0.8.
        ("text-paint", 11),
    ])
    func tilesHaveNoSeams(_ name: String, largest: Int) throws {
        let document = try SVGDocument.open(Self.folder.appendingPathComponent("\(name).svg").path)
        let context = RasterContext(pool: BitmapPool())
        // Small tiles are compared with large ones, also across the borders of librsvg's windows (1024 pixels).
        let whole = try document.source.raster(
            RasterArea(scale: 12, x: 900, y: 600, width: 400, height: 360), in: context
        ).asBitmap
        var difference = PixelDifference()
        for y in stride(from: 0, to: 360, by: 40) {
            for x in stride(from: 0, to: 400, by: 40) {
                let tile = try document.source.raster(
                    RasterArea(scale: 12, x: 900 + x, y: 600 + y, width: 40, height: 40), in: context)
                difference.add(tile, against: whole, atX: x, y: y)
            }
        }
        #expect(
            difference.worst <= largest,
            "\(name) differs by \(difference.worst) at \(String(describing: difference.example))"
        )
    }
}

/// Compares tiles with one reference drawing of all of them.
enum ParityCheck {
    static func whole(
        _ source: any TileSource, _ reference: ReferenceDrawing, scale: Double, tileSize: Int, name: String
    ) throws {
        let width = Int((Double(source.contentSize.width) * scale - 1e-6).rounded(.up))
        let height = Int((Double(source.contentSize.height) * scale - 1e-6).rounded(.up))
        try area(
            source, reference, RasterArea(scale: scale, x: 0, y: 0, width: width, height: height), tileSize: tileSize,
            name: name)
    }

    static func area(
        _ source: any TileSource, _ reference: ReferenceDrawing, _ area: RasterArea, tileSize: Int, name: String
    ) throws {
        let expected = try reference.raster(area)
        let context = RasterContext(pool: BitmapPool())
        var difference = PixelDifference()
        for y in stride(from: 0, to: area.height, by: tileSize) {
            for x in stride(from: 0, to: area.width, by: tileSize) {
                let tile = RasterArea(
                    scale: area.scale, x: area.x + x, y: area.y + y, width: tileSize, height: tileSize)
                difference.add(try source.raster(tile, in: context), against: expected, atX: x, y: y)
            }
        }
        guard let complaint = difference.complaint else { return }
        let actual = try source.raster(area, in: context).asBitmap
        let folder = FailureImages.write(actual, expected, name: "\(name)-\(area.scale)")
        let place = difference.example.map { " at (\($0.x), \($0.y))" } ?? ""
        Issue.record("\(name) at scale \(area.scale): \(complaint)\(place); images in \(folder)")
    }
}
