/// The head of an answer, two words of 64 bits; `byteCount` bytes follow it.
package struct ImageReply: Hashable, Sendable {
    package enum Kind: UInt64, Hashable, Sendable {
        /// An `ImageDescription`.
        case description = 1
        /// The samples of the window asked for, rows from the top with nothing between them.
        case samples = 2
        /// What the decoder has against the file, as UTF-8.
        case refusal = 3
    }

    package var kind: Kind
    package var byteCount: Int

    package static let wordCount = 2
    /// Longer ones are cut off where they are written, and not read.
    package static let longestRefusal = 1000

    package init(_ kind: Kind, byteCount: Int) { (self.kind, self.byteCount) = (kind, byteCount) }

    package init?(words: [UInt64]) {
        guard words.count == Self.wordCount, let kind = Kind(rawValue: words[0]), words[1] < 1 << 40 else { return nil }
        self.init(kind, byteCount: Int(words[1]))
    }

    package var words: [UInt64] { [kind.rawValue, UInt64(byteCount)] }
}
