package import TileFormats
public import TileGeometry

/// An archive of tiles, from any writer, that is open for reading.
///
/// Tiles are addressed as the archive counts levels (`ArchiveDescription.levels`), from the top left. Any number of
/// threads may read at the same time. Tiles are not decoded.
public protocol ArchiveReader: Sendable {
    /// The path or address of the archive.
    var path: String { get }
    var description: ArchiveDescription { get }

    /// Returns the bytes of a tile as they are stored; nil if there is none.
    func tile(level: Int, column: Int, row: Int) throws(ArchiveFailure) -> [UInt8]?

    /// Returns a cursor over all tiles, in ascending order of their numbers: level by level, each along its curve.
    func tiles() throws(ArchiveFailure) -> any ArchiveTileCursor

    /// Returns the bytes of a tile from a cursor of this archive.
    func bytes(of tile: ArchivedTile) throws(ArchiveFailure) -> [UInt8]

    /// Returns one tile, from a level with few tiles; nil if there is none. Fast.
    func anyTile() throws(ArchiveFailure) -> ArchivedTile?
}

extension ArchiveReader {
    public func anyTile() throws(ArchiveFailure) -> ArchivedTile? {
        var tiles = try tiles()
        return try tiles.next()
    }

    public func bytes(of tile: ArchivedTile) throws(ArchiveFailure) -> [UInt8] {
        let place = tile.coordinate
        guard let bytes = try self.tile(level: place.level, column: place.column, row: place.row) else {
            throw .damaged(
                path: path, reason: "tile \(place.text) is listed and is missing or empty")
        }
        return bytes
    }
}

/// A tile of an archive, before its bytes are read.
public struct ArchivedTile: Hashable, Sendable {
    /// The tile's number, which encodes level, column and row (`PMTilesTile`).
    package var number: UInt64
    /// The section of the file that holds its bytes, in archives of one file that state it. Tiles that share a section
    /// are equal.
    package var place: PMTiles.Section?

    public var coordinate: TileCoordinate { TileCoordinate(number: number) }
}

extension TileCoordinate {
    /// Reads a tile's number, which must be valid.
    init(number: UInt64) {
        guard let tile = PMTilesTile(number: number) else { preconditionFailure("a number beyond all levels") }
        self.init(level: tile.level, column: tile.column, row: tile.row)
    }
}

/// An iterator over the tiles of an archive.
public protocol ArchiveTileCursor: Sendable {
    /// Returns the next tile, or nil after the last.
    mutating func next() throws(ArchiveFailure) -> ArchivedTile?

    /// Returns the next tile with all directly following tiles that the archive declares equal, in one step regardless
    /// of their number. Nil after the last.
    mutating func nextRun() throws(ArchiveFailure) -> ArchivedRun?

    /// The files and entries found so far that are not tiles.
    var strays: ArchiveStrays { get }
}

extension ArchiveTileCursor {
    public mutating func nextRun() throws(ArchiveFailure) -> ArchivedRun? {
        try next().map { ArchivedRun(numbers: $0.number..<$0.number + 1, place: $0.place) }
    }
}

/// Consecutive tiles with the same bytes.
public struct ArchivedRun: Hashable, Sendable {
    package var numbers: Range<UInt64>
    package var place: PMTiles.Section?

    public var count: Int { Int(clamping: numbers.upperBound - numbers.lowerBound) }
    public var first: ArchivedTile { ArchivedTile(number: numbers.lowerBound, place: place) }
}

/// Files and entries among an archive's tiles that are not tiles.
public struct ArchiveStrays: Hashable, Sendable {
    /// The first of them, as sentences.
    public private(set) var names: [String] = []
    public private(set) var count = 0

    static let mostNames = 20

    mutating func add(_ name: @autoclosure () -> String) {
        count += 1
        if names.count < Self.mostNames { names.append(name()) }
    }
}

/// A cursor over a known list of tiles.
struct TileListCursor: ArchiveTileCursor {
    private let numbers: [UInt64]
    private var index = 0
    let strays: ArchiveStrays

    /// - Parameter numbers: The tiles' numbers, in any order.
    init(_ numbers: [UInt64], strays: ArchiveStrays = ArchiveStrays()) {
        self.numbers = numbers.sorted()
        self.strays = strays
    }

    mutating func next() -> ArchivedTile? {
        guard index < numbers.count else { return nil }
        defer { index += 1 }
        return ArchivedTile(number: numbers[index])
    }
}
