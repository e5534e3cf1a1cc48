import Foundation
import TileSupport

/// A folder with tile files. Symbolic links to files outside the folder are not followed.
final class TileFolder: Sendable {
    let path: String
    private let descriptor: Int32
    /// The real path, with a trailing slash.
    private let prefix: [UInt8]

    /// The maximum size of a tile, in bytes.
    private static let largestTile = 1 << 28

    init(_ path: String) throws(ArchiveFailure) {
        let opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw StoredFile.failure(path, errno) }
        self.path = path
        descriptor = opened
        prefix = Self.name(of: opened) + (Self.name(of: opened) == [0x2F] ? [] : [0x2F])
    }

    deinit { close(descriptor) }

    /// Returns the path of an open descriptor.
    private static func name(of descriptor: Int32) -> [UInt8] {
        let room = Int(PATH_MAX)
        return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            let got = buffer.withMemoryRebound(to: CChar.self) {
                readlink("/proc/self/fd/\(descriptor)", $0.baseAddress!, room)
            }
            count = max(0, got)
        }
    }

    /// Returns the bytes of a file; nil if it does not exist.
    func read(_ name: String) throws(ArchiveFailure) -> [UInt8]? {
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG { return nil }
            throw .unreadable(path: "\(path)/\(name)", reason: SystemError(code: errno).description)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        guard Self.name(of: file).starts(with: prefix) else {
            throw .unreadable(path: "\(path)/\(name)", reason: "a link to a file outside the archive")
        }
        guard status.st_size <= Self.largestTile else {
            throw .damaged(path: "\(path)/\(name)", reason: "\(status.st_size) bytes are more than any tile has")
        }
        let size = Int(status.st_size)
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: max(1, size)) { buffer, filled in
            while filled < size {
                let got = Foundation.read(file, buffer.baseAddress! + filled, size - filled)
                if got < 0 && errno == EINTR { continue }
                if got < 0 { code = errno }
                guard got > 0 else { return }
                filled += got
            }
        }
        guard code == 0 else {
            throw .inputOutput(path: "\(path)/\(name)", reason: SystemError(code: code).description)
        }
        return bytes
    }

    /// The names in a folder within this one, in no particular order; empty if there is no such folder.
    func names(in folder: String = ".") throws(ArchiveFailure) -> [String] {
        let opened = openat(descriptor, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0, let listing = fdopendir(opened) else {
            let code = errno
            if opened >= 0 { close(opened) }
            if code == ENOENT || code == ENOTDIR { return [] }
            throw .unreadable(path: "\(path)/\(folder)", reason: SystemError(code: code).description)
        }
        defer { closedir(listing) }
        guard folder == "." || Self.name(of: dirfd(listing)).starts(with: prefix) else { return [] }
        var names: [String] = []
        errno = 0
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else {
            throw .inputOutput(path: "\(path)/\(folder)", reason: SystemError(code: errno).description)
        }
        return names
    }

    /// Returns the folders with numeric names, such as levels, in ascending order.
    func levels() throws(ArchiveFailure) -> [Int] { try names().compactMap(FolderNumber.read).sorted() }
}

/// A number in the name of a tile: digits only, without leading zeros.
enum FolderNumber {
    static func read(_ text: some StringProtocol) -> Int? {
        let digits = text.utf8
        guard !digits.isEmpty, digits.count <= 10, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            digits.count == 1 || digits.first != 0x30
        else { return nil }
        return Int(text)
    }
}

/// A cursor over the tiles of a folder, one level at a time.
struct FolderCursor: ArchiveTileCursor {
    private var levels: ArraySlice<Int>
    private let list: @Sendable (Int, inout ArchiveStrays) throws(ArchiveFailure) -> [UInt64]
    private var current = TileListCursor([])
    private(set) var strays = ArchiveStrays()

    /// - Parameter list: Returns the numbers of a level's tiles.
    init(
        levels: [Int], _ list: @escaping @Sendable (Int, inout ArchiveStrays) throws(ArchiveFailure) -> [UInt64]
    ) {
        self.levels = levels[...]
        self.list = list
    }

    mutating func next() throws(ArchiveFailure) -> ArchivedTile? {
        while true {
            if let tile = current.next() { return tile }
            guard let level = levels.popFirst() else { return nil }
            current = TileListCursor(try list(level, &strays))
        }
    }
}
