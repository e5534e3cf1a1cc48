import Foundation
import TileSupport

/// A local copy of a remote file. It is not deleted while an object of this type exists, in any process.
final class RemoteCopy: Sendable {
    /// The path of the copy. Its last part is the name of the remote file.
    let path: String
    let state: State
    /// The descriptor of the file with the state, which is locked for as long as the copy is in use.
    private let lock: Int32

    /// The facts about a copy that are stored beside it.
    struct State: Codable, Hashable, Sendable {
        var name: String
        var byteCount: Int
        var version: RemoteFile.Version
    }

    /// The name of the file with the state, in the folder of a copy.
    static let stateName = "state"
    private static let longestState = 64 << 10

    /// Opens the copy in a folder. Returns nil if the folder holds no whole copy, or if it is being deleted.
    init?(folder: String) {
        // The name of the remote file is in a folder of its own, so that it cannot be that of the state.
        let lock = open("\(folder)/\(Self.stateName)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard lock >= 0 else { return nil }
        var (status, file) = (stat(), stat())
        guard flock(lock, LOCK_SH | LOCK_NB) == 0, fstat(lock, &status) == 0, status.st_nlink > 0,
            status.st_size <= Self.longestState,
            let data = try? FileHandle(fileDescriptor: lock, closeOnDealloc: false).readToEnd(),
            let state = try? JSONDecoder().decode(State.self, from: data), !state.name.isEmpty,
            !state.name.contains("/"), state.name != "..",
            lstat("\(folder)/\(Self.fileFolder)/\(state.name)", &file) == 0, file.st_mode & S_IFMT == S_IFREG,
            Int(file.st_size) == state.byteCount
        else {
            close(lock)
            return nil
        }
        self.lock = lock
        self.state = state
        path = "\(folder)/\(Self.fileFolder)/\(state.name)"
        // The time of the last use.
        futimens(lock, nil)
    }

    deinit { close(lock) }

    /// The name of the folder with the file, in the folder of a copy.
    static let fileFolder = "file"
}
