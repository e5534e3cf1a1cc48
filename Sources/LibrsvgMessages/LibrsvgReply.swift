/// The head of an answer, two words of 64 bits; `byteCount` bytes follow it.
package struct LibrsvgReply: Hashable, Sendable {
    package enum Kind: UInt64, Hashable, Sendable {
        /// Width and height, as two words with the bits of `Double`.
        case size = 1
        /// The pixels of the window asked for.
        case pixels = 2
        /// What librsvg has against the document, as UTF-8. The process can be asked again.
        case refusal = 3
        /// Where an element is, as the words of `LibrsvgExtent`.
        case extent = 4
    }

    package var kind: Kind
    package var byteCount: Int

    package static let wordCount = 2
    package static let sizeByteCount = 16
    /// Longer ones are cut off where they are written, and not read.
    package static let longestRefusal = 1000

    package init(_ kind: Kind, byteCount: Int) {
        self.kind = kind
        self.byteCount = byteCount
    }

    package init?(words: [UInt64]) {
        guard words.count == Self.wordCount, let kind = Kind(rawValue: words[0]), words[1] < 1 << 40 else { return nil }
        self.init(kind, byteCount: Int(words[1]))
    }

    package var words: [UInt64] { [kind.rawValue, UInt64(byteCount)] }
}
