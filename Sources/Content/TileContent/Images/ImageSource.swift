import CVips
public import Foundation
public import TileEngine
public import TileGeometry
public import TileGraphics
import TileSupport

/// A raster image as tile content, in any format of `ContentKind` but SVG, shown upright in sRGB.
///
/// Formats other than JPEG, PNG, WebP and TIFF are decoded by separate processes, within `ContentLimits.decoders`.
///
/// Opening reads the header. A TIFF with tiles or strips is then read where a tile needs it. Other formats have no
/// random access: they are decoded once, when tiles first need them, into memory or, beyond
/// `ContentLimits.pixelMemory`, an unlinked temporary file. Decoded pixels are kept until others need the space
/// (`ContentLimits.memory`, `ContentLimits.disk`), and then decoded again on demand. Either way a tile reads a bounded
/// number of pixels at every level, because overviews are made in one pass unless the file has its own. While a pass
/// over a very large image is in progress, its tiles may be drawn from a preview (`RasterContext.onStandIn`).
///
/// For scales below 1, `BoxShrink` reduces to the next power of two above, and area weighting does the rest. For scales
/// above 1, pixels are interpolated linearly between their centers, as in browsers: a tile made here looks like the
/// coarser one that it replaces in a viewer, but without seams.
public final class ImageSource: StripSource, RefiningTileSource {
    private let header: ImageHeader
    let levels: ImageLevels
    /// The damage of a file that ends early; nil for an intact file.
    let damage: ContentDamage?

    /// The width of the upright image, in pixels.
    public var width: Int { header.width }
    /// The height of the upright image, in pixels.
    public var height: Int { header.height }
    /// The format of the file.
    public var kind: ContentKind { header.kind }
    public var contentSize: CGSize { CGSize(width: header.width, height: header.height) }
    /// The approximate memory of the header's information. Decoded pixels count separately, under
    /// `ContentLimits.memory` and `ContentLimits.disk`.
    public var byteCount: Int { 16 << 10 }

    /// The paths of files beside the image that it is shown with.
    var companions: [String] { header.raster?.companions ?? [] }

    /// Whether the file has overviews of its own, so that reading a level is cheaper than computing it from the full
    /// size.
    public var hasOwnOverviews: Bool { levels.hasOwnOverviews }

    /// The location on Earth that a GeoTIFF states; nil for others.
    let location: GeoLocation?

    private init(
        _ header: ImageHeader, limits: ContentLimits, policy: Refinement.Policy, _ refining: Refinement.Services
    ) throws(ContentFailure) {
        self.header = header
        damage = try header.damage()
        location =
            header.kind == .tiff
            ? GeoLocation(
                tiff: header.path, directory: header.page, size: CGSize(width: header.width, height: header.height))
            : nil
        levels = ImageLevels(header, limits: limits, policy: policy, refining: refining)
    }

    /// Opens the image file at `path`, whatever its extension. Reads only the header and the end of the file. If the
    /// file ends early, it also reads the existing part of the picture, to determine how much is missing.
    public static func open(
        _ path: String, limits: ContentLimits = ContentLimits()
    ) throws(ContentFailure) -> ImageSource {
        let prefix = try FilePrefix.read(path, count: ContentKind.prefixLength)
        switch ContentKind.recognize(prefix) {
        case .kind(.svg), .compressed: throw .unrecognized(path: path, found: "this is a drawing, not an image")
        case .unknown(let found): throw .unrecognized(path: path, found: found)
        case .kind(let kind): return try open(path, kind: kind, limits: limits)
        }
    }

    static func open(
        _ path: String, kind: ContentKind, page: Int = 0, slice: Int = 0, limits: ContentLimits,
        policy: Refinement.Policy = Refinement.Policy(),
        refining: Refinement.Services = Refinement.Services()
    ) throws(ContentFailure) -> ImageSource {
        func open(_ kind: ContentKind) throws(ContentFailure) -> ImageSource {
            let source = try ImageSource(
                ImageHeader.read(path, kind: kind, page: page, slice: slice, limits: limits), limits: limits,
                policy: policy,
                refining)
            // A pass over a page would fetch all of it while a tile waits.
            guard FetchedFiles.file(path) == nil || source.hasOwnOverviews else {
                throw .malformed(path: path, reason: "a page of it has no overviews, so it can't be read in parts")
            }
            return source
        }
        guard kind != .slide, page == 0, SlideSignature.isSlide(path, kind) else { return try open(kind) }
        do throws(ContentFailure) {
            return try open(.slide)
        } catch {
            // A file that OpenSlide rejects may still be readable as plain TIFF or JPEG.
            guard case .malformed = error else { throw error }
            return try open(kind)
        }
    }

    public var refinement: Double? { levels.refinement?.progress }

    public func subscribeToRefinements(
        _ onRefinement: @escaping @Sendable (Box) -> Void
    ) -> TileChangeSubscription {
        levels.refinement?.subscribe(onRefinement) ?? TileChangeSubscription {}
    }

    /// Returns a reader of the image at full size from the top, for a build that passes through it once.
    ///
    /// - Throws: `.malformed` also if rows are known to be missing.
    public func makeStripReader() throws(ContentFailure) -> StripReader {
        if let damage, (header.worker?.description.missingRows ?? 0) > 0 {
            throw .malformed(path: header.path, reason: damage.description)
        }
        return StripReader(width: header.width, height: header.height, rows: try levels.makeRowReader())
    }

    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        try context.checkCancellation()
        let output = context.pool.uninitializedBitmap(width: area.width, height: area.height)
        let level = Self.level(forScale: area.scale)
        let clamped = min(level, levels.sizes.count - 1)
        let hasInk: Bool
        if area.scale * exp2(Double(level)) == 1 && clamped == level {
            hasInk = try copy(area, level: level, into: output, context)
        } else {
            let window = ResampleWindow(
                area, scale: area.scale * exp2(Double(clamped)), size: levels.sizes[clamped])
            hasInk = try resample(window, level: clamped, into: output, context)
        }
        return hasInk ? .bitmap(output) : .solid(.clear, width: area.width, height: area.height)
    }

    /// Returns the coarsest level with at least as many pixels as `scale` needs.
    static func level(forScale scale: Double) -> Int {
        // A scale computed as a quotient may differ from the intended power of two by a rounding error. Snapping to the
        // power would show other pixels than requested, so only exact powers count.
        max(0, Int((-log2(scale)).rounded(.down)))
    }

    /// Copies pixels of a level unchanged. Returns false if the area contains none.
    private func copy(_ area: RasterArea, level: Int, into output: Bitmap, _ context: RasterContext) throws -> Bool {
        let size = levels.sizes[level]
        let left = max(0, area.x)
        let top = max(0, area.y)
        let right = min(area.x + area.width, size.width)
        let bottom = min(area.y + area.height, size.height)
        guard left < right, top < bottom else { return false }
        let rect = ImageLevels.Rect(x: left, y: top, width: right - left, height: bottom - top)
        if rect.width == area.width && rect.height == area.height {
            try levels.read(rect, ofLevel: level, into: output, context)
            return true
        }
        let part = context.pool.uninitializedBitmap(width: rect.width, height: rect.height)
        try levels.read(rect, ofLevel: level, into: part, context)
        output.clear()
        for row in 0..<rect.height {
            (output.row(top - area.y + row).baseAddress! + (left - area.x))
                .update(from: part.row(row).baseAddress!, count: rect.width)
        }
        return true
    }

    private func resample(
        _ window: ResampleWindow, level: Int, into output: Bitmap, _ context: RasterContext
    ) throws -> Bool {
        output.clear()
        guard let rect = window.sourceRect else { return false }
        let source = context.pool.uninitializedBitmap(width: rect.width, height: rect.height)
        try levels.read(rect, ofLevel: level, into: source, context)
        try context.checkCancellation()
        window.resample(source, into: output)
        return true
    }
}

extension ImageSource: StoredAreaSource {
    /// The largest number of bits per pixel of stored bytes that are sent unchanged: that of a photograph at a quality
    /// of 95. Larger ones are encoded again at the requested quality.
    private static let mostStoredBits = 4

    public func storedFile(of area: RasterArea, format: TileFormat) throws -> [UInt8]? {
        guard case .jpeg = format else { return nil }
        let level = Self.level(forScale: area.scale)
        guard area.scale * exp2(Double(level)) == 1, levels.sizes.indices.contains(level), area.x >= 0, area.y >= 0
        else { return nil }
        let rect = ImageLevels.Rect(x: area.x, y: area.y, width: area.width, height: area.height)
        guard let file = try levels.storedFile(of: rect, ofLevel: level),
            file.count <= area.width * area.height * Self.mostStoredBits / 8
        else { return nil }
        return file
    }
}

extension ImageSource {
    /// Returns the bands and the range that can be chosen; nil if there are none.
    ///
    /// - Parameter limits: The limits with which the image was opened.
    func choices(_ limits: ContentLimits) -> RasterContent? { RasterContent(header, limits: limits) }

    /// The facts about the file that `tilework info` prints.
    var facts: [ContentDocument.Fact] {
        var facts: [ContentDocument.Fact] = []
        func add(_ name: String, _ value: String) { facts.append(.init(name: name, value: value)) }
        add("format", header.kind.title)
        add("bands", "\(header.bands) of \(header.bitsPerSample) bits")
        if let compression = header.compression, !compression.isNone { add("compression", compression.title) }
        add("color space", ColorSpaceName.title(of: header.colorSpace))
        for fact in header.raster?.facts ?? [] { facts.append(fact) }
        if let title = header.profileTitle {
            add("color profile", title + (header.convertsByProfile ? ", converted to sRGB" : ""))
        }
        if header.samples.model == .cmyk, !header.convertsByProfile, let title = ICCProfile.ofUnknownInks?.title {
            add("inks", "converted to sRGB by the profile of libvips for inks without one, \(title)")
        }
        if header.orientation != .upright { add("orientation", header.orientation.title) }
        if let location {
            let bounds = location.bounds(of: contentSize).map { GroupedNumber.typed($0) }.joined(separator: ",")
            add("degrees", "\(bounds) (\(location.system.rawValue))")
        }
        if header.pageCount > 1 { add("pages", GroupedNumber.text(header.pageCount)) }
        if let worker = header.worker {
            add("read by", "\(worker.description.decoder), in a separate process")
        } else if header.raster != nil {
            add("read by", TIFFRasterImage.decoder)
        } else {
            add("read by", "libvips \(String(cString: vips_version_string()).prefix { $0 != " " })")
        }
        add("access", access)
        return facts
    }

    private var access: String {
        if levels.hasOwnOverviews { return "random, with the file's own overviews" }
        let isLong = levels.refinement != nil
        if header.isRandomAccess {
            return "random; overviews are made in one pass when first needed"
                + (isLong ? ", with a coarse preview until then" : "")
        }
        return "decoded once, for the first tile" + (isLong ? ", with a coarse preview until then" : "")
    }

    var notes: [String] {
        var notes = header.notes
        if header.kind != .tiff && header.pageCount > 1 && !levels.hasOwnOverviews {
            notes.append("It has \(GroupedNumber.text(header.pageCount)) pages; the first is shown.")
        }
        return notes
    }
}
