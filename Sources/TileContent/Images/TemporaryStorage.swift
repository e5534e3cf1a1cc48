import Foundation

/// Memory for rows of pixels: plain when small, else an unlinked file that the system may write out and page back in.
///
/// Written through `write`, never through the mapping: on a full disk a write fails with an error, where a store into a
/// mapped page would kill the process.
// @unchecked Sendable: one thread writes, and publishes what it wrote by the row counts of `ImageStore`; readers read only
// what has been published.
final class TemporaryStorage: @unchecked Sendable {
    /// Where large ones go: `TMPDIR`, else /var/tmp, which unlike /tmp is never memory.
    static let directory = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/var/tmp"

    let byteCount: Int
    let bytes: UnsafeRawPointer

    private let memory: UnsafeMutableRawPointer?
    private let file: Int32

    /// - Parameter isInMemory: whether to take memory instead of a file.
    /// - Throws: the system's error number.
    init(byteCount: Int, isInMemory: Bool) throws(SystemError) {
        precondition(byteCount > 0, "storage of \(byteCount) bytes")
        self.byteCount = byteCount
        if isInMemory {
            guard let memory = malloc(byteCount) else { throw SystemError(code: ENOMEM) }
            self.memory = memory
            bytes = UnsafeRawPointer(memory)
            file = -1
            return
        }
        memory = nil
        file = try Self.openUnlinked()
        guard ftruncate(file, off_t(byteCount)) == 0 else {
            let code = errno
            close(file)
            throw SystemError(code: code)
        }
        guard let mapping = mmap(nil, byteCount, PROT_READ, MAP_SHARED, file, 0), mapping != MAP_FAILED else {
            let code = errno
            close(file)
            throw SystemError(code: code)
        }
        bytes = UnsafeRawPointer(mapping)
    }

    deinit {
        if let memory {
            free(memory)
        } else {
            munmap(UnsafeMutableRawPointer(mutating: bytes), byteCount)
            close(file)
        }
    }

    private static func openUnlinked() throws(SystemError) -> Int32 {
        var name = Array("\(directory)/.tilework-XXXXXX".utf8CString)
        let file = name.withUnsafeMutableBufferPointer { mkstemp($0.baseAddress!) }
        guard file >= 0 else { throw SystemError(code: errno) }
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        name.withUnsafeBufferPointer { _ = unlink($0.baseAddress!) }
        return file
    }

    /// Copies `count` bytes to `offset`.
    func write(_ source: UnsafeRawPointer, count: Int, at offset: Int) throws(SystemError) {
        precondition(offset >= 0 && count >= 0 && offset + count <= byteCount, "write beyond the end of the storage")
        if let memory {
            (memory + offset).copyMemory(from: source, byteCount: count)
            return
        }
        var done = 0
        while done < count {
            let written = pwrite(file, source + done, count - done, off_t(offset + done))
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { throw SystemError(code: written < 0 ? errno : ENOSPC) }
            done += written
        }
    }
}
