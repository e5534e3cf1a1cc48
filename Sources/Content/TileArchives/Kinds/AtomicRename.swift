import Foundation

/// The system call `renameat2`, which can rename without replacing an existing item, or swap two names.
///
/// The C library declares it only under a macro that is not set for Swift's import, so it is looked up by name.
enum AtomicRename {
    /// The flags in linux/fs.h.
    enum Flags: UInt32 {
        case none = 0
        case noReplace = 1
        case exchange = 2
    }

    private typealias Function =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    private static let function: Function? =
        dlsym(nil, "renameat2").map { unsafeBitCast($0, to: Function.self) }

    /// Renames a file. Returns 0 or the system's error number: `ENOSYS` if the call does not exist, `EINVAL` if the
    /// file system does not support the flag.
    static func rename(_ source: String, to target: String, _ flags: Flags) -> Int32 {
        guard let function else { return ENOSYS }
        return function(AT_FDCWD, source, AT_FDCWD, target, flags.rawValue) == 0 ? 0 : errno
    }
}
