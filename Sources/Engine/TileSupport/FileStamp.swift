import Foundation

/// The metadata that distinguishes one state of a file from another, without reading the file.
package struct FileStamp: Hashable, Sendable {
    private var device: UInt64
    private var number: UInt64
    private var size: Int64
    private var seconds: Int
    private var nanoseconds: Int
    package let isEmptyFile: Bool

    /// Returns nil if there is no file.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        size = Int64(status.st_size)
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        isEmptyFile = status.st_mode & S_IFMT == S_IFREG && size == 0
    }
}
