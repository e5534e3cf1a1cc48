import Foundation

/// The repository that the tests are built from.
public enum Repository {
    /// The top folder, which holds Package.swift.
    public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Returns the file or folder at a path relative to the top folder, such as `docs/sessions.md`.
    public static func file(_ path: String) -> URL { root.appendingPathComponent(path) }
}
