import Foundation
import Synchronization
import TileFormats
import TileSupport

/// The folder in which an archive is assembled, inside the build's own folder. Any number of threads may write files:
/// each file is one open, one write and one close relative to the folder's descriptor.
///
/// Nothing is flushed to the disk. After a power failure shortly after the end, tiles can be empty, as with any copied
/// folder. Flushing would take a third of a build's time; users who need it can run `sync`.
final class StagingFolder: Sendable {
    private let path: String
    /// The archive's path, for messages.
    private let archive: String
    private let descriptor: Int32
    /// The bytes of the files written by `write`.
    private let written = Atomic(0)

    /// The longest path of a tile, such as "stem_files/12/345_678.webp". A name in a folder has at most 255 bytes.
    private static let longestName = 400

    /// Creates an empty folder, deleting leftovers of an earlier build.
    init(_ path: String, of archive: PathName) throws(BuildFailure) {
        self.path = path
        self.archive = archive.path
        try? FileManager.default.removeItem(atPath: path)
        guard mkdir(path, 0o777) == 0 else {
            let code = errno
            if [ENOSPC, EDQUOT, EIO].contains(code) {
                throw .cannotWrite(path: archive.path, reason: SystemError(code: code).description)
            }
            throw .cannotCreate(path: archive.path, reason: CreationProblem(code, folder: archive.folder).description)
        }
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .cannotWrite(path: archive.path, reason: SystemError(code: errno).description)
        }
    }

    deinit { close(descriptor) }

    /// Returns the path of a file in the folder.
    func path(of name: String) -> String { "\(path)/\(name)" }

    /// Returns the bytes of an archive's files. A file with several names counts once.
    func byteCount(of products: [ArchiveProduct]) -> Int {
        var sum = 0
        for product in products {
            var status = stat()
            guard lstat(path(of: product.staged), &status) == 0 else { continue }
            // An archive with a folder is written file by file.
            if status.st_mode & S_IFMT == S_IFDIR { return written.load(ordering: .relaxed) }
            sum += Int(status.st_size)
        }
        return sum
    }

    func makeFolder(_ name: String) throws(BuildFailure) {
        guard mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST else { throw failure(errno) }
    }

    func write(_ bytes: [UInt8], named name: (inout NameWriter) -> Void) throws(BuildFailure) {
        let code = withName(name) { path in bytes.withUnsafeBytes { writeFile(path, $0) } }
        if code != 0 { throw failure(code) }
    }

    func write(_ data: Data, to name: String) throws(BuildFailure) {
        let code = data.withUnsafeBytes { bytes in name.withCString { writeFile($0, bytes) } }
        guard code == 0 else { throw failure(code) }
    }

    /// Adds another name to a file. Returns false if the system does not support it.
    func link(_ original: (inout NameWriter) -> Void, as name: (inout NameWriter) -> Void) -> Bool {
        withName(original) { original in
            withName(name) { name in linkat(descriptor, original, descriptor, name, 0) == 0 }
        }
    }

    private func withName<Value>(
        _ name: (inout NameWriter) -> Void, _ body: (UnsafePointer<CChar>) -> Value
    ) -> Value {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longestName) { memory in
            var writer = NameWriter(memory)
            name(&writer)
            writer.append(UInt8(0))
            return body(UnsafeRawPointer(memory.baseAddress!).assumingMemoryBound(to: CChar.self))
        }
    }

    /// Writes a file. Returns 0 or the system's error number.
    private func writeFile(_ name: UnsafePointer<CChar>, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard file >= 0 else { return errno }
        let code = OutputFile.fill(file, bytes)
        if code == 0 { written.wrappingAdd(bytes.count, ordering: .relaxed) }
        return code
    }

    private func failure(_ code: Int32) -> BuildFailure {
        .cannotWrite(path: archive, reason: SystemError(code: code).description)
    }
}
