import CCairo
import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

/// Why tiles differ a little from one large drawing, shown with Cairo alone.
///
/// Cairo 1.16 smooths a row of pixels in one of two ways. Where no edge of the outline begins, ends or crosses another
/// in the row, it reckons the area under each edge, rounded to a fifteenth of the row; else it takes fifteen rows of
/// samples. The two disagree about a slanted edge, and one edge's end decides for all the row, however far away. A tile
/// does not see the ends beyond it: Cairo itself leaves out lines and flattens no curves beyond the surface, and a
/// replay leaves out more. So the same edge, at the same place to the last bit, may be smoothed the one way in a tile
/// and the other way in a larger drawing.
@Suite struct `Cairo's two ways to smooth a row` {
    /// The most that one edge's pixel differs between the two, of 255: a fifteenth, and a rounding.
    private static let maxEdgeDifference = 18

    /// The side of a tile, in pixels.
    private static let side = 40

    /// Returns the area left of a line that crosses the middle of row 3 at `x`, and moves `slant` pixels to the right
    /// in each row.
    private static func leftOf(_ x: Double, slant: Double) -> Path {
        var builder = PathBuilder()
        builder.move(x: -5000, y: -30)
        builder.line(x: x - slant * 33.5, y: -30)
        builder.line(x: x + slant * 26.5, y: 30)
        builder.line(x: -5000, y: 30)
        builder.close()
        return builder.build()
    }

    private static func raster(_ path: Path, dx: Double = 0) -> Bitmap {
        PlainDrawing(steps: [.fill(path, .nonZero, .black, .identity)])
            .raster(CGAffineTransform(translationX: dx, y: 0), width: 240, height: 6)
    }

    private static var edges: [Path] {
        let places = stride(from: 100, to: 101, by: 1.0 / 32)
        return [0.05, 0.3, 1.07, 2.9976, 9.7, 21].flatMap { slant in
            places.flatMap { [leftOf($0, slant: slant), leftOf($0, slant: -slant)] }
        }
    }

    @Test func `the end of an edge far away changes what an edge's pixels are`() {
        var worst = 0
        for edge in Self.edges {
            // Compared with a dot in each row, at least 30 pixels to the right of everything that is compared.
            var builder = PathBuilder()
            builder.append(edge)
            for row in 0..<6 { builder.rectangle(x: 230, y: Double(row) + 0.4, width: 4, height: 0.3) }
            let alone = Self.raster(edge)
            let together = Self.raster(builder.build())
            for y in 0..<6 {
                for x in 0..<200 {
                    worst = max(worst, abs(Int(alone[x, y].alpha) - Int(together[x, y].alpha)))
                }
            }
        }
        // A Cairo without this needs no allowance for it anywhere.
        #expect(worst > 4)
        #expect(worst <= Self.maxEdgeDifference)
    }

    @Test func `moving by whole pixels changes nothing, so that no rounding depends on a tile's place`() {
        var random = SeededGenerator(9)
        for _ in 0..<50 {
            var builder = PathBuilder()
            builder.move(x: 60, y: 3)
            for _ in 0..<4 {
                builder.line(x: .random(in: 20...150, using: &random), y: .random(in: 0...6, using: &random))
            }
            builder.close()
            let path = builder.build()
            let here = Self.raster(path)
            let there = Self.raster(path, dx: 77)
            var different = 0
            for y in 0..<6 {
                for x in 0..<160 where here[x, y] != there[x + 77, y] { different += 1 }
            }
            #expect(different == 0)
        }
    }

    /// Letters as the features of the reader's tests have them.
    private struct Letters: CustomTestStringConvertible {
        var text: String
        var size: Double
        var x: Double
        var y: Double
        var style: StrokeStyle?
        var testDescription: String { text }
    }

    private static func step(_ letters: Letters) throws -> PlainDrawing.Step {
        var attributes = TextLayout.Attributes(family: "DejaVu Sans", size: letters.size)
        attributes.weight = 700
        let layout = try #require(TextShaper().layout(letters.text, attributes))
        var builder = PathBuilder()
        for run in layout.runs { builder.append(run.outline()) }
        let path = builder.build()
        let place = CGAffineTransform(translationX: letters.x, y: letters.y - layout.baseline)
        return letters.style.map { .stroke(path, $0, .black, place) } ?? .fill(path, .nonZero, .black, place)
    }

    @Test(arguments: [
        Letters(text: "Da", size: 20, x: 70, y: 65, style: StrokeStyle(width: 0.7, dashes: [3, 1])),
        Letters(text: "Pattern", size: 24, x: 5, y: 76),
    ])
    private func `letters in tiles have the seams that Cairo alone leaves, and none larger`(_ letters: Letters) throws {
        let drawing = PlainDrawing(steps: [try Self.step(letters)])
        let (width, height) = (400, 360)
        let pixels = CGAffineTransform(a: 12, b: 0, c: 0, d: 12, tx: -900, ty: -600)
        let whole = drawing.raster(pixels, width: width, height: height)
        var (plain, replayed) = (0, 0)
        for y in stride(from: 0, to: height, by: Self.side) {
            for x in stride(from: 0, to: width, by: Self.side) {
                let place = pixels.concatenating(CGAffineTransform(translationX: -Double(x), y: -Double(y)))
                let expected = Bitmap(width: Self.side, height: Self.side)
                for row in 0..<Self.side {
                    for column in 0..<Self.side { expected.row(row)[column] = whole.row(y + row)[x + column] }
                }
                let tile = drawing.raster(place, width: Self.side, height: Self.side)
                plain = max(plain, difference(.bitmap(tile), expected).worst)
                var counters = ReplayCounters()
                let image = try drawing.picture.raster(
                    place, width: Self.side, height: Self.side, pool: BitmapPool(), counters: &counters)
                replayed = max(replayed, difference(image, expected).worst)
            }
        }
        #expect(plain > 4)
        #expect(plain <= Self.maxEdgeDifference)
        #expect(replayed <= plain)
    }
}
