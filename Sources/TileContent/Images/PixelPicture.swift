import CVips
import Foundation
import TileGraphics

/// An image of libvips with what makes pixels of its samples.
struct PixelPicture: Sendable {
    let picture: VipsPicture
    let conversion: SampleConversion

    /// In pixels.
    var width: Int { picture.width }
    /// In pixels.
    var height: Int { picture.height }

    /// Takes grays, colors of three primaries, and inks of 8 or 16 bits, with alpha or without, as they are; L*a*b*,
    /// which says itself how its colors look, becomes sRGB by libvips.
    ///
    /// - Parameter profile: The one in the file, if any.
    /// - Throws: `ContentFailure.unsupported`, or `VipsLibrary.Failure`.
    init(_ picture: VipsPicture, profile: Data?, path: String) throws {
        let hasOwnColors = Self.hasOwnColors(picture)
        // Samples of other types have no agreed range: which value is white is not in the file.
        guard picture.format == VIPS_FORMAT_UCHAR || picture.format == VIPS_FORMAT_USHORT || hasOwnColors else {
            let name = String(cString: vips_enum_nick(vips_band_format_get_type(), Int32(picture.format.rawValue)))
            throw ContentFailure.unsupported(path: path, what: "its samples are of type \(name), not 8 or 16 bits")
        }
        var plain = picture
        if hasOwnColors {
            plain = try plain.then { tilework_vips_to_srgb($0) }
            if plain.format != VIPS_FORMAT_UCHAR { plain = try plain.then { tilework_vips_to_bytes($0) } }
        }
        let isInk = plain.interpretation == VIPS_INTERPRETATION_CMYK
        let model: ICCProfile.Model = isInk ? .cmyk : plain.bands <= 2 ? .gray : .rgb
        guard (0...1).contains(plain.bands - model.channels) else {
            throw ContentFailure.unsupported(path: path, what: "it has \(picture.bands) bands")
        }
        self.picture = plain
        conversion = SampleConversion(
            SampleConversion.Samples(
                model, hasAlpha: plain.bands > model.channels, bytes: plain.format == VIPS_FORMAT_UCHAR ? 1 : 2),
            profile: hasOwnColors ? nil : profile)
    }

    /// Whether its numbers are colors whatever a profile says.
    private static func hasOwnColors(_ picture: VipsPicture) -> Bool {
        [VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABS, VIPS_INTERPRETATION_LABQ].contains(picture.interpretation)
    }

    /// Computes the rect and gives its rows, top first, to `body`; `convert` makes pixels of them.
    ///
    /// - Throws: As `VipsPicture.readRows` does.
    func readRows(
        x: Int, y: Int, width: Int, height: Int, body: (_ row: Int, UnsafePointer<UInt8>) -> Void
    ) throws(VipsLibrary.Failure) {
        try picture.readRows(x: x, y: y, width: width, height: height, body: body)
    }

    /// Makes premultiplied pixels of a row's samples.
    func convert(_ samples: UnsafePointer<UInt8>, count: Int, into target: UnsafeMutablePointer<UInt32>) {
        conversion.convert(samples, count: count, into: target)
    }
}
