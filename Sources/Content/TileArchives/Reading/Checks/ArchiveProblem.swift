public import TileGeometry

/// A defect of an archive.
public enum ArchiveProblem: Hashable, Sendable, CustomStringConvertible {
    /// A tile that cannot be shown: why.
    case tile(TileCoordinate, String)
    /// A tile that should be there and is not.
    case missing(TileCoordinate)
    /// A tile that is there without the one above it.
    case orphan(TileCoordinate)
    /// A tile where there should be none.
    case outside(TileCoordinate)
    /// There are two of one place.
    case twice(TileCoordinate)
    /// A level that the archive says it has, without any tile.
    case emptyLevel(Int)
    /// Something among the tiles that is none.
    case stray(String)
    /// A false statement of the archive about itself.
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
        case .missing(let tile): "tile \(tile.text) is missing"
        case .orphan(let tile):
            "tile \(tile.text) exists, and its parent \(tile.level - 1)/\(tile.column / 2)/\(tile.row / 2) is missing"
        case .outside(let tile): "tile \(tile.text) lies outside the archive's description"
        case .twice(let tile): "tile \(tile.text) exists twice"
        case .emptyLevel(let level): "level \(level) is in the archive's description and has no tiles"
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
        /// The number of tiles expected; nil where nothing states it.
        public var expected: Int?
        /// The size of its tiles as they are stored.
        public var bytes: Int
    }

    public var levels: [Level] = []
    public var tiles = 0
    /// The size of all tiles as they are stored, counting equal ones each time.
    public var bytes = 0
    /// Tiles that differ from each other.
    public var contents = 0
    /// Tiles with bytes that another had before.
    public var repeatedTiles = 0
    /// Bytes that a file of PMTiles holds more than once, although it needs them once.
    public var wastedBytes = 0
    /// Whether tiles were decoded; those with shapes are not.
    public var isDecoded = true
    /// The first problems that were found, by their kinds and places.
    public var problems: [ArchiveProblem] = []
    /// All problems that were found.
    public var problemCount = 0
    /// Remarks that are not defects.
    public var notes: [String] = []

    public var isSound: Bool { problemCount == 0 }
}
