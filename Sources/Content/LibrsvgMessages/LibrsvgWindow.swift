/// A part of a document, in pixels of the document at `scale`.
package struct LibrsvgWindow: Hashable, Sendable {
    package var scale: Double
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
    /// The pixels drawn on each side of the window, which are not part of the result.
    package var margin: Int
    /// The size of the document, in its own units.
    package var contentWidth: Double
    package var contentHeight: Double

    package init(
        scale: Double, x: Int, y: Int, width: Int, height: Int, margin: Int, contentWidth: Double, contentHeight: Double
    ) {
        self.scale = scale
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.margin = margin
        self.contentWidth = contentWidth
        self.contentHeight = contentHeight
    }

    /// The maximum side of a Cairo surface, in pixels.
    package static let largestSide = 32_767

    package var isValid: Bool {
        func isLength(_ length: Double) -> Bool { length > 0 && length.isFinite }
        return isLength(scale) && isLength(contentWidth) && isLength(contentHeight)
            && (0...Self.largestSide).contains(margin) && width > 0 && height > 0
            && width <= Self.largestSide - 2 * margin && height <= Self.largestSide - 2 * margin
            && abs(Double(x)) < 1e15 && abs(Double(y)) < 1e15
    }

    init?(words: ArraySlice<UInt64>) {
        let words = Array(words)
        func count(_ index: Int) -> Int { Int(truncatingIfNeeded: words[index]) }
        self.init(
            scale: Double(bitPattern: words[0]), x: count(1), y: count(2), width: Int(words[3] >> 32),
            height: Int(words[3] & 0xFFFF_FFFF), margin: count(4), contentWidth: Double(bitPattern: words[5]),
            contentHeight: Double(bitPattern: words[6]))
        guard isValid else { return nil }
    }

    var words: [UInt64] {
        [
            scale.bitPattern, UInt64(bitPattern: Int64(x)), UInt64(bitPattern: Int64(y)),
            UInt64(width) << 32 | UInt64(height), UInt64(margin), contentWidth.bitPattern, contentHeight.bitPattern,
        ]
    }

    /// The bytes of the pixels: 32 bits each, premultiplied, in Cairo's format, rows from the top without padding.
    package var byteCount: Int { width * height * 4 }
}
