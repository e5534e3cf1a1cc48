/// A format of tiles that Tilework does not draw, other than vector tiles: another image format, elevations or models.
/// An archive of such tiles can be intact.
package enum UndrawnTileFormat: Hashable, Sendable {
    /// The format's file extension, or the name that the archive's description states.
    case named(String)
    /// A tile type in the header of a PMTiles file that has no name yet.
    case tileType(Int)

    /// Formats that occur in archives of tiles, with the extensions of their files.
    private static let known: [(title: String, fileExtensions: [String])] = [
        ("TIFF", ["tif", "tiff"]), ("BMP", ["bmp"]),
        ("JPEG 2000", ["jp2", "j2k", "j2c", "jpc", "jpf", "jpx"]), ("JPEG XR", ["jxr", "wdp", "hdp"]),
        ("HEIF", ["heic", "heif", "hif"]), ("KTX textures", ["ktx", "ktx2"]), ("SVG", ["svg"]),
        ("quantized meshes", ["terrain", "quantized-mesh"]), ("LERC", ["lerc"]), ("GeoJSON", ["geojson"]),
        ("TopoJSON", ["topojson"]), ("3D Tiles", ["b3dm", "i3dm", "pnts", "cmpt", "glb"]),
    ]

    /// The length of the longest name in messages. Longer names are cut.
    private static let longestName = 40

    /// The name of the format in messages.
    package var title: String {
        switch self {
        case .named(let name):
            Self.known.first { $0.fileExtensions.contains(name.lowercased()) }?.title
                ?? "“\(name.prefix(Self.longestName))”"
        case .tileType(let number): "PMTiles tile type \(number)"
        }
    }

    /// Whether an extension is that of a known format.
    package static func isKnown(fileExtension: String) -> Bool {
        known.contains { $0.fileExtensions.contains(fileExtension.lowercased()) }
    }

    /// Creates the format that an archive states by a name; nil for a stored format and for an empty name.
    package init?(name: String) {
        guard !name.isEmpty, StoredTileFormat(name: name) == nil else { return nil }
        self = .named(name)
    }

    /// Recognizes a known format by its first bytes.
    package init?(recognizing bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(16))
        func has(_ signature: [UInt8], at offset: Int = 0) -> Bool { start.dropFirst(offset).starts(with: signature) }
        func has(_ text: String, at offset: Int = 0) -> Bool { has(Array(text.utf8), at: offset) }
        let boxEnd: [UInt8] = [0x0D, 0x0A, 0x87, 0x0A]
        if has([0x49, 0x49, 42, 0]) || has([0x4D, 0x4D, 0, 42]) || has([0x49, 0x49, 43, 0]) || has([0x4D, 0x4D, 0, 43])
        {
            self = .named("tif")
        } else if has([0x49, 0x49, 0xBC, 1]) {
            self = .named("jxr")
        } else if has([0xFF, 0x4F, 0xFF, 0x51]) || has("jP  ", at: 4) && has(boxEnd, at: 8) {
            self = .named("jp2")
        } else if has("ftyphei", at: 4) || has("ftyphev", at: 4) || has("ftypmif1", at: 4) {
            self = .named("heic")
        } else if has("BM"), has([0, 0, 0, 0], at: 6) {
            // A bitmap's reserved fields are 0.
            self = .named("bmp")
        } else if has([0xAB] + Array("KTX ".utf8)) {
            self = .named("ktx")
        } else if has("Lerc2 ") || has("CntZImage ") {
            self = .named("lerc")
        } else {
            return nil
        }
    }
}
