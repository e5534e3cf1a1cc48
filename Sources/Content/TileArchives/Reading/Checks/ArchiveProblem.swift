public import TileGeometry

/// A defect of an archive.
public enum ArchiveProblem: Hashable, Sendable, CustomStringConvertible {
    /// A tile cannot be shown, for the given reason.
    case tile(TileCoordinate, String)
    /// A tile is missing.
    case missing(TileCoordinate)
    /// A tile exists without the one above it.
    case orphan(TileCoordinate)
    /// A tile exists where there should be none.
    case outside(TileCoordinate)
    /// Two tiles have the same coordinates.
    case twice(TileCoordinate)
    /// The archive states that it has this level, but it has no tiles.
    case emptyLevel(Int)
    /// An item among the tiles is not a tile.
    case stray(String)
    /// A statement of the archive about itself is false.
    case statement(String)

    /// The kind of defect, as one word for programs.
    public var kind: String {
        switch self {
        case .tile: "tile"
        case .missing: "missing"
        case .orphan: "orphan"
        case .outside: "outside"
        case .twice: "twice"
        case .emptyLevel: "empty-level"
        case .stray: "stray"
        case .statement: "statement"
        }
    }

    public var tile: TileCoordinate? {
        switch self {
        case .tile(let tile, _), .missing(let tile), .orphan(let tile), .outside(let tile), .twice(let tile): tile
        case .emptyLevel, .stray, .statement: nil
        }
    }

    public var description: String {
        switch self {
        case .tile(let tile, let reason): "tile \(tile.text): \(reason)"
        case .missing(let tile): "tile \(tile.text): missing"
        case .orphan(let tile):
            "tile \(tile.text) exists, and its parent \(tile.level - 1)/\(tile.column / 2)/\(tile.row / 2) is missing"
        case .outside(let tile): "tile \(tile.text) lies outside the archive's description"
        case .twice(let tile): "tile \(tile.text) exists twice"
        case .emptyLevel(let level): "level \(level) has no tiles"
        case .stray(let what): what
        case .statement(let what): what
        }
    }
}

/// The result of checking an archive.
public struct ArchiveVerification: Hashable, Sendable {
    public struct Level: Hashable, Sendable {
        /// The number, as the archive counts.
        public var level: Int
        public var tiles: Int
        /// The number of tiles expected; nil if unknown.
        public var expected: Int?
        /// The size of its tiles as stored.
        public var bytes: Int
    }

    public var levels: [Level] = []
    public var tiles = 0
    /// The size of all tiles as stored, counting equal ones each time.
    public var bytes = 0
    /// The number of distinct tiles.
    public var contents = 0
    /// The number of tiles that equal an earlier one.
    public var repeatedTiles = 0
    /// The bytes that a PMTiles file stores more than once unnecessarily.
    public var wastedBytes = 0
    /// Whether tiles were decoded. Vector tiles are not.
    public var isDecoded = true
    /// The first problems found, ordered by kind and coordinates.
    public var problems: [ArchiveProblem] = []
    /// The number of all problems found.
    public var problemCount = 0
    /// Remarks that are not problems.
    public var notes: [String] = []

    public var isSound: Bool { problemCount == 0 }
}
