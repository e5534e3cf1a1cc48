import CVips
import Foundation
import ImageMessages
import TileGraphics

/// The properties in an image file's header, and the conversion of its samples to sRGB.
struct ImageHeader: Sendable {
    let path: String
    let kind: ContentKind
    /// The directory of the image in a TIFF with several pages, counted from 0.
    let page: Int
    /// The stored width in pixels, before the orientation is applied.
    private(set) var storedWidth: Int
    private(set) var storedHeight: Int
    /// The orientation in EXIF's numbering.
    let orientation: Orientation
    let bands: Int
    let bitsPerSample: Int
    let colorSpace: String
    let profileTitle: String?
    /// Whether a color profile in the file determines the conversion.
    let convertsByProfile: Bool
    let pageCount: Int
    let subdirectoryCount: Int
    /// Whether any part can be read without the parts before it: a TIFF in tiles or in uncompressed strips.
    let isRandomAccess: Bool
    /// The layout of the samples.
    let samples: SampleConversion.Samples
    /// The image as `TIFFRaster` reads it; nil for images that libvips reads.
    let raster: TIFFRasterImage?
    /// The image in a decoder process; nil for formats that are decoded in this process.
    let worker: WorkerImage?
    /// Whether the file can be decoded only as a whole.
    let isDecodedWhole: Bool
    let notes: [String]
    /// The compression of a TIFF's pixels; nil for other formats.
    private(set) var compression: TIFFCompression?
    /// Whether the file ends early, judged by its structure.
    private(set) var ending = FileEnding.complete

    /// The width in pixels after the orientation is applied.
    var width: Int { orientation.swapsSides ? storedHeight : storedWidth }
    /// The height in pixels after the orientation is applied.
    var height: Int { orientation.swapsSides ? storedWidth : storedHeight }

    /// Reads the header and checks whether the file ends early.
    ///
    /// - Parameter slice: The slice of a volume in a TIFF, counted from 0.
    static func read(
        _ path: String, kind: ContentKind, page: Int = 0, slice: Int = 0, limits: ContentLimits
    ) throws(ContentFailure) -> ImageHeader {
        let ending = FileEnding(path, kind, page: page)
        do throws(ContentFailure) {
            if kind == .webp, ending != .complete { return try ImageHeader(early: path, ending, limits: limits) }
            var header = try readHeader(path, kind: kind, page: page, slice: slice, limits: limits)
            if header.ending == .complete { header.ending = ending }
            if kind == .tiff { header.compression = TIFFEncoding(path, page: page)?.compression }
            return header
        } catch {
            guard case .malformed = error, case .early(let missing) = ending else { throw error }
            throw .malformed(path: path, reason: endsTooEarly(missing))
        }
    }

    /// Returns the message for a file that ends before anything can be decoded.
    ///
    /// - Parameter missing: The part of the picture's bytes that is missing, from 0 to 1, if it is known.
    static func endsTooEarly(_ missing: Double? = nil) -> String {
        guard let missing, missing > 0 else {
            return "the file ends early, and no part of the picture can be decoded"
        }
        let share = ContentDamage.share(missing)
        return "the file ends early: \(share) of the picture's data is missing, and the rest can't be decoded"
    }

    /// Creates the header of a WebP file that ends early, which libvips does not read.
    private init(early path: String, _ ending: FileEnding, limits: ContentLimits) throws(ContentFailure) {
        guard let file = FileBytes(path), let webp = WebPFile(file), !webp.isAnimated else {
            throw .malformed(path: path, reason: Self.endsTooEarly())
        }
        self.path = path
        kind = .webp
        page = 0
        worker = nil
        (storedWidth, storedHeight) = (webp.width, webp.height)
        // EXIF data follows the picture.
        orientation = .upright
        bitsPerSample = 8
        colorSpace = "srgb"
        pageCount = 1
        subdirectoryCount = 0
        raster = nil
        isRandomAccess = false
        isDecodedWhole = true
        let conversion = SampleConversion(Self.samples(of: webp), profile: webp.profile)
        samples = conversion.samples
        bands = samples.pixelBytes
        profileTitle = conversion.profileTitle
        convertsByProfile = conversion.isByProfile
        notes = Self.notes(conversion)
        self.ending = ending
        try Self.check(width: webp.width, height: webp.height, path: path, limits: limits)
    }

    private static func readHeader(
        _ path: String, kind: ContentKind, page: Int, slice: Int, limits: ContentLimits
    ) throws(ContentFailure) -> ImageHeader {
        if let format = kind.workerFormat {
            return try ImageHeader(WorkerImage(path, format, limits: limits.decoders), kind: kind, limits: limits)
        }
        if kind == .png { try checkPNGHeader(path, limits: limits) }
        if kind == .tiff { try checkTIFFDirectories(path) }
        let encoding = kind == .tiff ? TIFFEncoding(path, page: page) : nil
        if let encoding, !encoding.compression.isReadable {
            throw .unsupported(path: path, what: "its pixels are compressed with \(encoding.compression.title)")
        }
        if let encoding, encoding.hasMisreadColors, page == 0, encoding.depth <= 1, FetchedFiles.file(path) == nil {
            let worker = try WorkerImage(path, .rgbInJPEG2000, limits: limits.decoders)
            return try ImageHeader(worker, kind: kind, limits: limits)
        }
        if let encoding, encoding.hasMisreadColors {
            throw .unsupported(path: path, what: "its colors are RGB compressed with \(encoding.compression.title)")
        }
        if kind == .tiff, let raster = try TIFFRasterImage.read(path, page: .page(page), slice: slice, limits: limits) {
            return try ImageHeader(raster, page: page)
        }
        if let encoding, encoding.depth > 1 {
            throw .unsupported(
                path: path, what: "it is a volume of \(grouped(encoding.depth)) slices in one page")
        }
        // libvips reads only from the disk.
        if FetchedFiles.file(path) != nil { throw .unsupported(path: path, what: "it can only be read as a whole") }
        do {
            let picture = try VipsPicture.open(path, kind: kind, access: VIPS_ACCESS_SEQUENTIAL, page: .page(page))
            try check(width: picture.width, height: picture.height, path: path, limits: limits)
            if picture.isMultipass {
                try checkMultipass(width: picture.width, height: picture.height, path: path, limits: limits)
            }
            let note =
                kind == .tiff ? TIFFRasterImage.noteOfLargeStrips(path, page: .page(page), limits: limits) : nil
            return try ImageHeader(picture, path: path, kind: kind, page: page, note: note)
        } catch let failure as VipsLibrary.Failure {
            if let shortage = ContentFailure(shortageAt: path) { throw shortage }
            if let compression = encoding?.compression, !compression.hasReadableColors {
                throw .unsupported(path: path, what: "its colors are YCbCr with \(compression.title)")
            }
            throw .malformed(path: path, reason: failure.reason)
        } catch let failure as ContentFailure {
            throw failure
        } catch {
            throw .malformed(path: path, reason: "\(error)")
        }
    }

    /// Creates the header of an image in a decoder process.
    private init(_ worker: WorkerImage, kind: ContentKind, limits: ContentLimits) throws(ContentFailure) {
        let description = worker.description
        let size = description.levels[0]
        path = worker.path
        self.kind = kind
        page = 0
        self.worker = worker
        (storedWidth, storedHeight) = (size.width, size.height)
        bands = description.bands
        orientation = .upright
        bitsPerSample = description.bitsPerSample
        colorSpace = description.colorSpace
        pageCount = description.pageCount
        subdirectoryCount = 0
        samples = worker.samples
        raster = nil
        isRandomAccess = description.isRandomAccess
        isDecodedWhole = !isRandomAccess
        let conversion = SampleConversion(samples, profile: worker.profile)
        profileTitle = conversion.profileTitle
        convertsByProfile = conversion.isByProfile
        notes = Self.notes(conversion)
        if description.missingRows > 0 {
            ending = .early(missing: Double(description.missingRows) / Double(size.height))
        }
        try Self.check(width: size.width, height: size.height, path: path, limits: limits)
        if isDecodedWhole, size.width * size.height > limits.largestMultipassPixelCount {
            throw .tooLarge(
                path: path,
                what:
                    "it must be decoded as a whole and is \(Self.grouped(size.width)) × \(Self.grouped(size.height)) pixels",
                limit: "\(Self.grouped(limits.largestMultipassPixelCount)) pixels for such images")
        }
    }

    /// Creates the header of an image that `TIFFRaster` reads.
    private init(_ raster: TIFFRasterImage, page: Int) throws(ContentFailure) {
        let opened = try raster.open(raster.page)
        let (layout, appearance) = (raster.layout, raster.appearance)
        path = raster.path
        kind = .tiff
        self.page = page
        self.raster = raster
        worker = nil
        (storedWidth, storedHeight) = (layout.width, layout.height)
        orientation = raster.orientation
        bands = layout.storedBands
        bitsPerSample = layout.samples.bits
        colorSpace = appearance.colorSpace
        pageCount = raster.pageCount
        subdirectoryCount = raster.subdirectoryCount
        isDecodedWhole = false
        isRandomAccess = orientation == .upright && !opened.isCostly
        samples = appearance.output
        profileTitle = opened.conversion.profileTitle
        convertsByProfile = opened.conversion.isByProfile
        notes = Self.notes(opened.conversion) + raster.notes + (raster.bandsNote.map { [$0] } ?? [])
    }

    private static func notes(_ conversion: SampleConversion) -> [String] {
        conversion.problem.map {
            ["Its color profile can't be used (\($0)); colors are shown without it."]
        } ?? []
    }

    /// Creates the header of an image that libvips reads.
    ///
    /// - Parameter note: A sentence about what is not shown.
    private init(_ picture: VipsPicture, path: String, kind: ContentKind, page: Int, note: String?) throws {
        self.path = path
        self.kind = kind
        self.page = page
        worker = nil
        raster = nil
        storedWidth = picture.width
        storedHeight = picture.height
        bands = picture.bands
        orientation = Orientation(rawValue: picture.orientation) ?? .upright
        bitsPerSample = Int(vips_format_sizeof(picture.format)) * 8
        colorSpace =
            String(cString: vips_enum_nick(vips_interpretation_get_type(), Int32(picture.interpretation.rawValue)))
        pageCount = picture.integer("n-pages") ?? 1
        subdirectoryCount = picture.integer("n-subifds") ?? 0
        // libwebp offers no other way.
        isDecodedWhole = kind == .webp || picture.isMultipass
        let isTiled =
            kind == .tiff
            && (page == 0 ? VipsPicture.isRandomAccess(path) : TIFFTiles(path, page: .page(page)) != nil)
        let conversion = try PixelPicture(picture, profile: picture.colorProfile, path: path).conversion
        samples = conversion.samples
        isRandomAccess =
            kind == .tiff && orientation == .upright
            && (isTiled
                || TIFFPage(path, page: .page(page)).map { $0.isUncompressed && $0.samples == conversion.samples }
                    == true)
        profileTitle = conversion.profileTitle
        convertsByProfile = conversion.isByProfile
        var notes = Self.notes(conversion) + (note.map { [$0] } ?? [])
        let shown = samples.model.channels + (samples.hasAlpha ? 1 : 0)
        if bands > shown { notes.append("It has \(bands) bands; the first \(shown) are shown.") }
        self.notes = notes
    }

    /// Returns whether `samples` are the header's own, so that a reader that reports them has read the file as libvips
    /// does.
    func has(_ samples: SampleConversion.Samples) -> Bool { samples == self.samples }

    /// Returns the header with another size, for readers of one of the file's levels.
    func sized(width: Int, height: Int) -> ImageHeader {
        var header = self
        (header.storedWidth, header.storedHeight) = (width, height)
        return header
    }

    /// Checks the size in a PNG's first chunk before a library opens the file.
    private static func checkPNGHeader(_ path: String, limits: ContentLimits) throws(ContentFailure) {
        let bytes = try FilePrefix.read(path, count: 29)
        guard bytes.count == 29, bytes[12..<16].elementsEqual("IHDR".utf8) else {
            throw .malformed(path: path, reason: "the file ends before the image size")
        }
        func number(_ offset: Int) -> Int { bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
        try check(width: number(16), height: number(20), path: path, limits: limits)
        // Checks the interlace method (PNG 11.2.2) before libvips allocates memory for all passes.
        if bytes[28] != 0 {
            try checkMultipass(width: number(16), height: number(20), path: path, limits: limits)
        }
    }

    /// Checks the directories of a TIFF before a library reads them.
    private static func checkTIFFDirectories(_ path: String) throws(ContentFailure) {
        guard let file = FileBytes(path), let reader = TIFFReader(file.descriptor), let excess = reader.excess() else {
            return
        }
        throw .unsupported(path: path, what: excess)
    }

    /// Returns a number with commas between thousands.
    private static func grouped(_ number: Int) -> String {
        var digits = Array(String(number))
        for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
        return String(digits)
    }

    /// Checks the size of an image.
    ///
    /// - Throws: `.malformed` for an empty image, and `.tooLarge`.
    static func check(width: Int, height: Int, path: String, limits: ContentLimits) throws(ContentFailure) {
        guard width > 0, height > 0 else {
            throw .malformed(path: path, reason: "its size is \(grouped(width)) × \(grouped(height)) pixels")
        }
        guard max(width, height) <= limits.largestSide else {
            throw .tooLarge(
                path: path, what: "its size is \(grouped(width)) × \(grouped(height)) pixels",
                limit: "\(grouped(limits.largestSide)) pixels a side")
        }
        guard width.multipliedReportingOverflow(by: height).overflow == false,
            width * height <= limits.largestPixelCount
        else {
            throw .tooLarge(
                path: path, what: "its size is \(grouped(width)) × \(grouped(height)) pixels",
                limit: "\(grouped(limits.largestPixelCount)) pixels in total")
        }
    }

    private static func checkMultipass(
        width: Int, height: Int, path: String, limits: ContentLimits
    ) throws(ContentFailure) {
        guard width * height <= limits.largestMultipassPixelCount else {
            throw .tooLarge(
                path: path, what: "it is progressive or interlaced and \(grouped(width)) × \(grouped(height)) pixels",
                limit: "\(grouped(limits.largestMultipassPixelCount)) pixels for such images")
        }
    }

    /// The approximate memory, in bytes, for reading the rows, without their destination.
    var readingMemory: Int {
        let ordinary = Self.ordinaryReadingMemory(width: storedWidth)
        if let raster { return ordinary + raster.readingMemory }
        if !isDecodedWhole { return ordinary }
        if let worker { return ordinary + worker.decodingMemory }
        // A frame of samples, which are coefficients of two bytes in a JPEG; for WebP, the frames of libwebp and of
        // libvips.
        let perPixel = kind == .webp ? 8 : max(bitsPerSample / 8, kind == .jpeg ? 2 : 1) * bands
        return ordinary + storedWidth * storedHeight * perPixel
    }

    /// Returns the memory, in bytes, for reading an image row by row: rows (16 of samples of up to 8 bytes, and 64 of
    /// pixels for a turned image), and an open file.
    static func ordinaryReadingMemory(width: Int) -> Int { OpenFile.byteCount + width * (16 * 8 + 64 * 4) }

    /// Returns the file's image, or another of its pages, as pixels; upright or as stored.
    ///
    /// - Throws: `ContentFailure.unsupported`, or `VipsLibrary.Failure`.
    func toPixels(_ picture: VipsPicture) throws -> PixelPicture {
        var profile: Data?
        // Writers of overviews store the profile in the first page only.
        if convertsByProfile { profile = try picture.colorProfile ?? firstPage().colorProfile }
        return try PixelPicture(picture, profile: profile, path: path)
    }

    private func firstPage() throws(VipsLibrary.Failure) -> VipsPicture {
        try VipsPicture.open(path, kind: kind, access: VIPS_ACCESS_SEQUENTIAL, page: .page(page))
    }
}

extension ContentKind {
    /// The decoder for files of this kind that are decoded in a separate process; nil for formats that are decoded in
    /// this process.
    var workerFormat: ImageFormat? {
        switch self {
        case .svg, .pdf, .jpeg, .png, .webp, .tiff, .nib, .storyboard: nil
        case .gif: .gif
        case .avif, .heif: .heif
        case .jpeg2000: .jpeg2000
        case .jpegXL: .jpegXL
        case .bmp: .bmp
        case .pnm: .pnm
        case .pfm: .pfm
        case .radiance: .radiance
        case .qoi: .qoi
        case .photoshop: .photoshop
        case .slide: .slide
        }
    }
}
