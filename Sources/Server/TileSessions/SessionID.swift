/// The identifier of a session. A client that knows it can request tiles as its viewer, so it must be unguessable.
package struct SessionID: Hashable, Sendable {
    package let text: String

    /// The allowed lengths. 22 characters of URL-safe Base64 are slightly more than 128 bits.
    package static let lengths = 22...64

    /// Creates an identifier.
    ///
    /// - Returns: Nil for a text that is too short, too long, or needs escaping in a URL.
    package init?(_ text: some StringProtocol) {
        let isSound = text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        guard isSound, Self.lengths.contains(text.utf8.count) else { return nil }
        self.text = String(text)
    }
}
