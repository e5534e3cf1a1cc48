/// The extent of an element, in CSS pixels from the document's top left. A rectangle with a size that is not positive
/// is empty.
package struct LibrsvgExtent: Hashable, Sendable {
    package struct Rect: Hashable, Sendable {
        package var x: Double
        package var y: Double
        package var width: Double
        package var height: Double

        package init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }

        package var isEmpty: Bool { !(width > 0 && height > 0) }
    }

    /// A rectangle that encloses the element's visible ink within the document.
    package var ink: Rect
    /// The bounding box, without strokes.
    package var box: Rect

    package static let wordCount = 8
    package static let byteCount = wordCount * 8

    package init(ink: Rect, box: Rect) {
        self.ink = ink
        self.box = box
    }

    /// Decodes an extent; nil if a number is not finite.
    package init?(words: [UInt64]) {
        let numbers = words.map { Double(bitPattern: $0) }
        guard numbers.count == Self.wordCount, numbers.allSatisfy(\.isFinite) else { return nil }
        ink = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        box = Rect(x: numbers[4], y: numbers[5], width: numbers[6], height: numbers[7])
    }

    package var words: [UInt64] {
        [ink.x, ink.y, ink.width, ink.height, box.x, box.y, box.width, box.height].map(\.bitPattern)
    }
}
