/// The file format of an archive's tiles.
public enum StoredTileFormat: String, Hashable, Sendable, CaseIterable {
    case png
    case jpeg
    case webp
    case avif
    case jpegXL = "jxl"
    case gif
    /// Mapbox Vector Tiles: shapes, not pixels.
    case vector
    /// MapLibre Tiles: shapes, not pixels.
    case mapLibre = "mlt"

    /// Whether tiles hold shapes, which Tilework does not draw.
    public var isVector: Bool {
        switch self {
        case .vector, .mapLibre: true
        case .png, .jpeg, .webp, .avif, .jpegXL, .gif: false
        }
    }

    /// The name of the format in messages.
    package var title: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .webp: "WebP"
        case .avif: "AVIF"
        case .jpegXL: "JPEG XL"
        case .gif: "GIF"
        case .vector: "Mapbox Vector Tiles (MVT)"
        case .mapLibre: "MapLibre Tiles (MLT)"
        }
    }

    /// The file extensions of tiles, without the dot; the usual one first.
    package var fileExtensions: [String] {
        switch self {
        case .png: ["png"]
        case .jpeg: ["jpg", "jpeg"]
        case .webp: ["webp"]
        case .avif: ["avif"]
        case .jpegXL: ["jxl"]
        case .gif: ["gif"]
        case .vector: ["pbf", "mvt"]
        case .mapLibre: ["mlt"]
        }
    }

    public var mediaType: String {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .webp: "image/webp"
        case .avif: "image/avif"
        case .jpegXL: "image/jxl"
        case .gif: "image/gif"
        case .vector: "application/vnd.mapbox-vector-tile"
        case .mapLibre: "application/vnd.maplibre-tile"
        }
    }

    /// Names of formats in the metadata of archives that are neither extensions nor usual media types.
    private var otherNames: [String] {
        switch self {
        // GDAL has its own name for palette PNG.
        case .png: ["png8"]
        case .jpeg: ["image/jpg"]
        case .vector: ["application/x-protobuf"]
        // PMTiles and Planetiler use this name, the specification of MLT the other one.
        case .mapLibre: ["application/vnd.maplibre-vector-tile"]
        case .webp, .avif, .jpegXL, .gif: []
        }
    }

    /// Parses a file extension, or a format name from an archive's metadata. MBTiles allows media types there.
    package init?(name: String) {
        let name = name.lowercased()
        guard
            let found = Self.allCases.first(where: { format in
                format.fileExtensions.contains(name) || format.mediaType == name || format.otherNames.contains(name)
            })
        else { return nil }
        self = found
    }

    package init?(_ type: PMTiles.TileType) {
        switch type {
        case .vector: self = .vector
        case .png: self = .png
        case .jpeg: self = .jpeg
        case .webp: self = .webp
        case .avif: self = .avif
        case .mapLibre: self = .mapLibre
        default: return nil
        }
    }

    /// Recognizes an image format by its first bytes. Vector tiles have no signature.
    package init?(recognizing bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(12))
        func has(_ text: String, at place: Int = 0) -> Bool { start.dropFirst(place).starts(with: text.utf8) }
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            self = .png
        } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has("RIFF"), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftypavi", at: 4) {
            self = .avif
        } else if start.starts(with: [0xFF, 0x0A])
            || start.starts(with: [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
        {
            // A bare codestream, or the first box of a container (ISO/IEC 18181-2, 9.1).
            self = .jpegXL
        } else if has("GIF8") {
            self = .gif
        } else {
            return nil
        }
    }
}
