import CThread
import Foundation

/// Disk space for files that are written in parts.
package enum FileSpace {
    /// Sets the size of a file and reserves the disk space for all of it, so that a full disk is noticed before half of
    /// the file is written. On file systems that can't reserve space, only the size is set.
    package static func reserve(_ byteCount: Int, of file: Int32) throws(SystemError) {
        if fallocate(file, 0, 0, off_t(byteCount)) == 0 { return }
        // NFS before 4.2 and some FUSE file systems.
        guard errno == EOPNOTSUPP || errno == ENOSYS || errno == EINTR else { throw SystemError(code: errno) }
        guard ftruncate(file, off_t(byteCount)) == 0 else { throw SystemError(code: errno) }
    }
}
