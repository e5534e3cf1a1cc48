import Foundation
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

@Suite struct OpacityTests {
    /// A group of one color applies the opacity to its color. The bytes equal those of a group.
    @Test func opacityOfAShapeRoundsAsAGroupDoes() throws {
        let opacities = [0.0385, 0.15384615, 0.24999996, 0.5, 0.56050956, 0.625, 0.68152869, 0.7, 0.75, 0.875, 0.999]
        let fills = ["#848484", "#798a47", "#fff", "#010203", "#fe8040"]
        let alphas = [1, 0.94509804, 0.7, 0.335, 0.15294118]
        var shapes = ""
        var places: [(x: Int, y: Int, what: String)] = []
        for (row, opacity) in opacities.enumerated() {
            for (group, fill) in fills.enumerated() {
                for (index, alpha) in alphas.enumerated() {
                    let place = (x: 4 * (group * alphas.count + index), y: 4 * row)
                    let paint =
                        index == 3
                        ? "d='M\(place.x) \(place.y + 2)h4' fill='none' stroke-width='4' stroke='\(fill)' stroke-opacity='\(alpha)'"
                        : "d='M\(place.x) \(place.y)h4v4h-4z' fill='\(fill)' fill-opacity='\(alpha)'"
                    shapes += "<path opacity='\(opacity)' \(paint)/>"
                    places.append((place.x + 1, place.y + 1, "\(fill) \(alpha) \(opacity)"))
                }
            }
        }
        let size = CGSize(width: Double(4 * fills.count * alphas.count), height: Double(4 * opacities.count))
        let head = "<svg xmlns='http://www.w3.org/2000/svg' width='\(size.width)' height='\(size.height)'>"
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("opacity-\(UUID()).svg").path
        try (head + shapes + "</svg>").write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let area = RasterArea(scale: 1, x: 0, y: 0, width: Int(size.width), height: Int(size.height))
        let expected = try ReferenceDrawing(path, contentSize: size).raster(area)
        let actual = try SVGDocument.open(path).source.raster(area, in: RasterContext(pool: BitmapPool())).asBitmap
        for place in places {
            let (ours, theirs) = (actual.row(place.y)[place.x], expected.row(place.y)[place.x])
            #expect(
                ours == theirs,
                "\(place.what): \(String(ours, radix: 16)) instead of \(String(theirs, radix: 16))")
        }
    }

    /// Chromium's pixels: sums of colors multiplied by alpha, and of alphas (Compositing and Blending 2).
    @Test func plusLighterAddsColors() throws {
        let drawn = try DrawnSVG(
            "width='30' height='10'",
            "<rect width='10' height='10' fill='#804020'/><rect x='10' width='10' height='10' fill='#804020' opacity='.25'/>"
                + "<rect width='30' height='10' fill='#40a0ff' opacity='.5' style='mix-blend-mode:plus-lighter'/>")
        #expect([5, 15, 25].map { drawn.pixel($0, 5) } == ["ffa090a0", "c0406088", "80205080"])
        #expect(drawn.document.omissions.isEmpty)
    }
}
