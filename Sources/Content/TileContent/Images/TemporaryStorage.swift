import Foundation
import TileSupport

/// Memory for rows of pixels, or an unlinked temporary file.
///
/// A file is written and read by system calls, never through a mapping. On a full or broken disk these calls fail with
/// an error, but touching a page of a mapping would kill the process. Pages of a mapping would also count as the
/// process's memory until the system reclaims them.
// @unchecked Sendable: one thread writes, and publishes what it wrote by the row counts of `ImageStore`; readers read
// only what has been published.
final class TemporaryStorage: @unchecked Sendable {
    let byteCount: Int

    private let memory: UnsafeMutableRawPointer?
    private let file: Int32

    /// - Parameter isInMemory: Whether to use memory instead of a file.
    /// - Throws: The system's error number.
    init(byteCount: Int, isInMemory: Bool) throws(SystemError) {
        precondition(byteCount > 0, "storage of \(byteCount) bytes")
        self.byteCount = byteCount
        if isInMemory {
            // `malloc` would keep freed blocks of up to 32 MB after the first one is freed. A mapping returns evicted
            // memory to the system at once.
            let mapping = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            guard let mapping, mapping != MAP_FAILED else { throw SystemError(code: errno) }
            memory = mapping
            file = -1
            return
        }
        memory = nil
        file = try Self.openUnlinked()
        do throws(SystemError) {
            try FileSpace.reserve(byteCount, of: file)
        } catch {
            close(file)
            throw error
        }
    }

    deinit {
        if let memory { munmap(memory, byteCount) } else { close(file) }
    }

    private static func openUnlinked() throws(SystemError) -> Int32 {
        var name = Array("\(TemporaryFiles.directory)/.tilework-XXXXXX".utf8CString)
        let file = name.withUnsafeMutableBufferPointer { mkstemp($0.baseAddress!) }
        guard file >= 0 else { throw SystemError(code: errno) }
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        name.withUnsafeBufferPointer { _ = unlink($0.baseAddress!) }
        return file
    }

    /// Copies `count` bytes to `offset`.
    func write(_ source: UnsafeRawPointer, count: Int, at offset: Int) throws(SystemError) {
        check(count, offset)
        if let memory {
            (memory + offset).copyMemory(from: source, byteCount: count)
            return
        }
        try inPieces(count) { done in pwrite(file, source + done, count - done, off_t(offset + done)) }
    }

    /// Copies `count` bytes from `offset`, which have been written.
    func read(into target: UnsafeMutableRawPointer, count: Int, at offset: Int) throws(SystemError) {
        check(count, offset)
        if let memory {
            target.copyMemory(from: memory + offset, byteCount: count)
            return
        }
        try inPieces(count) { done in pread(file, target + done, count - done, off_t(offset + done)) }
    }

    private func check(_ count: Int, _ offset: Int) {
        precondition(offset >= 0 && count >= 0 && offset + count <= byteCount, "bytes beyond the end of the storage")
    }

    /// - Parameter transfer: Transfers bytes after the first `done` ones. Returns how many it transferred, or −1 and
    ///   sets `errno`.
    private func inPieces(_ count: Int, _ transfer: (_ done: Int) -> Int) throws(SystemError) {
        var done = 0
        while done < count {
            let moved = transfer(done)
            if moved < 0 && errno == EINTR { continue }
            guard moved > 0 else { throw SystemError(code: moved < 0 ? errno : ENOSPC) }
            done += moved
        }
    }
}
