extension ContentKind {
    /// Whether a file begins as the files of some kind do, whatever its name is. False for a file that can't be read,
    /// and for a compressed one, which may hold anything.
    package static func isRecognized(fileAt path: String) -> Bool {
        guard let prefix = try? FilePrefix.read(path, count: prefixLength) else { return false }
        return if case .kind = recognize(prefix) { true } else { false }
    }
}
