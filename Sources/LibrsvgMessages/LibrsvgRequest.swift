/// What Tilework asks of the process that draws with librsvg.
///
/// A request is so many words of 64 bits in the machine's own order, always as many, so that its length need not be
/// believed. `open` is followed by the document's bytes. Each request is answered by one `LibrsvgReply`.
package enum LibrsvgRequest: Hashable, Sendable {
    /// Take this document. `prologue` bytes of what stands before the root element follow, then `root` bytes of that
    /// element and what stands after it. The process may take `memory` bytes of address space from now on. Answered by
    /// its size where that is asked for, else by a size of 0.
    case open(prologue: Int, root: Int, memory: Int, wantsSize: Bool, processorSeconds: Int)
    /// Draw this part of it. Answered by pixels.
    case draw(LibrsvgWindow, processorSeconds: Int)

    package static let wordCount = 10
    package static let byteCount = wordCount * 8

    package init?(words: [UInt64]) {
        guard words.count == Self.wordCount else { return nil }
        func count(_ index: Int) -> Int { Int(truncatingIfNeeded: words[index]) }
        let seconds = count(1)
        guard seconds > 0 else { return nil }
        switch words[0] {
        case 1:
            guard count(2) >= 0, count(3) > 0, count(4) > 0, count(2) < 1 << 40, count(3) < 1 << 40 else { return nil }
            self = .open(
                prologue: count(2), root: count(3), memory: count(4), wantsSize: words[5] != 0,
                processorSeconds: seconds)
        case 2:
            let window = LibrsvgWindow(
                scale: Double(bitPattern: words[2]), x: count(3), y: count(4), width: Int(words[5] >> 32),
                height: Int(words[5] & 0xFFFF_FFFF), margin: count(6), contentWidth: Double(bitPattern: words[7]),
                contentHeight: Double(bitPattern: words[8]))
            guard window.isValid else { return nil }
            self = .draw(window, processorSeconds: seconds)
        default: return nil
        }
    }

    package var words: [UInt64] {
        var words = [UInt64](repeating: 0, count: Self.wordCount)
        switch self {
        case .open(let prologue, let root, let memory, let wantsSize, let processorSeconds):
            words[0] = 1
            words[1] = UInt64(processorSeconds)
            words[2] = UInt64(prologue)
            words[3] = UInt64(root)
            words[4] = UInt64(memory)
            words[5] = wantsSize ? 1 : 0
        case .draw(let window, let processorSeconds):
            words[0] = 2
            words[1] = UInt64(processorSeconds)
            words[2] = window.scale.bitPattern
            words[3] = UInt64(bitPattern: Int64(window.x))
            words[4] = UInt64(bitPattern: Int64(window.y))
            words[5] = UInt64(window.width) << 32 | UInt64(window.height)
            words[6] = UInt64(window.margin)
            words[7] = window.contentWidth.bitPattern
            words[8] = window.contentHeight.bitPattern
        }
        return words
    }
}

/// A part of a document, in pixels of the document at `scale`.
package struct LibrsvgWindow: Hashable, Sendable {
    package var scale: Double
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
    /// Pixels drawn on each side of it and not handed over.
    package var margin: Int
    /// Of the document, in its own units.
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

    /// More pixels each way no surface of Cairo has.
    package static let largestSide = 32_767

    package var isValid: Bool {
        func isLength(_ length: Double) -> Bool { length > 0 && length.isFinite }
        return isLength(scale) && isLength(contentWidth) && isLength(contentHeight)
            && (0...Self.largestSide).contains(margin) && width > 0 && height > 0
            && width <= Self.largestSide - 2 * margin && height <= Self.largestSide - 2 * margin
            && abs(Double(x)) < 1e15 && abs(Double(y)) < 1e15
    }

    /// Of the pixels: 32 bits each, premultiplied, as Cairo has them, top row first and nothing between rows.
    package var byteCount: Int { width * height * 4 }
}
