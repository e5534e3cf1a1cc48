/// PMTiles, version 3: a file with tiles along a Hilbert curve and directories of their offsets, designed for reading
/// parts of it over a network. See the specification in protomaps/PMTiles (spec/v3/spec.md, 3.7).
package enum PMTiles {
    package static let fileExtension = "pmtiles"
    package static let mediaType = "application/vnd.pmtiles"
    /// The limit for the end of the root directory, in bytes, so that one request can fetch it.
    package static let rootReach = 16_384

    /// A compression of directories, metadata or tiles. Unknown numbers are preserved.
    package struct Compression: Hashable, Sendable, RawRepresentable {
        package var rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let unknown = Compression(rawValue: 0)
        package static let none = Compression(rawValue: 1)
        package static let gzip = Compression(rawValue: 2)
        package static let brotli = Compression(rawValue: 3)
        package static let zstandard = Compression(rawValue: 4)
    }

    /// A type of tiles. Unknown numbers are preserved.
    package struct TileType: Hashable, Sendable, RawRepresentable {
        package var rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let unknown = TileType(rawValue: 0)
        package static let vector = TileType(rawValue: 1)
        package static let png = TileType(rawValue: 2)
        package static let jpeg = TileType(rawValue: 3)
        package static let webp = TileType(rawValue: 4)
        package static let avif = TileType(rawValue: 5)
        package static let mapLibre = TileType(rawValue: 6)
    }

    /// A position on Earth, in units of 10⁻⁷ degrees.
    package struct Position: Hashable, Sendable {
        package var longitude: Int32
        package var latitude: Int32

        package init(longitude: Int32, latitude: Int32) { (self.longitude, self.latitude) = (longitude, latitude) }
    }

    /// A range of a file, in bytes.
    package struct Section: Hashable, Sendable {
        package var offset: UInt64
        package var length: UInt64

        package init(offset: UInt64, length: UInt64) { (self.offset, self.length) = (offset, length) }

        /// The end offset; nil if it overflows.
        package var end: UInt64? {
            let (end, isTooFar) = offset.addingReportingOverflow(length)
            return isTooFar ? nil : end
        }
    }
}

/// The header of a PMTiles file.
package struct PMTilesHeader: Hashable, Sendable {
    /// The size of the header, in bytes.
    package static let byteCount = 127
    private static let magic: [UInt8] = Array("PMTiles".utf8)
    private static let version: UInt8 = 3
    /// The version number that the first writers of version 3 wrote. A sample of OpenStreetMap raster tiles in martin's
    /// tests has it, and is valid otherwise.
    private static let earlyVersion = UInt8(ascii: "3")

    package var root = PMTiles.Section(offset: 0, length: 0)
    package var metadata = PMTiles.Section(offset: 0, length: 0)
    package var leaves = PMTiles.Section(offset: 0, length: 0)
    package var tiles = PMTiles.Section(offset: 0, length: 0)
    /// The number of addressable tiles; 0 if unknown.
    package var addressedTileCount: UInt64 = 0
    /// The number of tile entries in directories; 0 if unknown.
    package var entryCount: UInt64 = 0
    /// The number of distinct tiles; 0 if unknown.
    package var contentCount: UInt64 = 0
    /// Whether the tile data is in the order of tile numbers, so that each tile follows the previous ones or repeats
    /// one of them.
    package var isClustered = true
    package var internalCompression = PMTiles.Compression.gzip
    package var tileCompression = PMTiles.Compression.none
    package var tileType = PMTiles.TileType.unknown
    package var minLevel: UInt8 = 0
    package var maxLevel: UInt8 = 0
    /// The bounds: the southwest and northeast corners.
    package var bounds = (
        min: PMTiles.Position(longitude: 0, latitude: 0), max: PMTiles.Position(longitude: 0, latitude: 0)
    )
    /// The initial center and level of a viewer.
    package var center = PMTiles.Position(longitude: 0, latitude: 0)
    package var centerLevel: UInt8 = 0

    package init() {}

    /// Decodes the header at the start of `bytes`.
    package init(_ bytes: some Collection<UInt8>) throws(PMTilesProblem) {
        let bytes = [UInt8](bytes.prefix(Self.byteCount))
        guard bytes.starts(with: Self.magic) else { throw .noArchive }
        guard bytes.count > Self.magic.count else { throw .truncated }
        let version = bytes[Self.magic.count]
        guard version == Self.version || version == Self.earlyVersion else { throw .version(version) }
        guard bytes.count == Self.byteCount else { throw .truncated }
        func number<Number: FixedWidthInteger>(_ at: Int, _: Number.Type = Number.self) -> Number {
            bytes[at..<at + Number.bitWidth / 8].reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
        }
        func section(_ at: Int) throws(PMTilesProblem) -> PMTiles.Section {
            let section = PMTiles.Section(offset: number(at), length: number(at + 8))
            guard section.end != nil else { throw .section }
            return section
        }
        func position(_ at: Int) -> PMTiles.Position {
            PMTiles.Position(longitude: number(at), latitude: number(at + 4))
        }
        root = try section(8)
        metadata = try section(24)
        leaves = try section(40)
        tiles = try section(56)
        addressedTileCount = number(72)
        entryCount = number(80)
        contentCount = number(88)
        isClustered = bytes[96] == 1
        internalCompression = PMTiles.Compression(rawValue: bytes[97])
        tileCompression = PMTiles.Compression(rawValue: bytes[98])
        tileType = PMTiles.TileType(rawValue: bytes[99])
        (minLevel, maxLevel) = (bytes[100], bytes[101])
        guard minLevel <= maxLevel, Int(maxLevel) <= PMTilesTile.deepestLevel else { throw .levels }
        bounds = (position(102), position(110))
        centerLevel = bytes[118]
        center = position(119)
        guard root.offset >= UInt64(Self.byteCount), root.end! <= UInt64(PMTiles.rootReach) else { throw .root }
    }

    /// The encoded header, `byteCount` bytes.
    package var bytes: [UInt8] {
        var bytes = Self.magic + [Self.version]
        func append(_ number: some FixedWidthInteger) {
            for shift in stride(from: 0, to: number.bitWidth, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        for section in [root, metadata, leaves, tiles] {
            append(section.offset)
            append(section.length)
        }
        for count in [addressedTileCount, entryCount, contentCount] { append(count) }
        bytes += [isClustered ? 1 : 0, internalCompression.rawValue, tileCompression.rawValue, tileType.rawValue]
        bytes += [minLevel, maxLevel]
        for position in [bounds.min, bounds.max] {
            append(position.longitude)
            append(position.latitude)
        }
        bytes.append(centerLevel)
        append(center.longitude)
        append(center.latitude)
        return bytes
    }

    package static func == (a: PMTilesHeader, b: PMTilesHeader) -> Bool { a.bytes == b.bytes }
    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// The reason why bytes are not a valid PMTiles file, version 3.
package enum PMTilesProblem: Error, Hashable, CustomStringConvertible {
    case noArchive
    case version(UInt8)
    case truncated
    /// The end of a section overflows.
    case section
    /// The root directory is not within the first 16 KiB.
    case root
    case levels
    /// A directory cannot be decoded.
    case directory
    /// A directory has no entries.
    case emptyDirectory

    package var description: String {
        switch self {
        case .noArchive: "not a PMTiles archive"
        case .version(let version): "PMTiles version \(version); convert it to version 3 with `pmtiles convert`"
        case .truncated: "the file ends within its header"
        case .section: "its header states a section beyond any file size"
        case .root: "its root directory is not within the first 16 KiB"
        case .levels: "its header states impossible levels"
        case .directory: "one of its directories is damaged"
        case .emptyDirectory: "the archive has no tiles"
        }
    }
}
