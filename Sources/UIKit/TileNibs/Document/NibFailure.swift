/// Why a nib can't be read, or has not what was asked for.
public struct NibFailure: Error, CustomStringConvertible, Sendable {
    public enum Reason: Equatable, Sendable {
        case missing(String)
        case unreadable(String)
        case notANib(String)
        /// Not well formed, or cut off.
        case malformed(String)
        case version(String)
        case platform(String)
        case tooLarge(String)
        /// No scene, no controller of the name.
        case noController(String)
        /// Nibs load one another without end.
        case cycle(String)
    }

    /// The file's name.
    public let file: String
    /// From 1, where there is one.
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
