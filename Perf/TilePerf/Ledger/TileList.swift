import TileGeometry

/// The outcome of a tile in a frame. Raw values are the names in ledgers.
public enum TileFate: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
    /// Asked for, since the frame before; asked for and given up.
    case requested, cancelled
    /// Came into view and was ready; was not.
    case hit, late
    /// Rastered as a draft; in full; without success; made into a file.
    case draft, full, failed, encoded
    /// Rastered, and gone from the demand before it was shown.
    case wasted
    /// Taken in by a tile view; not in the file where they are those that came into view.
    case placed
    /// Taken by the tile view that had it, because it looks better.
    case refreshed
    /// Seen, and not as it should be.
    case blank, coarse, stale

    static let lacking = [blank, coarse, stale]
}

/// Tiles of a pyramid, in the order of their levels, rows and columns; one may be there more than once.
///
/// In files it is a text: `0/3/12` is level 0, column 3, row 12, and `0/3-5/12` are three tiles of that row.
public struct TileList: Hashable, Sendable {
    public private(set) var tiles: [TileCoordinate]

    /// Most tiles that are read from a file: more than a frame of any screen has.
    private static let maxTiles = 1 << 16
    private static let columnsAndRows = 0...(1 << 24)
    private static let levels = -128...128

    /// - Complexity: O(n log n).
    public init(_ tiles: some Sequence<TileCoordinate>) {
        self.tiles = tiles.sorted { ($0.level, $0.row, $0.column) < ($1.level, $1.row, $1.column) }
    }

    public var isEmpty: Bool { tiles.isEmpty }

    /// The tiles that are here oftener than there.
    func without(_ other: TileList) -> [TileCoordinate] {
        var left: [TileCoordinate: Int] = [:]
        for tile in other.tiles { left[tile, default: 0] += 1 }
        return tiles.filter { tile in
            guard let count = left[tile], count > 0 else { return true }
            left[tile] = count - 1
            return false
        }
    }

    /// As in files.
    public var text: String {
        var runs: [(first: TileCoordinate, last: Int)] = []
        for tile in tiles {
            if let run = runs.last, run.first.level == tile.level, run.first.row == tile.row,
                run.last + 1 == tile.column
            {
                runs[runs.count - 1].last = tile.column
            } else {
                runs.append((tile, tile.column))
            }
        }
        return runs.map { run in
            let columns = run.first.column == run.last ? "\(run.last)" : "\(run.first.column)-\(run.last)"
            return "\(run.first.level)/\(columns)/\(run.first.row)"
        }.joined(separator: " ")
    }

    /// - Returns: nil for what no list is written as.
    public init?(text: String) {
        var tiles: [TileCoordinate] = []
        for word in text.split(separator: " ") {
            let parts = word.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 3, let level = Int(parts[0]), let row = Int(parts[2]) else { return nil }
            let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first <= last,
                Self.levels.contains(level), Self.columnsAndRows.contains(row), Self.columnsAndRows.contains(first),
                Self.columnsAndRows.contains(last), tiles.count + last - first < Self.maxTiles
            else { return nil }
            tiles += (first...last).map { TileCoordinate(level: level, column: $0, row: row) }
        }
        self.init(tiles)
    }
}

extension TileList: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let list = TileList(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is no list of tiles")
        }
        self = list
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
