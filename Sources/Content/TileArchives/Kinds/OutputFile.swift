import Foundation
import TileSupport

/// A file that is written at once.
enum OutputFile {
    /// Writes the file; when it fails half way, there is none.
    ///
    /// - Parameter replacesExisting: whether one of that name is written anew.
    /// - Throws: `.exists`, `.cannotCreate` and `.cannotWrite`.
    static func write(_ bytes: [UInt8], to output: String, replacesExisting: Bool = false) throws(ArchiveFailure) {
        let file = open(
            output, O_WRONLY | O_CREAT | O_CLOEXEC | (replacesExisting ? O_TRUNC : O_EXCL), 0o666)
        guard file >= 0 else {
            if errno == EEXIST { throw .exists(path: output) }
            throw .cannotCreate(path: output, reason: reason(errno, folder: PathName(output).folder))
        }
        let code = bytes.withUnsafeBytes { fill(file, $0) }
        guard code == 0 else {
            unlink(output)
            throw .cannotWrite(path: output, reason: SystemError(code: code).description)
        }
    }

    /// Writes all of a file that was just opened, and closes it; 0, or the system's code of what failed.
    static func fill(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        var done = 0
        while done < bytes.count {
            let written = Foundation.write(file, bytes.baseAddress! + done, bytes.count - done)
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else {
                let code = written < 0 ? errno : ENOSPC
                close(file)
                return code
            }
            done += written
        }
        // Network file systems report a full disk here.
        return close(file) == 0 ? 0 : errno
    }

    /// Why something could not be made in a folder, for people.
    static func reason(_ code: Int32, folder: String) -> String {
        // Where nothing can be made, as in /proc, the system says that there is no such folder, too.
        if code == ENOENT, access(folder, F_OK) == 0 { return "nothing can be made in the folder \(folder)" }
        if code == ENOENT { return "the folder \(folder) does not exist" }
        return SystemError(code: code).description
    }
}
