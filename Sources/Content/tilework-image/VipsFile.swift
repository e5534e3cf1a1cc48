import CVips
import Glibc
import ImageMessages

/// An image file that libvips decodes.
final class VipsFile: ImageFile {
    let description: ImageDescription

    private let path: [UInt8]
    private let format: ImageFormat
    /// The index of the picture to show, of those in the file.
    private let page: Int
    /// The images of levels that were opened, by level.
    private var levels: [UnsafeMutablePointer<VipsImage>?]

    /// Initializes libvips with all loaders blocked except that of the format.
    private static func start(_ format: ImageFormat) throws(ImageRefusal) {
        guard tilework_vips_init() == 0 else { throw ImageRefusal("libvips does not start") }
        vips_concurrency_set(1)
        vips_cache_set_max(0)
        vips_operation_block_set("VipsForeignLoad", 1)
        let loader =
            switch format {
            case .gif: "Nsgif"
            case .heif: "Heif"
            case .jpeg2000: "Jp2k"
            case .jpegXL: "Jxl"
            case .slide: "Openslide"
            case .bmp, .pnm, .pfm, .radiance, .qoi, .photoshop, .rgbInJPEG2000:
                throw ImageRefusal("libvips does not read it here")
            }
        let name = "VipsForeignLoad\(loader)"
        guard g_type_from_name(name) != 0 else {
            throw ImageRefusal("this libvips was built without a decoder for it; Debian 12's has one")
        }
        vips_operation_block_set(name, 0)
    }

    /// Opens a file.
    ///
    /// - Parameter path: The path with a terminating zero.
    init(_ path: [UInt8], _ format: ImageFormat) throws(ImageRefusal) {
        self.path = path
        self.format = format
        try Self.start(format)
        var first = try Self.load(path, format, level: 0, page: 0)
        var page = 0
        if format == .heif, let primary = Self.integer(first, "heif-primary"), primary > 0 {
            g_object_unref(first)
            page = primary
            first = try Self.load(path, format, level: 0, page: page)
        }
        self.page = page
        let plain: UnsafeMutablePointer<VipsImage>
        do throws(ImageRefusal) { plain = try Self.plain(first, path, format) } catch {
            g_object_unref(first)
            throw error
        }
        let bands = Int(vips_image_get_bands(plain))
        let isInk = vips_image_get_interpretation(plain) == VIPS_INTERPRETATION_CMYK
        let model: ImageDescription.Model = isInk ? .cmyk : bands <= 2 ? .gray : .rgb
        guard (0...1).contains(bands - model.channels) else {
            g_object_unref(plain)
            g_object_unref(first)
            throw ImageRefusal("it has \(bands) bands")
        }

        var sizes = [
            ImageDescription.Size(width: Int(vips_image_get_width(plain)), height: Int(vips_image_get_height(plain)))
        ]
        levels = [plain]
        let pages = Self.integer(first, "n-pages") ?? 1
        switch format {
        case .jpeg2000: sizes += Self.halves(path, pages)
        case .slide: sizes += Self.slideLevels(first)
        default: break
        }
        levels += [UnsafeMutablePointer<VipsImage>?](repeating: nil, count: sizes.count - 1)
        let isRandom = format == .slide || (format == .jpeg2000 && JPEG2000Header(path)?.isTiled == true)
        var description = ImageDescription(
            model: model, hasAlpha: bands > model.channels,
            bytes: vips_image_get_format(plain) == VIPS_FORMAT_UCHAR ? 1 : 2, levels: sizes, isRandomAccess: isRandom,
            pageCount: format == .gif || format == .heif ? pages : 1, bands: Int(vips_image_get_bands(first)),
            bitsPerSample: Self.integer(first, "bits-per-sample") ?? Self.integer(first, "heif-bitdepth")
                ?? JPEG2000Header(path)?.precision ?? Int(vips_format_sizeof(vips_image_get_format(first))) * 8)
        // The profile does not apply to samples that libvips has converted to sRGB.
        if !Self.hasOwnColors(first) { description.profile = Self.profile(first) }
        description.colorSpace = String(
            cString: vips_enum_nick(
                vips_interpretation_get_type(), Int32(vips_image_get_interpretation(first).rawValue)))
        let vips = "libvips \(String(cString: vips_version_string()).prefix { $0 != " " })"
        let vendor = Self.string(first, "openslide.vendor")
        description.decoder = vendor.map { "OpenSlide (\($0)), \(vips)" } ?? vips
        self.description = description
        g_object_unref(first)
    }

    deinit {
        for case let picture? in levels { g_object_unref(picture) }
    }

    // MARK: Samples

    /// Decodes a window, which must be within the level.
    func samples(_ level: Int, _ window: ImageWindow) throws(ImageRefusal) -> [UInt8] {
        guard description.levels.indices.contains(level) else { throw ImageRefusal("it has no level \(level)") }
        let size = description.levels[level]
        guard window.x + window.width <= size.width, window.y + window.height <= size.height else {
            throw ImageRefusal("a window outside the picture")
        }
        let picture = try open(level)
        guard let region = vips_region_new(picture) else { throw .ofVips() }
        defer { g_object_unref(region) }
        var rect = VipsRect(
            left: Int32(window.x), top: Int32(window.y), width: Int32(window.width), height: Int32(window.height))
        guard vips_region_prepare(region, &rect) == 0 else { throw .ofPixels() }
        let rowBytes = window.width * description.pixelBytes
        let stride = Int(tilework_vips_stride(region))
        let first = tilework_vips_pixels(region, Int32(window.x), Int32(window.y))!
        return [UInt8](unsafeUninitializedCapacity: rowBytes * window.height) { target, count in
            for row in 0..<window.height {
                (target.baseAddress! + row * rowBytes).update(from: first + row * stride, count: rowBytes)
            }
            count = rowBytes * window.height
        }
    }

    private func open(_ level: Int) throws(ImageRefusal) -> UnsafeMutablePointer<VipsImage> {
        if let known = levels[level] { return known }
        let loaded = try Self.load(path, format, level: level, page: page)
        defer { g_object_unref(loaded) }
        let plain = try Self.plain(loaded, path, format)
        let size = description.levels[level]
        guard vips_image_get_width(plain) == size.width, vips_image_get_height(plain) == size.height,
            Int(vips_image_get_bands(plain)) * Int(vips_format_sizeof(vips_image_get_format(plain)))
                == description.pixelBytes
        else {
            g_object_unref(plain)
            throw ImageRefusal("level \(level) changed while it was read")
        }
        levels[level] = plain
        return plain
    }

    private static func load(
        _ path: [UInt8], _ format: ImageFormat, level: Int, page: Int
    ) throws(ImageRefusal) -> UnsafeMutablePointer<VipsImage> {
        let image = path.withUnsafeBufferPointer { bytes -> UnsafeMutablePointer<VipsImage>? in
            bytes.baseAddress!.withMemoryRebound(to: CChar.self, capacity: bytes.count) { path in
                switch format {
                case .gif: tilework_vips_load_gif_file(path)
                case .heif: tilework_vips_load_heif(path, Int32(page))
                case .jpeg2000:
                    tilework_vips_load_jp2k(path, Int32(level), JPEG2000Header(Array(bytes))?.isTiled == true ? 0 : 1)
                case .jpegXL: tilework_vips_load_jxl(path)
                case .slide: tilework_vips_load_slide(path, Int32(level))
                case .bmp, .pnm, .pfm, .radiance, .qoi, .photoshop, .rgbInJPEG2000: nil
                }
            }
        }
        guard let image else { throw .ofVips() }
        return image
    }

    /// Converts an image to samples with 8 or 16 bits whose maximum is white.
    private static func plain(
        _ image: UnsafeMutablePointer<VipsImage>, _ path: [UInt8], _ format: ImageFormat
    ) throws(ImageRefusal) -> UnsafeMutablePointer<VipsImage> {
        func made(_ image: UnsafeMutablePointer<VipsImage>?) throws(ImageRefusal) -> UnsafeMutablePointer<VipsImage> {
            guard let image else { throw .ofVips() }
            return image
        }
        if hasOwnColors(image) {
            let colors = try made(tilework_vips_to_srgb(image))
            defer { g_object_unref(colors) }
            return try made(tilework_vips_to_bytes(colors))
        }
        if format == .gif, vips_image_get_bands(image) % 2 == 1, let part = coverage(path, of: image) {
            return try made(
                tilework_vips_cover(
                    image, Int32(part.left), Int32(part.top), Int32(part.width), Int32(part.height)))
        }
        switch vips_image_get_format(image) {
        case VIPS_FORMAT_UCHAR, VIPS_FORMAT_USHORT:
            // Samples with fewer bits use the upper ones.
            g_object_ref(image)
            return image
        // Signed samples of JPEG 2000, centered at 0.
        case VIPS_FORMAT_CHAR: return try made(tilework_vips_spread(image, 257, 128 * 257))
        case VIPS_FORMAT_SHORT: return try made(tilework_vips_spread(image, 1, 32768))
        case VIPS_FORMAT_FLOAT: return try made(tilework_vips_spread(image, 65535, 0))
        default: throw ImageRefusal("its samples have neither 8 nor 16 bits")
        }
    }

    /// Returns the part of a GIF's screen that its picture covers; nil if it covers all of it.
    private static func coverage(_ path: [UInt8], of image: UnsafeMutablePointer<VipsImage>) -> GIFCoverage? {
        let file = path.withUnsafeBufferPointer { bytes in
            bytes.baseAddress!.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                Glibc.open($0, O_RDONLY | O_CLOEXEC)
            }
        }
        guard file >= 0 else { return nil }
        defer { close(file) }
        let found = GIFCoverage { offset, count in
            var bytes = [UInt8](repeating: 0, count: count)
            return pread(file, &bytes, count, off_t(offset)) == count ? bytes : nil
        }
        return found?.partial(
            ofScreen: Int(vips_image_get_width(image)), Int(vips_image_get_height(image)))
    }

    /// Whether the color space is absolute, independent of a profile.
    private static func hasOwnColors(_ image: UnsafeMutablePointer<VipsImage>) -> Bool {
        [
            VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABS, VIPS_INTERPRETATION_LABQ, VIPS_INTERPRETATION_scRGB,
            VIPS_INTERPRETATION_XYZ,
        ].contains(vips_image_get_interpretation(image))
    }

    // MARK: Levels

    /// Returns the reduced sizes at which a JPEG 2000 file can be decoded faster, down to a small one.
    private static func halves(_ path: [UInt8], _ pages: Int) -> [ImageDescription.Size] {
        var sizes: [ImageDescription.Size] = []
        for page in 1..<max(1, min(pages, 32)) {
            guard let image = try? load(path, .jpeg2000, level: page, page: 0) else { break }
            sizes.append(
                ImageDescription.Size(
                    width: Int(vips_image_get_width(image)), height: Int(vips_image_get_height(image))))
            g_object_unref(image)
        }
        return sizes
    }

    private static func slideLevels(_ image: UnsafeMutablePointer<VipsImage>) -> [ImageDescription.Size] {
        let count = string(image, "openslide.level-count").flatMap { Int($0) } ?? 1
        return (1..<max(1, min(count, 32))).compactMap { level in
            guard let width = string(image, "openslide.level[\(level)].width").flatMap({ Int($0) }),
                let height = string(image, "openslide.level[\(level)].height").flatMap({ Int($0) })
            else { return nil }
            return ImageDescription.Size(width: width, height: height)
        }
    }

    // MARK: Metadata

    private static func integer(_ image: UnsafeMutablePointer<VipsImage>, _ name: String) -> Int? {
        var value: Int32 = 0
        guard vips_image_get_typeof(image, name) != 0, vips_image_get_int(image, name, &value) == 0 else {
            vips_error_clear()
            return nil
        }
        return Int(value)
    }

    private static func string(_ image: UnsafeMutablePointer<VipsImage>, _ name: String) -> String? {
        var value: UnsafePointer<CChar>?
        guard vips_image_get_typeof(image, name) != 0, vips_image_get_string(image, name, &value) == 0, let value
        else {
            vips_error_clear()
            return nil
        }
        return String(cString: value)
    }

    private static func profile(_ image: UnsafeMutablePointer<VipsImage>) -> [UInt8] {
        var data: UnsafeRawPointer?
        var count = 0
        guard vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0,
            vips_image_get_blob(image, VIPS_META_ICC_NAME, &data, &count) == 0, let data, count > 0
        else {
            vips_error_clear()
            return []
        }
        return Array(UnsafeRawBufferPointer(start: data, count: count))
    }
}
