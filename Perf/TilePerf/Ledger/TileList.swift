import TileGeometry

/// The outcome of a tile in a frame. Raw values are the names in ledgers.
public enum TileFate: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
    /// Requested since the previous frame; requested and cancelled.
    case requested, cancelled
    /// Came into view and was ready; came into view and was not ready.
    case hit, late
    /// Rastered as a draft; rastered in full; failed; encoded as a file.
    case draft, full, failed, encoded
    /// Rastered, but no longer needed before it was shown.
    case wasted
    /// Placed in a tile view. Omitted in files if these are the tiles that came into view.
    case placed
    /// Replaced by a better picture in its tile view.
    case refreshed
    /// Visible and not finished.
    case blank, coarse, stale

    static let lacking = [blank, coarse, stale]
}

/// Tiles of a pyramid in the order of level, row and column; a tile may occur more than once.
///
/// In files it is a text: `0/3/12` is level 0, column 3, row 12, and `0/3-5/12` are three tiles of that row.
public struct TileList: Hashable, Sendable {
    public private(set) var tiles: [TileCoordinate]

    /// The maximum number of tiles read from a file, more than a frame of any screen has.
    private static let maxTiles = 1 << 16
    private static let columnsAndRows = 0...(1 << 24)
    private static let levels = -128...128

    /// Sorts tiles.
    ///
    /// - Complexity: O(n log n).
    public init(_ tiles: some Sequence<TileCoordinate>) {
        self.tiles = tiles.sorted { ($0.level, $0.row, $0.column) < ($1.level, $1.row, $1.column) }
    }

    public var isEmpty: Bool { tiles.isEmpty }

    /// Returns the tiles that occur more often in this list than in the other.
    func without(_ other: TileList) -> [TileCoordinate] {
        var left: [TileCoordinate: Int] = [:]
        for tile in other.tiles { left[tile, default: 0] += 1 }
        return tiles.filter { tile in
            guard let count = left[tile], count > 0 else { return true }
            left[tile] = count - 1
            return false
        }
    }

    /// The text of the list, as in files.
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

    /// Parses a text.
    ///
    /// - Returns: Nil for an invalid text.
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
