import Foundation

/// Renaming as `renameat2` does it: without replacing what is there, or by swapping the two names.
///
/// The C library declares it only under a macro that Swift's import of it does not set, so it is looked up by name.
enum AtomicRename {
    /// Linux's numbers (linux/fs.h).
    enum Flags: UInt32 {
        case none = 0
        case noReplace = 1
        case exchange = 2
    }

    private typealias Function =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    private static let function: Function? =
        dlsym(nil, "renameat2").map { unsafeBitCast($0, to: Function.self) }

    /// 0, or the system's error number; `ENOSYS` where there is no such call, `EINVAL` where the file system has no
    /// such flag.
    static func rename(_ source: String, to target: String, _ flags: Flags) -> Int32 {
        guard let function else { return ENOSYS }
        return function(AT_FDCWD, source, AT_FDCWD, target, flags.rawValue) == 0 ? 0 : errno
    }
}
