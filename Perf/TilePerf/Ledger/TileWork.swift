import TileGeometry

/// The cost of drawing a tile, independent of the frame in which it is ready.
public struct TileWork: Hashable, Sendable {
    /// Drawing operations visited.
    public var operations: Int
    /// The operations in the tile by owner: the path of a view or layer of the content, with `.draw` for what it drew
    /// itself. Empty if the content has no views. Hidden content counts too, so the sum may exceed the operations
    /// visited.
    public var owners: [String: Int]

    public init(operations: Int, owners: [String: Int] = [:]) {
        self.operations = operations
        self.owners = owners
    }
}

extension TileWork: Codable {
    /// Decodes a number, or a number and an object if owners are known.
    public init(from decoder: any Decoder) throws {
        if let number = try? decoder.singleValueContainer().decode(Int.self) {
            self.init(operations: number)
            return
        }
        var container = try decoder.unkeyedContainer()
        let operations = try container.decode(Int.self)
        self.init(operations: operations, owners: try container.decode(PathCounts.self).counts)
    }

    public func encode(to encoder: any Encoder) throws {
        if owners.isEmpty {
            var container = encoder.singleValueContainer()
            return try container.encode(operations)
        }
        var container = encoder.unkeyedContainer()
        try container.encode(operations)
        try container.encode(PathCounts(owners))
    }
}

/// The work of tiles in the form used in ledgers, by the tile's name, such as `8/1/3`.
struct TileWorks: Codable, Hashable {
    var works: [TileCoordinate: TileWork]

    init(_ works: [TileCoordinate: TileWork]) { self.works = works }

    /// The maximum number of tiles, more than a frame of any screen has.
    private static let maxTiles = 1 << 16

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        works = [:]
        for (name, work) in try container.decode([String: TileWork].self) {
            guard let tiles = TileList(text: name)?.tiles, tiles.count == 1, works.count < Self.maxTiles else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "“\(name)” is no tile")
            }
            works[tiles[0]] = work
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(
            Dictionary(uniqueKeysWithValues: works.map { (TileList([$0.key]).text, $0.value) }))
    }
}
