/// A part of a window, in pixels from its top left without the margin.
package struct LibrsvgPart: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package func isValid(in window: LibrsvgWindow) -> Bool {
        x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= window.width && y + height <= window.height
    }

    /// The bytes of the pixels, in the same format as those of a window.
    package var byteCount: Int { width * height * 4 }

    // 16 bits for each value; windows have no longer side.
    init(word: UInt64) {
        self.init(
            x: Int(word >> 48), y: Int(word >> 32 & 0xFFFF), width: Int(word >> 16 & 0xFFFF), height: Int(word & 0xFFFF)
        )
    }

    var word: UInt64 { UInt64(x) << 48 | UInt64(y) << 32 | UInt64(width) << 16 | UInt64(height) }
}
