/// The head of an answer, two words of 64 bits; `byteCount` bytes follow it.
package struct PopplerReply: Hashable, Sendable {
    package enum Kind: UInt64, Hashable, Sendable {
        /// Values, as `MessageWriter` has them.
        case values = 1
        /// A page, as SVG.
        case page = 2
        /// What Poppler has against the document, as UTF-8.
        case refusal = 3
        /// A password is missing, or it is another.
        case encrypted = 4
    }

    package var kind: Kind
    package var byteCount: Int

    package static let wordCount = 2
    /// Longer ones are cut off where they are written, and not read.
    package static let longestRefusal = 1000
    /// Of values: nothing that is asked for is larger.
    package static let mostValueBytes = 64 << 20

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
