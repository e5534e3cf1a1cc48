/// The reason why a file is not a valid trace.
public enum TraceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file does not exist or cannot be read.
    case unreadable(path: String, reason: String)
    /// The file is larger than `Trace.largestFile`.
    case tooLarge(path: String)
    /// The JSON is invalid or incomplete.
    case notJSON(path: String, reason: String)
    /// The trace has another version of the format.
    case version(path: String, found: Int?)
    /// A member is missing, or has the wrong type or an invalid value.
    case member(path: String, member: String, problem: String)

    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): \(reason)"
        case .tooLarge(let path): "\(path): too large for a trace: the limit is \(Trace.largestFile >> 20) MB"
        case .notJSON(let path, let reason): "\(path): \(reason)"
        case .version(let path, let found?):
            "\(path): a trace of version \(found); this build replays version \(Trace.version)"
        case .version(let path, nil):
            "\(path): not a trace: “tilework-trace”, the version of the format, is missing"
        case .member(let path, let member, let problem): "\(path): \(member) \(problem)"
        }
    }

    /// Returns the same failure for the file at `path`.
    func of(_ path: String) -> TraceFailure {
        switch self {
        case .unreadable(_, let reason): .unreadable(path: path, reason: reason)
        case .tooLarge: .tooLarge(path: path)
        case .notJSON(_, let reason): .notJSON(path: path, reason: reason)
        case .version(_, let found): .version(path: path, found: found)
        case .member(_, let member, let problem): .member(path: path, member: member, problem: problem)
        }
    }
}
