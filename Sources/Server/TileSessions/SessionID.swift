/// What names a session. Whoever knows it can ask for tiles as the viewer does, so it is to be unguessable.
package struct SessionID: Hashable, Sendable {
    package let text: String

    /// 22 characters of Base64's alphabet for URLs are 128 bits and a bit.
    package static let lengths = 22...64

    /// - Returns: nil for what can't be unguessable, or needs escapes in a URL.
    package init?(_ text: some StringProtocol) {
        let isSound = text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        guard isSound, Self.lengths.contains(text.utf8.count) else { return nil }
        self.text = String(text)
    }
}
