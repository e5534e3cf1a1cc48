import CVips
import Foundation

/// What an image file's header says, and how its samples become sRGB.
struct ImageHeader: Sendable {
    let path: String
    let kind: ContentKind
    /// As stored, before the orientation is applied; in pixels.
    let storedWidth: Int
    let storedHeight: Int
    /// As EXIF numbers it.
    let orientation: Orientation
    let bands: Int
    let bitsPerSample: Int
    let colorSpace: String
    let profileTitle: String?
    /// Whether a profile in the file says how to convert.
    let convertsByProfile: Bool
    let pageCount: Int
    let subdirectoryCount: Int
    /// Whether any part can be read without the parts before it: a tiled TIFF.
    let isRandomAccess: Bool
    /// Whether it can only be decoded as a whole, whatever is asked for.
    private let isDecodedWhole: Bool
    let notes: [String]

    /// As shown, in pixels.
    var width: Int { orientation.swapsSides ? storedHeight : storedWidth }
    /// As shown, in pixels.
    var height: Int { orientation.swapsSides ? storedWidth : storedHeight }

    /// Reads the header alone.
    static func read(_ path: String, kind: ContentKind, limits: ContentLimits) throws(ContentFailure) -> ImageHeader {
        if kind == .png { try checkPNGHeader(path, limits: limits) }
        do {
            let picture = try VipsPicture.open(path, kind: kind, access: VIPS_ACCESS_SEQUENTIAL)
            try check(width: picture.width, height: picture.height, path: path, limits: limits)
            if picture.isMultipass {
                try checkMultipass(width: picture.width, height: picture.height, path: path, limits: limits)
            }
            return try ImageHeader(picture, path: path, kind: kind)
        } catch let failure as VipsLibrary.Failure {
            throw .malformed(path: path, reason: failure.reason)
        } catch let failure as ContentFailure {
            throw failure
        } catch {
            throw .malformed(path: path, reason: "\(error)")
        }
    }

    private init(_ picture: VipsPicture, path: String, kind: ContentKind) throws {
        self.path = path
        self.kind = kind
        storedWidth = picture.width
        storedHeight = picture.height
        bands = picture.bands
        orientation = Orientation(rawValue: picture.orientation) ?? .upright
        bitsPerSample = Int(vips_format_sizeof(picture.format)) * 8
        colorSpace =
            String(cString: vips_enum_nick(vips_interpretation_get_type(), Int32(picture.interpretation.rawValue)))
        pageCount = picture.integer("n-pages") ?? 1
        subdirectoryCount = picture.integer("n-subifds") ?? 0
        // libwebp has no other way.
        isDecodedWhole = kind == .webp || picture.isMultipass
        isRandomAccess = kind == .tiff && orientation == .upright && VipsPicture.isRandomAccess(path)

        var notes: [String] = []
        let profile = picture.colorProfile
        profileTitle = profile?.title
        var convertsByProfile = profile.map { !$0.isSRGB } ?? false
        do {
            _ = try Self.toSRGB(picture, byProfile: convertsByProfile, path: path)
        } catch let failure as VipsLibrary.Failure where convertsByProfile {
            convertsByProfile = false
            notes.append("Its color profile cannot be used (\(failure.reason)); colors are shown as if it had none.")
            _ = try Self.toSRGB(picture, byProfile: false, path: path)
        }
        self.convertsByProfile = convertsByProfile
        self.notes = notes
    }

    /// Checks the size in a PNG's first chunk before any library is asked to open it.
    private static func checkPNGHeader(_ path: String, limits: ContentLimits) throws(ContentFailure) {
        let bytes = try FilePrefix.read(path, count: 29)
        guard bytes.count == 29, bytes[12..<16].elementsEqual("IHDR".utf8) else {
            throw .malformed(path: path, reason: "it ends before the size of the picture")
        }
        func number(_ offset: Int) -> Int { bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
        try check(width: number(16), height: number(20), path: path, limits: limits)
        // Interlace method (PNG 11.2.2), known before libvips makes room for all passes.
        if bytes[28] != 0 {
            try checkMultipass(width: number(16), height: number(20), path: path, limits: limits)
        }
    }

    private static func check(width: Int, height: Int, path: String, limits: ContentLimits) throws(ContentFailure) {
        guard width > 0, height > 0 else {
            throw .malformed(path: path, reason: "its size is \(width) × \(height) pixels")
        }
        guard max(width, height) <= limits.largestSide else {
            throw .tooLarge(
                path: path, what: "it says it is \(width) × \(height) pixels",
                limit: "\(limits.largestSide) pixels a side")
        }
        guard width.multipliedReportingOverflow(by: height).overflow == false,
            width * height <= limits.largestPixelCount
        else {
            throw .tooLarge(
                path: path, what: "it says it is \(width) × \(height) pixels",
                limit: "\(limits.largestPixelCount) pixels in all")
        }
    }

    private static func checkMultipass(
        width: Int, height: Int, path: String, limits: ContentLimits
    ) throws(ContentFailure) {
        guard width * height <= limits.largestMultipassPixelCount else {
            throw .tooLarge(
                path: path, what: "it is progressive or interlaced and \(width) × \(height) pixels",
                limit: "\(limits.largestMultipassPixelCount) pixels in all of such")
        }
    }

    /// Memory that reading its rows takes besides where they go, in bytes, about.
    var readingMemory: Int {
        let ordinary = Self.ordinaryReadingMemory(width: storedWidth)
        if !isDecodedWhole { return ordinary }
        // A frame of samples, and of a JPEG coefficients of two bytes; libwebp's own frame and that of libvips.
        let perPixel = kind == .webp ? 8 : max(bitsPerSample / 8, kind == .jpeg ? 2 : 1) * bands
        return ordinary + storedWidth * storedHeight * perPixel
    }

    /// The same of an image that is read row by row: rows (16 of samples of up to 8 bytes, and 64 of pixels for one
    /// that is turned), and an open file.
    static func ordinaryReadingMemory(width: Int) -> Int { OpenFile.byteCount + width * (16 * 8 + 64 * 4) }

    /// The image as 1 to 4 bands of 8 bits: grey or sRGB, with or without alpha, upright or not as stored.
    func toSRGB(_ picture: VipsPicture) throws -> VipsPicture {
        try Self.toSRGB(picture, byProfile: convertsByProfile, path: path)
    }

    private static func toSRGB(_ picture: VipsPicture, byProfile: Bool, path: String) throws -> VipsPicture {
        let isLab = [VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABS, VIPS_INTERPRETATION_LABQ].contains(
            picture.interpretation)
        // Samples of other types have no agreed range: which value is white is not in the file.
        guard picture.format == VIPS_FORMAT_UCHAR || picture.format == VIPS_FORMAT_USHORT || isLab else {
            let name = String(cString: vips_enum_nick(vips_band_format_get_type(), Int32(picture.format.rawValue)))
            throw ContentFailure.unsupported(path: path, what: "its samples are of type \(name), not 8 or 16 bits")
        }
        var result = picture
        if byProfile {
            let fallback = picture.interpretation == VIPS_INTERPRETATION_CMYK ? "cmyk" : "srgb"
            result = try result.then { tilework_vips_profile_to_srgb($0, fallback) }
        } else if picture.interpretation == VIPS_INTERPRETATION_CMYK {
            result = try result.then { tilework_vips_profile_to_srgb($0, "cmyk") }
        } else {
            let isGrey = picture.bands <= 2
            let wanted = isGrey ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
            if picture.interpretation != wanted {
                result = try result.then { isGrey ? tilework_vips_to_grey($0) : tilework_vips_to_srgb($0) }
            }
        }
        if result.format != VIPS_FORMAT_UCHAR { result = try result.then { tilework_vips_to_bytes($0) } }
        guard (1...4).contains(result.bands) else {
            throw ContentFailure.unsupported(path: path, what: "it has \(picture.bands) bands")
        }
        return result
    }
}
