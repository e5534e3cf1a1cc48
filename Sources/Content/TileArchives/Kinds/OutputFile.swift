import Foundation
import TileSupport

/// A file that is written in one call.
enum OutputFile {
    /// Writes a new file. If writing fails, no file is left.
    ///
    /// - Throws: `.exists`, `.cannotCreate` and `.cannotWrite`.
    static func write(_ bytes: [UInt8], to output: String) throws(ArchiveFailure) {
        let file = open(output, O_WRONLY | O_CREAT | O_CLOEXEC | O_EXCL, 0o666)
        guard file >= 0 else {
            if errno == EEXIST { throw .exists(path: output) }
            throw .cannotCreate(
                path: output, reason: CreationProblem(errno, folder: PathName(output).folder).description)
        }
        let code = bytes.withUnsafeBytes { fill(file, $0) }
        guard code == 0 else {
            unlink(output)
            throw .cannotWrite(path: output, reason: SystemError(code: code).description)
        }
    }

    /// Writes the content of a newly opened file and closes it. Returns 0 or the system's error number.
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
        // Network file systems report a full disk on close.
        return close(file) == 0 ? 0 : errno
    }
}
