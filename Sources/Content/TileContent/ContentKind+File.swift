extension ContentKind {
    /// Returns the kind that a file starts like, whatever its name. Nil for a file that cannot be read or is of no
    /// supported kind, and for a compressed one, which may contain anything.
    package static func kind(ofFileAt path: String) -> ContentKind? {
        guard let prefix = try? FilePrefix.read(path, count: prefixLength),
            case .kind(let kind) = recognize(prefix, of: path)
        else { return nil }
        return kind
    }

    /// Returns what a file with these first bytes is instead of a supported kind; nil for a file that may be of one.
    package static func problem(ofStart bytes: [UInt8]) -> String? {
        if case .unknown(let found) = recognize(bytes) { return found }
        return nil
    }

    /// Whether a file starts like files of a supported kind, whatever its name. False for a file that cannot be read,
    /// and for a compressed one, which may contain anything.
    package static func isRecognized(fileAt path: String) -> Bool { kind(ofFileAt: path) != nil }
}
