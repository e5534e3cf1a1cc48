import Foundation

/// The location of temporary files for the pixels of large images.
public enum TemporaryFiles {
    /// The directory named by `TMPDIR`, or /var/tmp, which unlike /tmp is never in memory.
    public static let directory =
        ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/var/tmp"
}
