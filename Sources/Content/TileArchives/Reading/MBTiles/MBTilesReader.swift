import CSQLite
import TileFormats
import TileGeometry
import TileSupport

/// A reader of MBTiles files. It uses only the table or view `tiles` and the optional metadata.
final class MBTilesReader: ArchiveReader {
    let path: String
    let description: ArchiveDescription
    private let byteCount: UInt64
    /// The idle connections.
    private let connections = Lock<[Connection]>([])

    /// A separate connection to the file, with the statement that reads a tile.
    // @unchecked Sendable: the thread that takes a connection out of the pool is its only user until it is returned.
    private struct Connection: @unchecked Sendable {
        let file: SQLiteFile
        let tile: SQLiteStatement

        init(_ path: String) throws(SQLiteFile.Failure) {
            file = try SQLiteFile(path, .read)
            tile = try SQLiteStatement(
                file, "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?")
        }
    }

    /// The maximum number of idle connections. SQLite takes about 100 KB for each, and up to 2 MB for pages of the
    /// file.
    private static let mostIdle = 8

    /// - Parameter byteCount: The size of the file.
    init(_ path: String, byteCount: UInt64) throws(ArchiveFailure) {
        self.path = path
        self.byteCount = byteCount
        do throws(SQLiteFile.Failure) {
            let connection = try Connection(path)
            var rows: [String: String] = [:]
            // Some programs write only tiles.
            if let metadata = try? SQLiteStatement(connection.file, "SELECT name, value FROM metadata") {
                try metadata.rows([]) { row in
                    rows[row.text(0)] = row.text(1)
                    return rows.count < Self.mostMetadata
                }
            }
            let said = TileMetadata(rows: rows)
            let format = said.format.flatMap { StoredTileFormat(name: $0) }
            let found = try Self.levels(connection.file)
            let levels = (said.minLevel ?? found?.lowerBound ?? 0, said.maxLevel ?? found?.upperBound ?? 0)
            var description = ArchiveDescription(
                layout: .mbtiles, name: said.name ?? "", format: format,
                fileExtension: format?.fileExtensions[0] ?? ArchiveDescription.unknownExtension,
                levels: min(levels.0, levels.1)...max(levels.0, levels.1))
            description.undrawnFormat = said.format.flatMap { UndrawnTileFormat(name: $0) }
            // The standard requires gzip for vector tiles without a flag.
            description.isGzipped = format == .vector
            if let pyramid = said.pyramid {
                (description.pyramid, description.tileSize, description.part) = (pyramid, pyramid.tileSize, said.part)
            } else {
                description.bounds = said.bounds
            }
            self.description = description
            connections.withLock { $0.append(connection) }
        } catch {
            throw Self.failure(error, path)
        }
    }

    private static let mostMetadata = 10_000

    /// Returns the range of levels with tiles. Fast with the usual index.
    private static func levels(_ file: SQLiteFile) throws(SQLiteFile.Failure) -> ClosedRange<Int>? {
        var found: [Int] = []
        for order in ["ASC", "DESC"] {
            let text = "SELECT zoom_level FROM tiles ORDER BY zoom_level \(order) LIMIT 1"
            try SQLiteStatement(file, text).rows([]) { row in
                found.append(Int(row.number(0)))
                return false
            }
        }
        guard found.count == 2, found[0] <= found[1], (0...PMTilesTile.deepestLevel).contains(found[0]),
            found[1] <= PMTilesTile.deepestLevel
        else { return nil }
        return found[0]...found[1]
    }

    private static func failure(_ failure: SQLiteFile.Failure, _ path: String) -> ArchiveFailure {
        switch failure.code & 0xFF {
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .unreadable(path: path, reason: failure.description)
        case SQLITE_BUSY, SQLITE_LOCKED:
            .unreadable(
                path: path,
                reason: "another program is writing to it (\(failure.description)); wait until it has finished")
        case SQLITE_IOERR: .inputOutput(path: path, reason: failure.description)
        case SQLITE_ERROR where failure.description.hasPrefix("no such"):
            .unrecognized(path: path, found: "a SQLite database, but not MBTiles (\(failure.description))")
        case SQLITE_INTERRUPT: .damaged(path: path, reason: "a query for its tiles does not end")
        default: .damaged(path: path, reason: failure.description)
        }
    }

    private func withConnection<Value>(
        _ body: (Connection) throws(SQLiteFile.Failure) -> Value
    ) throws(ArchiveFailure) -> Value {
        do throws(SQLiteFile.Failure) {
            let idle = connections.withLock { $0.popLast() }
            let connection = if let idle { idle } else { try Connection(path) }
            let value = try body(connection)
            connections.withLock { if $0.count < Self.mostIdle { $0.append(connection) } }
            return value
        } catch {
            throw Self.failure(error, path)
        }
    }

    func tile(level: Int, column: Int, row: Int) throws(ArchiveFailure) -> [UInt8]? {
        guard PMTilesTile(level: level, column: column, row: row).number != nil else { return nil }
        let fromBottom = MBTiles.flipped(row, ofLevel: level)
        return try withConnection { connection throws(SQLiteFile.Failure) in
            var bytes: [UInt8]?
            try connection.tile.rows([.number(Int64(level)), .number(Int64(column)), .number(Int64(fromBottom))]) {
                bytes = $0.bytes(0)
                return false
            }
            return bytes
        }
    }

    func anyTile() throws(ArchiveFailure) -> ArchivedTile? {
        try withConnection { connection throws(SQLiteFile.Failure) in
            var number: UInt64?
            let first = try SQLiteStatement(
                connection.file,
                "SELECT zoom_level, tile_column, tile_row FROM tiles ORDER BY zoom_level LIMIT 1")
            try first.rows([]) { row in
                number = Self.number(row)
                return false
            }
            return number.map { ArchivedTile(number: $0) }
        }
    }

    /// Returns the number of a tile from its level, column and row; nil if it is outside its level.
    private static func number(_ row: SQLiteRow) -> UInt64? {
        let (level, column, fromBottom) = (row.number(0), row.number(1), row.number(2))
        guard (0...Int64(PMTilesTile.deepestLevel)).contains(level), (0..<1 << level).contains(fromBottom) else {
            return nil
        }
        return PMTilesTile(
            level: Int(level), column: Int(column), row: MBTiles.flipped(Int(fromBottom), ofLevel: Int(level))
        ).number
    }

    func tiles() throws(ArchiveFailure) -> any ArchiveTileCursor {
        var strays = ArchiveStrays()
        var numbers: [UInt64] = []
        var isEndless = false
        try withConnection { connection throws(SQLiteFile.Failure) in
            let all = try SQLiteStatement(connection.file, "SELECT zoom_level, tile_column, tile_row FROM tiles")
            try all.rows([]) { row in
                // A view can return endless rows, a table at most one for each byte of the file.
                guard UInt64(numbers.count + strays.count) < byteCount else {
                    isEndless = true
                    return false
                }
                if let number = Self.number(row) {
                    numbers.append(number)
                } else {
                    strays.add(
                        "the entry at level \(row.number(0)), column \(row.number(1)), row \(row.number(2)) lies outside its level"
                    )
                }
                return true
            }
        }
        guard !isEndless else { throw .damaged(path: path, reason: "it lists more tiles than it has bytes") }
        return TileListCursor(numbers, strays: strays)
    }
}
