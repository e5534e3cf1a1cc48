import CVips
import Foundation
import TileGraphics

/// A libvips image together with the conversion of its samples to pixels.
struct PixelPicture: Sendable {
    let picture: VipsPicture
    let conversion: SampleConversion
    private let path: String

    /// The width, in pixels.
    var width: Int { picture.width }
    /// The height, in pixels.
    var height: Int { picture.height }

    /// Creates a picture. Grays, three-primary colors, and inks with 8 or 16 bits are used directly, with or without
    /// alpha. L\*a\*b\*, which defines its own colors, is converted to sRGB by libvips.
    ///
    /// - Parameters:
    ///   - profile: The color profile in the file, if any.
    /// - Throws: `ContentFailure.unsupported`, or `VipsLibrary.Failure`.
    init(_ picture: VipsPicture, profile: Data?, path: String) throws {
        let hasOwnColors = Self.hasOwnColors(picture)
        var plain = picture
        guard [VIPS_FORMAT_UCHAR, VIPS_FORMAT_USHORT].contains(picture.format) || hasOwnColors else {
            let name = String(cString: vips_enum_nick(vips_band_format_get_type(), Int32(picture.format.rawValue)))
            throw ContentFailure.unsupported(path: path, what: "its samples are of type \(name)")
        }
        if hasOwnColors {
            plain = try plain.then { tilework_vips_to_srgb($0) }
            if plain.format != VIPS_FORMAT_UCHAR { plain = try plain.then { tilework_vips_to_bytes($0) } }
        }
        let isInk = plain.interpretation == VIPS_INTERPRETATION_CMYK && plain.bands >= 4
        let model: ICCProfile.Model = isInk ? .cmyk : plain.bands <= 2 ? .gray : .rgb
        if plain.bands > model.channels + 1 {
            // The first of many bands are the visible ones, in the files of satellites and of printers alike.
            plain = try plain.then { tilework_vips_first_bands($0, Int32(model.channels)) }
        }
        self.picture = plain
        self.path = path
        conversion = SampleConversion(
            SampleConversion.Samples(
                model, hasAlpha: plain.bands > model.channels, bytes: plain.format == VIPS_FORMAT_UCHAR ? 1 : 2),
            profile: hasOwnColors ? nil : profile)
    }

    /// Whether the samples are colors regardless of any profile.
    private static func hasOwnColors(_ picture: VipsPicture) -> Bool {
        [VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABS, VIPS_INTERPRETATION_LABQ].contains(picture.interpretation)
    }

    /// Computes a rect and passes its rows, top first, to `body`. `convert` turns them into pixels.
    func readRows(
        x: Int, y: Int, width: Int, height: Int, body: (_ row: Int, UnsafePointer<UInt8>) -> Void
    ) throws(ContentFailure) {
        do throws(VipsLibrary.Failure) {
            try picture.readRows(x: x, y: y, width: width, height: height, body: body)
        } catch {
            throw .malformed(path: path, reason: "a part of the picture can't be decoded (\(error.reason))")
        }
    }

    /// Converts a row's samples to premultiplied pixels.
    func convert(_ samples: UnsafePointer<UInt8>, count: Int, into target: UnsafeMutablePointer<UInt32>) {
        conversion.convert(samples, count: count, into: target)
    }
}
