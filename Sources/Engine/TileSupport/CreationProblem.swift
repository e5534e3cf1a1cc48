import Foundation

/// The reason why a file or a folder cannot be created, and what to do, in the same words for every kind of output.
package enum CreationProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder of the output does not exist.
    case noFolder(path: String)
    /// Files cannot be created in the folder, which is one of the system's own, such as `/proc`.
    case systemFolder(path: String)
    /// The system denies it, for the reason with this number.
    case denied(SystemError, folder: String)

    /// - Parameters:
    ///   - code: The system's error number.
    ///   - folder: The folder of the output.
    package init(_ code: Int32, folder: String) {
        guard code == ENOENT else {
            self = .denied(SystemError(code: code), folder: folder)
            return
        }
        // In folders such as /proc, the system reports that the folder does not exist.
        self = access(folder, F_OK) == 0 ? .systemFolder(path: folder) : .noFolder(path: folder)
    }

    /// The rest of a message that begins with the output's path and “can't be created:”.
    package var description: String {
        switch self {
        case .noFolder(let path): "the folder \(path) does not exist; create it, or choose another place"
        case .systemFolder(let path): "the folder \(path) takes no files; choose another place"
        case .denied(let error, let folder):
            "\(error); choose another place, or change the permissions of the folder \(folder)"
        }
    }
}
