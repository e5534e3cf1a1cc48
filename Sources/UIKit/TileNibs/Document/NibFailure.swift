/// An error for a nib that can't be read or lacks a requested object.
public struct NibFailure: Error, CustomStringConvertible, Sendable {
    public enum Reason: Equatable, Sendable {
        case missing(String)
        case unreadable(String)
        case notANib(String)
        /// The nib isn't well formed or is truncated.
        case malformed(String)
        case version(String)
        case platform(String)
        case tooLarge(String)
        /// There is no scene, or no controller with the name.
        case noController(String)
        /// Nibs load each other without end.
        case cycle(String)
    }

    /// The name of the file.
    public let file: String
    /// The line, starting at 1, if known.
    public let line: Int?
    public let reason: Reason

    init(_ file: String, line: Int? = nil, _ reason: Reason) {
        (self.file, self.reason) = (file, reason)
        self.line = line == 0 ? nil : line
    }

    public var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        switch reason {
        case .missing(let text), .unreadable(let text), .version(let text), .platform(let text), .tooLarge(let text),
            .noController(let text), .cycle(let text):
            return "\(place): \(text)"
        case .notANib(let text): return "\(place): no nib: \(text)"
        case .malformed(let text): return "\(place): not well formed: \(text)"
        }
    }
}
