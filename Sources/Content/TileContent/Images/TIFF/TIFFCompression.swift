import CTIFF

/// The compression of a TIFF page's pixels, as stated in its directory (TIFF 6.0, section 3).
struct TIFFCompression: Hashable {
    var code: Int
    /// Whether the page's colors are luminance and chroma (YCbCr), possibly at a lower resolution.
    var isOfChroma: Bool

    init(_ reader: TIFFReader, of directory: TIFFReader.Directory) {
        code = reader.value(.compression, of: directory) ?? Int(COMPRESSION_NONE)
        isOfChroma = reader.value(.photometric, of: directory) == Int(PHOTOMETRIC_YCBCR)
    }

    /// The codes of JPEG 2000 that libvips decodes without libtiff.
    private static let codesOfVips = 33_003...33_005

    /// JBIG. The decoder of libtiff 4.5 reads whole strips only, and libvips reads rows and tiles.
    private static let jbig = 34_661

    /// Whether a decoder for it is installed.
    var isReadable: Bool {
        code != Self.jbig && (Self.codesOfVips.contains(code) || Self.isConfigured(code))
    }

    /// Whether libtiff decodes it, in tiles and strips. JPEG of TIFF 6.0, which was replaced in 1995, has them only in
    /// part.
    var isReadByLibtiff: Bool {
        code != Self.jbig && code != Int(COMPRESSION_OJPEG) && Self.isConfigured(code)
    }

    private static func isConfigured(_ code: Int) -> Bool {
        UInt16(exactly: code).map { TIFFIsCODECConfigured($0) != 0 } == true
    }

    /// Whether its colors are read. Luminance and chroma in JPEG of TIFF 6.0, which was replaced in 1995, are not.
    var hasReadableColors: Bool { !isOfChroma || code != Int(COMPRESSION_OJPEG) }

    /// Whether the pixels are stored as they are.
    var isNone: Bool { code == Int(COMPRESSION_NONE) }

    /// The compression as a phrase for people: "JPEG XL (TIFF compression 50002)".
    var title: String {
        if isNone { return "no compression" }
        return name.map { "\($0) (TIFF compression \(code))" } ?? "TIFF compression \(code)"
    }

    /// The name in libtiff's registry of codes, and those of GDAL and of microscopes.
    private var name: String? {
        switch code {
        case 2: "CCITT RLE"
        case 3: "CCITT fax, group 3"
        case 4: "CCITT fax, group 4"
        case 5: "LZW"
        case 6: "JPEG of TIFF 6.0"
        case 7: "JPEG"
        case 8, 32_946: "Deflate"
        case 9, 10, 34_661: "JBIG"
        case 34_892: "lossy JPEG of DNG"
        case 32_766: "NeXT"
        case 32_773: "PackBits"
        case 32_809: "ThunderScan"
        case 33_003...33_005, 34_712: "JPEG 2000"
        case 34_676, 34_677: "SGI LogLuv"
        case 34_887: "LERC"
        case 34_925: "LZMA"
        case 34_933: "PNG"
        case 22_610, 34_934: "JPEG XR"
        case 50_000: "Zstandard"
        case 50_001: "WebP"
        case 50_002, 52_546: "JPEG XL"
        default: nil
        }
    }
}
