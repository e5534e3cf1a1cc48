extension ContentKind {
    /// Whether a file starts like files of a supported kind, whatever its name. False for a file that cannot be read,
    /// and for a compressed one, which may contain anything.
    package static func isRecognized(fileAt path: String) -> Bool {
        guard let prefix = try? FilePrefix.read(path, count: prefixLength) else { return false }
        return if case .kind = recognize(prefix) { true } else { false }
    }
}
