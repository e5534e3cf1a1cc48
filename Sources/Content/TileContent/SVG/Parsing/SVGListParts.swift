/// The parts of a list separated by commas and spaces, as slices in place.
///
/// - Complexity: O(bytes) for one iteration.
struct SVGListParts: Sequence, IteratorProtocol {
    private let bytes: TextBytes
    private var at = 0

    init(_ bytes: TextBytes) { self.bytes = bytes }

    private func isSeparator(_ byte: UInt8) -> Bool { byte == 0x2C || byte <= 0x20 }

    mutating func next() -> TextBytes? {
        while at < bytes.count, isSeparator(bytes[at]) { at += 1 }
        guard at < bytes.count else { return nil }
        let start = at
        while at < bytes.count, !isSeparator(bytes[at]) { at += 1 }
        return TextBytes(rebasing: bytes[start..<at])
    }
}
