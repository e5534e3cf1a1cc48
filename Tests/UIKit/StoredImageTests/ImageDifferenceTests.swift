import Testing
import TileGraphics

@Suite("What counts as the same drawing")
struct ImageDifferenceTests {
    private func plain(_ pixel: UInt32, width: Int = 10, height: Int = 10) -> Bitmap {
        let bitmap = Bitmap(width: width, height: height)
        for y in 0..<height { bitmap.row(y).update(repeating: pixel) }
        return bitmap
    }

    private func difference(_ left: Bitmap, _ right: Bitmap) throws -> ImageDifference {
        try #require(ImageDifference(left, right))
    }

    @Test("equal images differ by nothing, and the difference is white")
    func equal() throws {
        let none = try difference(plain(0xFF80_4020), plain(0xFF80_4020))
        #expect(none.greatest == 0 && none.mean == 0)
        #expect(none.isWithin(.init()))
        #expect(none.shown.solidColor == .white)
    }

    @Test("one pixel may be off a little, and not more", arguments: [(12, true), (13, false)])
    func greatest(step: UInt32, isSame: Bool) throws {
        for shift in [0, 8, 16, 24] as [UInt32] {
            let other = plain(0xF080_4020)
            other.row(7)[3] -= step << shift
            let one = try difference(plain(0xF080_4020), other)
            #expect(one.greatest == Int(step))
            #expect(one.place == (3, 7))
            // The mean aside: in an image this small one pixel shifts it.
            #expect(one.isWithin(.init(mean: 255)) == isSame)
        }
    }

    @Test("all pixels off by one are another drawing")
    func mean() throws {
        let all = try difference(plain(0xFF80_4020), plain(0xFF80_4021))
        #expect(all.greatest == 1)
        #expect(all.mean == 0.25)
        #expect(!all.isWithin(.init()))
    }

    @Test("images of different sizes are not compared")
    func sizes() {
        #expect(ImageDifference(plain(0, width: 10, height: 10), plain(0, width: 10, height: 11)) == nil)
        #expect(ImageDifference(plain(0, width: 10, height: 10), plain(0, width: 9, height: 10)) == nil)
    }
}
