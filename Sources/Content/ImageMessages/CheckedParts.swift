/// A picture that is decoded in parts, of which the first is compared with the same part of the whole picture.
///
/// If they differ, all parts come from the whole picture. Some versions of decoders return wrong parts without an
/// error.
package final class CheckedParts<Failure: Error> {
    /// Decodes a window of a level.
    package typealias Decoding = (_ level: Int, _ window: ImageWindow) throws(Failure) -> [UInt8]

    /// The result of the comparison.
    package enum Result {
        case pending
        case same
        case different
    }

    package private(set) var result = Result.pending
    private let part: Decoding
    /// Decodes the whole picture first; nil after the comparison, unless it is needed.
    private var whole: Decoding?
    /// The bytes of a sample: 1 or 2, in native byte order.
    private let bytes: Int

    /// The largest difference of two samples of 8 bits that counts as none: conversions of colors are rounded.
    private static var tolerance: Int { 1 }

    /// - Parameters:
    ///   - bytes: The bytes of a sample: 1 or 2, in native byte order.
    ///   - part: Decodes a window.
    ///   - whole: Decodes the whole picture, and returns a window of it.
    package init(bytes: Int, part: @escaping Decoding, whole: @escaping Decoding) {
        (self.bytes, self.part, self.whole) = (bytes, part, whole)
    }

    /// Returns the samples of a window, and compares them if they are the first.
    package func samples(_ level: Int, _ window: ImageWindow) throws(Failure) -> [UInt8] {
        switch result {
        case .same: return try part(level, window)
        case .different: return try (whole ?? part)(level, window)
        case .pending:
            let samples = try part(level, window)
            // A picture that can't be decoded whole, such as one that ends early, proves nothing.
            guard let whole, let right = try? whole(level, window) else {
                settle(.same)
                return samples
            }
            guard isSame(samples, right) else {
                settle(.different)
                return right
            }
            settle(.same)
            return samples
        }
    }

    private func settle(_ result: Result) {
        self.result = result
        if result == .same { whole = nil }
    }

    private func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        if bytes == 1 { return !zip(one, other).contains { abs(Int($0) - Int($1)) > Self.tolerance } }
        return one.withUnsafeBytes { one in
            other.withUnsafeBytes { other in
                !zip(one.bindMemory(to: UInt16.self), other.bindMemory(to: UInt16.self)).contains {
                    abs(Int($0) - Int($1)) > 257 * Self.tolerance
                }
            }
        }
    }
}
