public import Foundation
import TileFormats
public import TileGeometry
import TileSupport

/// Extracts tiles from an archive to files, with their bytes as stored.
public struct TileExtraction: Sendable {
    /// The tiles and bytes written.
    public struct Summary: Hashable, Sendable {
        public var tiles = 0
        public var bytes = 0
    }

    private let reader: any ArchiveReader
    /// The levels to extract, as the archive counts; nil for all.
    public var levels: ClosedRange<Int>?
    /// The part to extract, in units of the content: the tiles that intersect it. Nil for all.
    public var bounds: CGRect?
    /// Whether to stop, called between tiles.
    public var isCancelled: @Sendable () -> Bool = { false }

    public init(_ reader: any ArchiveReader) { self.reader = reader }

    /// Writes one tile to a file.
    ///
    /// - Throws: `.option` if the name has the extension of another format, `.noTile`, `.exists`, and if reading or
    ///   writing fails.
    public func write(_ tile: TileCoordinate, to output: String) throws(ArchiveFailure) -> Summary {
        let description = try reader.describedByTiles()
        if output == "-" || !PathName(output).fileExtension.isEmpty {
            let endings = description.format?.fileExtensions ?? [description.fileExtension]
            try check(output, endings: endings, takesFolder: false)
        }
        guard let bytes = try reader.tile(level: tile.level, column: tile.column, row: tile.row) else {
            throw .noTile(path: reader.path, tile: tile)
        }
        try OutputFile.write(bytes, to: output)
        return Summary(tiles: 1, bytes: bytes.count)
    }

    /// Writes tiles to a folder of `{z}/{x}/{y}.ext`, which appears when it is complete. Levels keep the archive's
    /// numbers.
    ///
    /// An existing empty folder is replaced.
    ///
    /// - Throws: `.option` for a name with an extension, which would be a file's, and for bounds outside the content or
    ///   in an archive with an unknown content size; `.exists`; `.noTiles`; and if reading or writing fails.
    public func write(to output: String) throws(ArchiveFailure) -> Summary {
        try check(output, endings: [], takesFolder: true)
        let name = PathName(output)
        var status = stat()
        let isThere = lstat(name.path, &status) == 0
        guard !isThere || EmptyFolder.exists(at: name.path) else { throw .exists(path: name.path) }
        let wanted = try plan()
        let staged = name.sibling(".\(name.name).extract")
        do {
            let folder = try StagingFolder(staged, of: name)
            let summary: Summary
            do {
                summary = try write(wanted, to: folder)
                guard summary.tiles > 0 else {
                    throw ArchiveFailure.noTiles(path: reader.path, isPart: levels != nil || bounds != nil)
                }
                // Renaming replaces only an empty folder.
                var code = isThere ? EINVAL : AtomicRename.rename(staged, to: name.path, .noReplace)
                if code == EINVAL || code == ENOSYS || code == ENOTSUP {
                    code = rename(staged, name.path) == 0 ? 0 : errno == ENOTEMPTY ? EEXIST : errno
                }
                if code != 0 {
                    throw code == EEXIST
                        ? ArchiveFailure.exists(path: name.path)
                        : .cannotCreate(path: name.path, reason: CreationProblem(code, folder: name.folder).description)
                }
            } catch {
                try? FileManager.default.removeItem(atPath: staged)
                throw error
            }
            return summary
        } catch let failure as ArchiveFailure {
            throw failure
        } catch BuildFailure.cannotWrite(let path, let reason) {
            throw .cannotWrite(path: path, reason: reason)
        } catch BuildFailure.cannotCreate(let path, let reason) {
            throw .cannotCreate(path: path, reason: reason)
        } catch {
            throw .cannotCreate(path: name.path, reason: "\(error)")
        }
    }

    private func check(_ output: String, endings: [String], takesFolder: Bool) throws(ArchiveFailure) {
        guard let refusal = OutputEnding.refusal(of: output, supported: endings, takesFolder: takesFolder) else {
            return
        }
        throw .option(name: "TileExtraction.output", value: output, reason: refusal)
    }

    private func plan() throws(ArchiveFailure) -> BuildPlan? {
        guard let bounds else { return nil }
        let text = BuildPlan.text(bounds)
        do throws(BuildFailure) {
            if let plan = try reader.description.plan(of: bounds) { return plan }
        } catch {
            if case .option(_, _, let reason) = error {
                throw .option(name: "TileExtraction.bounds", value: text, reason: reason)
            }
        }
        throw .option(
            name: "TileExtraction.bounds", value: text,
            reason: "\(reader.path) does not state the size of its content; extract by level instead")
    }

    private func write(_ plan: BuildPlan?, to folder: StagingFolder) throws -> Summary {
        var summary = Summary()
        let fileExtension = Array(".\(try reader.describedByTiles().fileExtension)".utf8)
        var made = Set<[Int]>()
        func write(_ tile: TileCoordinate, _ bytes: [UInt8]) throws {
            if isCancelled() { throw ArchiveFailure.cancelled }
            if made.insert([tile.level]).inserted { try folder.makeFolder("\(tile.level)") }
            if made.insert([tile.level, tile.column]).inserted {
                try folder.makeFolder("\(tile.level)/\(tile.column)")
            }
            try folder.write(bytes) {
                XYZName.write(
                    level: tile.level, column: tile.column, row: tile.row, fileExtension: fileExtension, to: &$0)
            }
            summary.tiles += 1
            summary.bytes += bytes.count
        }
        if let plan {
            for level in plan.levels where levels?.contains(level.number) != false {
                for row in level.part.rows {
                    for column in level.part.columns {
                        guard let bytes = try reader.tile(level: level.number, column: column, row: row) else {
                            continue
                        }
                        try write(TileCoordinate(level: level.number, column: column, row: row), bytes)
                    }
                }
            }
            return summary
        }
        var cursor = try reader.tiles()
        while let tile = try cursor.next() {
            let place = tile.coordinate
            guard levels?.contains(place.level) != false else { continue }
            try write(place, try reader.bytes(of: tile))
        }
        return summary
    }
}
