import Foundation

/// A file's bytes, mapped: read by the system when they are first looked at, and dropped by it when memory is short.
///
/// Only files that belong to the process's user and that nobody else may write are mapped: a mapped file that somebody
/// cuts short takes the process with it when its bytes are looked at (SIGBUS). Whoever writes such files writes them
/// under another name and renames them; then a name's file never changes, and a mapping stays what it was when the
/// name goes.
// @unchecked Sendable: the bytes do not change as long as this lives, nor does the pointer.
package final class MappedFile: @unchecked Sendable {
    package let bytes: UnsafeRawBufferPointer
    private let isMapping: Bool

    /// Why a file is not mapped.
    package enum Failure: Error, Hashable {
        case system(SystemError)
        /// No regular file, another user's, or one that others may write.
        case foreign
        case empty
    }

    package init(_ path: String) throws(Failure) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard file >= 0 else { throw .system(SystemError(code: errno)) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .system(SystemError(code: errno)) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & (S_IWGRP | S_IWOTH) == 0
        else { throw .foreign }
        guard status.st_size > 0 else { throw .empty }
        let address = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, file, 0)
        guard let address, address != MAP_FAILED else { throw .system(SystemError(code: errno)) }
        bytes = UnsafeRawBufferPointer(start: address, count: Int(status.st_size))
        isMapping = true
    }

    /// A copy in memory, at an address as a mapping has it.
    package init(copying contents: UnsafeRawBufferPointer) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, contents.count), alignment: 4096)
        copy.copyMemory(from: contents)
        bytes = UnsafeRawBufferPointer(rebasing: copy[..<contents.count])
        isMapping = false
    }

    deinit {
        if isMapping {
            munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress!), bytes.count)
        } else {
            UnsafeMutableRawPointer(mutating: bytes.baseAddress!).deallocate()
        }
    }
}
