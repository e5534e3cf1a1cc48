import Foundation
import TileSupport

/// A file that any thread can read and write at any offset.
final class LogFile: Sendable {
    /// The file descriptor; negative if nothing is stored.
    private let descriptor: Int32

    /// Creates a file that discards what is written.
    init() { descriptor = -1 }

    /// Creates a file, replacing an existing one.
    init(making path: String) throws(SystemError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw SystemError(code: errno) }
    }

    /// Opens a file.
    init(_ path: String, toWrite: Bool) throws(SystemError) {
        descriptor = open(path, (toWrite ? O_RDWR : O_RDONLY) | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(code: errno) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(SystemError) {
        guard descriptor >= 0 else { return }
        var done = 0
        while done < bytes.count {
            let written = pwrite(
                descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset) + off_t(done))
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { throw SystemError(code: written < 0 ? errno : ENOSPC) }
            done += written
        }
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(SystemError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(SystemError) in try write(bytes, at: offset) }
        }
        try result.get()
    }

    /// Reads bytes to fill the buffer.
    ///
    /// - Throws: `EIO` if the file is too short.
    func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(SystemError) {
        guard try readSome(buffer, at: offset) == buffer.count else { throw SystemError(code: EIO) }
    }

    /// Reads bytes up to the end of the file and returns their number.
    func readSome(_ buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int {
        var done = 0
        while done < buffer.count {
            let got = pread(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset) + off_t(done))
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw SystemError(code: errno) }
            if got == 0 { break }
            done += got
        }
        return done
    }

    func truncate(to length: UInt64) throws(SystemError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw SystemError(code: errno) }
    }
}
