import Foundation

/// Where the pixels of large images go.
public enum TemporaryFiles {
    /// `TMPDIR`, else /var/tmp, which unlike /tmp is never memory.
    public static let directory =
        ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/var/tmp"
}
