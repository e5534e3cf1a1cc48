import Foundation

/// The bytes of a mapped file. The system reads them on first access, and drops them when memory is short.
///
/// Only files that belong to the process's user and that no other user may write are mapped: accessing a mapping of a
/// file that was truncated kills the process (SIGBUS). Writers of such files must write under another name and rename.
/// Then the file of a name never changes, and a mapping stays valid after the name is removed.
// @unchecked Sendable: neither the bytes nor the pointer changes during the lifetime of the object.
package final class MappedFile: @unchecked Sendable {
    package let bytes: UnsafeRawBufferPointer
    private let isMapping: Bool

    /// The reason why a file is not mapped.
    package enum Failure: Error, Hashable {
        case system(SystemError)
        /// The file is not a regular file, belongs to another user, or is writable by others.
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

    /// Copies bytes into memory, aligned as a mapping would be.
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
