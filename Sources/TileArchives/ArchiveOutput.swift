import Foundation
import TileContent
import TileGeometry
import TileGraphics

/// Where an archive is written: a hidden folder beside its name, until it is whole; then its name is given to it in one
/// step, so that nobody ever sees half an archive.
///
/// Tiles may be written from any number of threads. Each is one open, one write and one close relative to the folder's
/// descriptor; equal tiles of one colour are hard links to one file (20 µs where a file takes 45 µs on ext4, and no block of
/// the disk), where the file system has them.
///
/// A build that dies leaves at most the hidden folder, which the next one of the same archive removes. Nothing is flushed to the disk: after a power cut just behind the
/// end, tiles can be empty, as with any copied folder. Flushing took a third of a build's time; `sync` does it for who
/// needs it.
final class ArchiveOutput: Sendable {
    /// The name that the archive shall have.
    let path: String
    private let layout: ArchiveLayout
    private let replacesExisting: Bool
    /// The hidden folder; a dot and the archive's name come first, so that who finds one after a crash knows what it was.
    private let staging: String
    private let folder: Int32
    private let fileExtension: [UInt8]
    /// Deep Zoom: the name without .dzi.
    private let stem: String
    private let originals = Lock<[SolidTile: Original]>([:])

    /// What makes two tiles of an archive equal files without looking at them.
    struct SolidTile: Hashable {
        var color: PixelColor
        var width: Int
        var height: Int
    }

    /// A file that others are links to.
    private struct Original {
        var name: [CChar]
        var links: Int
    }

    /// Links to one file; ext4 allows 65,000, and others no fewer.
    private static let linkLimit = 60_000

    /// Makes the hidden folder.
    init(path: String, layout: ArchiveLayout, format: TileFormat, replacesExisting: Bool) throws(BuildFailure) {
        let name = PathName(path)
        guard !name.name.isEmpty, !path.utf8.contains(0), ![".", ".."].contains(name.name) else {
            throw .option(name: "--output", value: "'\(path)'", reason: "it is no name for an archive")
        }
        self.path = name.path
        self.layout = layout
        self.replacesExisting = replacesExisting
        fileExtension = Array(".\(format.fileExtension)\0".utf8)
        stem = name.stem
        try Self.checkExisting(name, layout: layout, replacesExisting: replacesExisting)

        ArchiveLeftovers.remove(of: name)
        staging = ArchiveLeftovers.stagingPath(name)
        guard mkdir(staging, 0o777) == 0 else {
            throw .cannotCreate(path: name.path, reason: Self.reason(errno, folder: name.folder))
        }
        folder = open(staging, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else {
            let code = errno
            rmdir(staging)
            throw .cannotCreate(path: name.path, reason: Self.reason(code, folder: name.folder))
        }
        ArchiveLeftovers.lock(folder)
    }

    deinit { close(folder) }

    private static func reason(_ code: Int32, folder: String) -> String {
        // Where nothing can be made, as in /proc, the system says that there is no such folder, too.
        if code == ENOENT, access(folder, F_OK) == 0 { return "nothing can be made in the folder \(folder)" }
        if code == ENOENT { return "the folder \(folder) does not exist" }
        return String(cString: strerror(code))
    }

    /// Refuses before any work what `finish` would refuse after it.
    private static func checkExisting(
        _ name: PathName, layout: ArchiveLayout, replacesExisting: Bool
    ) throws(BuildFailure) {
        var existing = [name.path]
        if layout == .deepZoom { existing.append(filesPath(name)) }
        for (index, name) in existing.enumerated() {
            var status = stat()
            guard lstat(name, &status) == 0 else { continue }
            guard replacesExisting else { throw .exists(path: name) }
            // A slip of the hand with --force must not cost a home folder.
            let isArchive: Bool
            switch (layout, index) {
            case (.deepZoom, 0): isArchive = status.st_mode & S_IFMT == S_IFREG
            case (.deepZoom, _): isArchive = looksLikeTiles(name, extra: [PreviewPage.name])
            case (.xyz, _):
                isArchive =
                    looksLikeTiles(name, extra: ["tiles.json", PreviewPage.name])
                    && access(name + "/tiles.json", F_OK) == 0
                    || isEmpty(name)
            }
            guard isArchive else { throw .notAnArchive(path: name) }
        }
    }

    /// Whether all that a folder holds are folders named by numbers, as levels are, and the files `extra`.
    private static func looksLikeTiles(_ path: String, extra: Set<String>) -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return false }
        return names.allSatisfy { extra.contains($0) || Int($0) != nil }
    }

    private static func isEmpty(_ path: String) -> Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == true
    }

    private static func filesPath(_ name: PathName) -> String { name.sibling(name.stem + "_files") }

    // MARK: Tiles

    /// Makes a level's folders. To be called for each level before its tiles are written.
    func prepare(_ level: BuildPlan.Level) throws(BuildFailure) {
        switch layout {
        case .deepZoom:
            try makeFolder("\(stem)_files")
            try makeFolder("\(stem)_files/\(level.number)")
        case .xyz:
            try makeFolder("\(level.number)")
            for column in 0..<level.columns { try makeFolder("\(level.number)/\(column)") }
        }
    }

    private func makeFolder(_ name: String) throws(BuildFailure) {
        guard mkdirat(folder, name, 0o777) == 0 || errno == EEXIST else { throw writeFailure(errno) }
    }

    /// Writes one tile; `level` as the archive's layout counts. Tiles that are the same `solid` have the same bytes.
    func write(
        _ bytes: [UInt8], level: Int, column: Int, row: Int, solid: SolidTile? = nil
    ) throws(BuildFailure) {
        // "stem_files/12/345_678.webp" put together by hand: string interpolation costs more than opening the file.
        let code = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 400) { name -> Int32 in
            var end = 0
            func append(_ text: some Sequence<UInt8>) {
                for byte in text {
                    name[end] = byte
                    end += 1
                }
            }
            func append(_ number: Int) {
                var divisor = 1
                while number / divisor >= 10 { divisor *= 10 }
                while divisor > 0 {
                    name[end] = UInt8(ascii: "0") + UInt8(number / divisor % 10)
                    end += 1
                    divisor /= 10
                }
            }
            if layout == .deepZoom {
                append(stem.utf8)
                append("_files/".utf8)
            }
            append(level)
            append(CollectionOfOne(UInt8(ascii: "/")))
            append(column)
            append(CollectionOfOne(UInt8(ascii: layout == .deepZoom ? "_" : "/")))
            append(row)
            append(fileExtension)
            let path = UnsafeRawPointer(name.baseAddress!).assumingMemoryBound(to: CChar.self)
            if let solid, link(path, to: solid) { return 0 }
            let code = bytes.withUnsafeBytes { writeFile(path, $0) }
            if let solid, code == 0 {
                let name = Array(UnsafeBufferPointer(start: path, count: end))
                originals.withLock { $0[solid] = Original(name: name, links: 0) }
            }
            return code
        }
        if code != 0 { throw writeFailure(code) }
    }

    /// Whether the tile could be made a link to one that is there.
    private func link(_ name: UnsafePointer<CChar>, to solid: SolidTile) -> Bool {
        let original = originals.withLock { originals -> [CChar]? in
            guard let known = originals[solid], known.links < Self.linkLimit else { return nil }
            originals[solid]!.links += 1
            return known.name
        }
        // Whatever keeps the link from being made does not keep a file from being written, or shows again when it does.
        return original.map { linkat(folder, $0, folder, name, 0) == 0 } ?? false
    }

    /// 0, or the system's error number.
    private func writeFile(_ name: UnsafePointer<CChar>, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        let file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard file >= 0 else { return errno }
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

    private func writeFailure(_ code: Int32) -> BuildFailure {
        .cannotWrite(path: path, reason: String(cString: strerror(code)))
    }

    // MARK: The end

    private func write(_ data: Data, to name: String) throws(BuildFailure) {
        let code = data.withUnsafeBytes { bytes in name.withCString { writeFile($0, bytes) } }
        guard code == 0 else { throw writeFailure(code) }
    }

    /// Writes the description, and the page that shows the tiles if there is one, and gives the archive its name.
    func finish(description: Data, preview: Data?) throws(BuildFailure) {
        try write(description, to: layout == .deepZoom ? "\(stem).dzi" : "tiles.json")
        if let preview {
            try write(preview, to: layout == .deepZoom ? "\(stem)_files/\(PreviewPage.name)" : PreviewPage.name)
        }
        switch layout {
        case .xyz:
            try publish(staging, as: path)
        case .deepZoom:
            // The descriptor comes last: an archive is there when its descriptor is.
            let files = "\(staging)/\(stem)_files"
            let isSwapped = try publish(files, as: Self.filesPath(PathName(path)))
            do {
                try publish("\(staging)/\(stem).dzi", as: path)
            } catch {
                _ = AtomicRename.rename(Self.filesPath(PathName(path)), to: files, isSwapped ? .exchange : .none)
                throw error
            }
        }
        discard()
    }

    /// Renames, or swaps with what is there, which is then left in the staging folder; whether it was the latter.
    @discardableResult
    private func publish(_ source: String, as target: String) throws(BuildFailure) -> Bool {
        var code = AtomicRename.rename(source, to: target, .noReplace)
        if code == 0 { return false }
        if code == EEXIST && replacesExisting {
            code = AtomicRename.rename(source, to: target, .exchange)
            if code == 0 { return true }
        }
        if code == EEXIST { throw .exists(path: target) }
        // Some file systems know no flags. There the old archive is away for a moment before the new one comes.
        guard code == EINVAL || code == ENOSYS || code == ENOTSUP else {
            throw .cannotCreate(path: target, reason: String(cString: strerror(code)))
        }
        var status = stat()
        if lstat(target, &status) == 0 {
            guard replacesExisting else { throw .exists(path: target) }
            guard rename(target, staging + "-old") == 0 else {
                throw .cannotCreate(path: target, reason: String(cString: strerror(errno)))
            }
        }
        let isRenamed = rename(source, target) == 0
        let reason = String(cString: strerror(errno))
        try? FileManager.default.removeItem(atPath: staging + "-old")
        guard isRenamed else { throw .cannotCreate(path: target, reason: reason) }
        return false
    }

    /// Removes whatever is in the hidden folder: all that was written, or the archive that was replaced.
    func discard() { try? FileManager.default.removeItem(atPath: staging) }
}
