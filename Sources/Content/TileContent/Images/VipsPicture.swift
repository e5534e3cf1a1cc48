import CVips
import Foundation
import TileGraphics
import TileSupport

/// A libvips image: a recipe that computes the pixels of a region on demand.
// @unchecked Sendable: a VipsImage does not change once it is built, and libvips lets any number of threads compute
// its regions at once. Each call here creates a region of its own.
final class VipsPicture: @unchecked Sendable {
    typealias Access = VipsAccess

    let image: UnsafeMutablePointer<VipsImage>
    /// The colors that a PNG file states other than by a profile; nil for other formats.
    private let pngColors: PNGColors?

    /// Takes ownership of the reference.
    private init(_ image: UnsafeMutablePointer<VipsImage>, pngColors: PNGColors? = nil) {
        self.image = image
        self.pngColors = pngColors
    }

    deinit { tilework_vips_unref(image) }

    /// The width, in pixels.
    var width: Int { Int(vips_image_get_width(image)) }
    /// The height, in pixels.
    var height: Int { Int(vips_image_get_height(image)) }
    var bands: Int { Int(vips_image_get_bands(image)) }
    var interpretation: VipsInterpretation { vips_image_get_interpretation(image) }
    var format: VipsBandFormat { vips_image_get_format(image) }

    /// A page of a TIFF file.
    enum Page: Hashable, Sendable {
        case page(Int)
        /// A subdirectory (SubIFD) of a page, counted from 0.
        case subdirectory(Int, ofPage: Int = 0)
    }

    /// Opens a file's header. Sequential access reads rows once from the top. Random access is only for tiled TIFF,
    /// because libvips would decode any other format whole at the first pixel.
    static func open(
        _ path: String, kind: ContentKind, access: Access, page: Page = .page(0)
    ) throws(VipsLibrary.Failure) -> VipsPicture {
        // Calls the loaders directly: the call that guesses the format would also parse options from a name like
        // a[page=1].
        func load() -> UnsafeMutablePointer<VipsImage>? {
            switch kind {
            case .jpeg: return tilework_vips_load_jpeg(path, access)
            case .png: return tilework_vips_load_png(path, access)
            case .webp: return tilework_vips_load_webp(path, access)
            case .tiff:
                switch page {
                case .page(let number): return tilework_vips_load_tiff(path, access, Int32(number), -1)
                case .subdirectory(let number, let page):
                    return tilework_vips_load_tiff(path, access, Int32(page), Int32(number))
                }
            case .svg, .pdf, .nib, .storyboard: preconditionFailure("drawings are not read through libvips")
            case .gif, .avif, .heif, .jpeg2000, .jpegXL, .bmp, .pnm, .pfm, .radiance, .qoi, .photoshop, .slide:
                preconditionFailure("what is decoded by processes of its own is not opened here")
            }
        }
        let file = kind == .png ? FileBytes(path) : nil
        // Without the chunks, its colors would be others.
        if kind == .png, file == nil { throw VipsLibrary.Failure(reason: "it can't be read; try again") }
        let image = try VipsLibrary.check { SpareDescriptors.shared.opening(load) }
        return VipsPicture(image, pngColors: file.map { file in PNGColors { file.bytes(at: $0, count: $1) } })
    }

    /// Opens the first picture of a GIF file in memory, which must outlive the picture.
    static func gif(_ bytes: UnsafeRawBufferPointer) throws(VipsLibrary.Failure) -> VipsPicture {
        // Passed as a number, because a value derived from a pointer would share the pointer's isolation region.
        let (address, count) = (UInt(bitPattern: bytes.baseAddress), bytes.count)
        return VipsPicture(
            try VipsLibrary.check { tilework_vips_load_gif(UnsafeRawPointer(bitPattern: address), count) })
    }

    /// Returns whether the file can be read anywhere without decoding everything before.
    static func isRandomAccess(_ path: String) -> Bool {
        vips_foreign_flags("tiffload", path).rawValue & VIPS_FOREIGN_PARTIAL.rawValue != 0
    }

    /// Returns a number from the header, or nil if it is missing.
    func integer(_ name: String) -> Int? {
        var value: Int32 = 0
        guard vips_image_get_typeof(image, name) != 0, vips_image_get_int(image, name, &value) == 0 else {
            vips_error_clear()
            return nil
        }
        return Int(value)
    }

    /// Whether the file stores the picture in several passes (progressive JPEG, interlaced PNG).
    var isMultipass: Bool { integer("jpeg-multiscan") == 1 || integer("interlaced") == 1 }

    /// The orientation, 1…8 as in EXIF; 1 is upright.
    var orientation: Int { Int(vips_image_get_orientation(image)) }

    /// The color profile in the file, or that of the colors that it states in another way; nil if there is none.
    var colorProfile: Data? {
        guard let pngColors else { return embeddedProfile }
        return pngColors.profile(embedded: embeddedProfile)
    }

    private var embeddedProfile: Data? {
        guard vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 else { return nil }
        var data: UnsafeRawPointer?
        var count = 0
        guard vips_image_get_blob(image, VIPS_META_ICC_NAME, &data, &count) == 0, let data, count > 0 else {
            vips_error_clear()
            return nil
        }
        return Data(bytes: data, count: count)
    }

    /// Returns the image that `build` derives from this one.
    func then(
        _ build: (UnsafeMutablePointer<VipsImage>) -> UnsafeMutablePointer<VipsImage>?
    ) throws(VipsLibrary.Failure) -> VipsPicture {
        VipsPicture(try VipsLibrary.check { build(image) })
    }

    /// Computes a rect and passes its rows, top first, to `body` as samples.
    ///
    /// - Throws: The error text of libvips. It may include errors of other threads, because libvips has one text for
    ///   all.
    func readRows(
        x: Int, y: Int, width: Int, height: Int, body: (_ row: Int, UnsafePointer<UInt8>) -> Void
    ) throws(VipsLibrary.Failure) {
        guard let region = vips_region_new(image) else { throw VipsLibrary.Failure(reason: VipsLibrary.takeError()) }
        defer { tilework_vips_unref(region) }
        try Self.readRows(of: region, x: x, y: y, width: width, height: height, body: body)
    }

    static func readRows(
        of region: UnsafeMutablePointer<VipsRegion>, x: Int, y: Int, width: Int, height: Int,
        body: (_ row: Int, UnsafePointer<UInt8>) -> Void
    ) throws(VipsLibrary.Failure) {
        var rect = VipsRect(left: Int32(x), top: Int32(y), width: Int32(width), height: Int32(height))
        guard vips_region_prepare(region, &rect) == 0 else {
            throw VipsLibrary.Failure(reason: VipsLibrary.takeError())
        }
        let stride = Int(tilework_vips_stride(region))
        let first = tilework_vips_pixels(region, Int32(x), Int32(y))!
        for row in 0..<height { body(row, first + row * stride) }
    }
}
