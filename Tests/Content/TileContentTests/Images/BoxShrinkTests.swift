import Testing
import TileGraphics

@testable import TileContent

/// Returns pixels without a pattern that shrinking could keep by accident. They are the same in every run.
func noise(width: Int, height: Int) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    var state: UInt32 = 12345
    for y in 0..<height {
        for x in 0..<width {
            state = state &* 1_664_525 &+ 1_013_904_223
            bitmap[x, y] = PixelColor(argb: 0xFF00_0000 | state >> 8)
        }
    }
    return bitmap
}

func pixels(_ bitmap: Bitmap) -> [UInt32] { (0..<bitmap.height).flatMap { Array(bitmap.row($0)) } }

@Suite("Halving by boxes")
struct BoxShrinkTests {
    @Test("a pixel is the rounded mean of four, channel by channel")
    func mean() {
        let source = Bitmap(width: 2, height: 2)
        source[0, 0] = PixelColor(argb: 0xFF00_FF01)
        source[1, 0] = PixelColor(argb: 0xFF00_FF02)
        source[0, 1] = PixelColor(argb: 0xFFFF_FF02)
        source[1, 1] = PixelColor(argb: 0x0000_FE01)
        let target = Bitmap(width: 1, height: 1)
        BoxShrink.shrink(source, into: target)
        // Alpha (3 × 255 + 2) / 4, red (255 + 2) / 4, green (3 × 255 + 254 + 2) / 4, blue (6 + 2) / 4.
        #expect(target[0, 0] == PixelColor(argb: 0xBF40_FF02))
    }

    @Test("white stays white and opaque at every size", arguments: 1...9, 1...9)
    func white(width: Int, height: Int) {
        let source = Bitmap(width: width, height: height)
        for y in 0..<height { for x in 0..<width { source[x, y] = .white } }
        let target = Bitmap(width: BoxShrink.half(width), height: BoxShrink.half(height))
        BoxShrink.shrink(source, into: target)
        #expect(target.solidColor == .white)
    }

    @Test("tiles halved apart join to what halving the whole gives")
    func tilesJoin() {
        let whole = noise(width: 16, height: 16)
        let expected = Bitmap(width: 8, height: 8)
        BoxShrink.shrink(whole, into: expected)
        let joined = Bitmap(width: 8, height: 8)
        for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let tile = Bitmap(width: 8, height: 8)
            for y in 0..<8 { for x in 0..<8 { tile[x, y] = whole[column * 8 + x, row * 8 + y] } }
            BoxShrink.shrink(tile, into: joined, x: column * 4, y: row * 4)
        }
        #expect(pixels(joined) == pixels(expected))
    }

    @Test("the cascade gives every level of every small size as repeated halving does", arguments: 1...17, 1...17)
    func cascade(width: Int, height: Int) {
        var level = noise(width: width, height: height)
        var expected: [Int: [UInt32]] = [:]
        var depth = 0
        let first = level
        while level.width > 1 || level.height > 1 {
            let next = Bitmap(width: BoxShrink.half(level.width), height: BoxShrink.half(level.height))
            BoxShrink.shrink(level, into: next)
            level = next
            depth += 1
            expected[depth] = pixels(next)
        }

        var widths = [width]
        for _ in 0..<depth { widths.append(BoxShrink.half(widths.last!)) }
        var found: [Int: [UInt32]] = [:]
        var rows: [Int: [Int]] = [:]
        func collect(level: Int, row: Int, _ pixels: UnsafePointer<UInt32>) {
            found[level, default: []] += Array(UnsafeBufferPointer(start: pixels, count: widths[level]))
            rows[level, default: []].append(row)
        }
        var cascade = ShrinkCascade(width: width, deepest: depth)
        for y in 0..<height { cascade.add(first.row(y).baseAddress!, emit: collect) }
        cascade.finish(emit: collect)
        #expect(found == expected)
        for (level, numbers) in rows { #expect(numbers == Array(0..<numbers.count), "rows of level \(level)") }
    }
}
