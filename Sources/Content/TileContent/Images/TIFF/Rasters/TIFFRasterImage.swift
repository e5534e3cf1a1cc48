import CTIFF
import Foundation
import TileGraphics

/// A TIFF image that `TIFFRaster` reads: the page itself and its overviews, all shown alike. Holds no open file.
struct TIFFRasterImage: Sendable {
    let path: String
    let page: VipsPicture.Page
    /// The layout of the image's own page.
    private(set) var layout: TIFFLayout
    private(set) var appearance: TIFFAppearance
    let profile: Data?
    let orientation: Orientation
    /// The number of pages in the file, overviews and masks among them.
    private(set) var pageCount = 1
    private(set) var subdirectoryCount = 0
    /// The sentences about masks, overviews and ranges that can't be used.
    private(set) var notes: [String] = []
    private let memory: TIFFDecodingMemory

    /// The largest color profile that is read, in bytes.
    private static let largestProfile = 1 << 24
    /// The most pieces that are considered for a range if the file has no table of them.
    private static let mostPieces = 1 << 16
    /// The most pages that are considered as overviews.
    private static let mostOverviews = 40

    /// Reads a page that libvips does not read, or not as it is meant. Returns nil if libvips reads it, or if the page
    /// is damaged.
    ///
    /// - Parameters:
    ///   - slice: The slice of a volume, counted from 0.
    ///   - isOverview: Whether another page is shown, of which this one is an overview. It does not have a range of its
    ///     own then.
    /// - Throws: `.unsupported` if neither reads it, and `.tooLarge`.
    static func read(
        _ path: String, page: VipsPicture.Page, slice: Int = 0, isOverview: Bool = false, limits: ContentLimits
    ) throws(ContentFailure) -> TIFFRasterImage? {
        guard let file = FileBytes(path), let reader = TIFFReader(file.descriptor),
            let directory = reader.directory(of: page),
            var image = try needed(path, page: page, reader: reader, directory: directory, limits: limits),
            !image.layout.isLeftToVips
        else { return nil }
        try ImageHeader.check(width: image.layout.width, height: image.layout.height, path: path, limits: limits)
        guard TIFFTables(reader, directory: directory, layout: image.layout) != nil else {
            throw .malformed(path: path, reason: image.layout.endsInTables)
        }
        guard slice < image.layout.depth else { throw .malformed(path: path, reason: "it has no slice \(slice + 1)") }
        image.layout.slice = slice
        if isOverview { return image.appearance.rangeOrigin == nil ? image : nil }
        image.readPages(reader, directory)
        try image.findRange(reader, directory, endOfFile: file.count)
        return image
    }

    /// Reads a page, unless libvips reads it as it is meant.
    private static func needed(
        _ path: String, page: VipsPicture.Page, reader: TIFFReader, directory: TIFFReader.Directory,
        limits: ContentLimits
    ) throws(ContentFailure) -> TIFFRasterImage? {
        let found: TIFFRasterImage?
        do throws(TIFFLayout.Failure) {
            found = try TIFFRasterImage(path, page: page, reader: reader, directory: directory, limits: limits)
        } catch {
            switch error {
            case .malformed: return nil
            case .damaged(let reason): throw .malformed(path: path, reason: reason)
            case .unsupported(let what): throw .unsupported(path: path, what: what)
            }
        }
        guard let image = found,
            image.appearance.isNeeded(for: image.layout) || !image.notes.isEmpty || image.layout.depth > 1
                || TIFFPieces.isSparse(reader, directory) || reader.file.isFetched
        else { return nil }
        return image
    }

    /// Returns the sentence about a page that is left to libvips only because of the size of its strips; nil for other
    /// pages.
    static func noteOfLargeStrips(_ path: String, page: VipsPicture.Page, limits: ContentLimits) -> String? {
        guard let file = FileBytes(path), let reader = TIFFReader(file.descriptor),
            let directory = reader.directory(of: page),
            let image = try? needed(path, page: page, reader: reader, directory: directory, limits: limits),
            image.layout.isLeftToVips
        else { return nil }
        return "Its compressed strips have more than 256 MB, so it is shown without masks, missing data and ranges."
    }

    /// Reads a page with what its directory states about its values, whether or not libvips reads it. Returns nil for a
    /// page of which no bands and no range can be chosen: its colors are not gray or RGB, it is bilevel, or its pieces
    /// are too large or too many.
    static func choosable(
        _ path: String, page: VipsPicture.Page, slice: Int = 0, limits: ContentLimits
    ) -> Choosable? {
        guard let file = FileBytes(path), let reader = TIFFReader(file.descriptor),
            let directory = reader.directory(of: page),
            var image = try? TIFFRasterImage(path, page: page, reader: reader, directory: directory, limits: limits),
            image.appearance.isChoosable, TIFFBands.mayRead(image.layout)
        else { return nil }
        image.layout.slice = min(slice, image.layout.depth - 1)
        return Choosable(
            image: image, statedRange: TIFFAppearance.statedRange(reader, directory, bands: image.appearance.bands),
            bandNames: TIFFAppearance.statistics(reader, directory)?.names ?? [:])
    }

    /// A page whose bands and range can be chosen.
    struct Choosable {
        var image: TIFFRasterImage
        /// The range of the shown bands' values that the file states, if any.
        var statedRange: SampleRange?
        /// The names of the bands that the file states, counted from 0.
        var bandNames: [Int: String]
    }

    private init?(
        _ path: String, page: VipsPicture.Page, reader: TIFFReader, directory: TIFFReader.Directory,
        limits: ContentLimits
    ) throws(TIFFLayout.Failure) {
        self.path = path
        self.page = page
        memory = TIFFDecodingMemory(limits)
        let layout = try TIFFLayout(reader, directory)
        guard layout.compression.isReadByLibtiff else {
            if layout.samples.isUnsigned { return nil }
            // libvips would show the bits of such samples as numbers without a sign.
            throw .unsupported("its samples are \(layout.samples.title) compressed with \(layout.compression.title)")
        }
        let found = TIFFMask.masks(of: directory, in: reader, path: path, isFirstPage: page == .page(0))
        let masks = found.masks
        let fit = masks.contains { $0.layout.width == layout.width && $0.layout.height == layout.height }
        let appearance = try TIFFAppearance(
            reader, directory: directory, layout: layout, masks: fit ? masks : [], preferences: limits.rasters)
        guard let appearance else { return nil }
        self.layout = layout
        self.appearance = appearance
        // L*a*b* defines its own colors.
        let isLab = if case .lab = appearance.colors { true } else { false }
        profile = isLab ? nil : reader.bytes(.profile, of: directory, most: Self.largestProfile).map { Data($0) }
        orientation = reader.value(.orientation, of: directory).flatMap(Orientation.init) ?? .upright
        if !fit, let problem = found.problem {
            notes.append(problem)
        } else if !fit, !masks.isEmpty {
            notes.append("Its mask has another size than the picture and is not applied.")
        }
    }

    /// Counts the file's pages, and notes overviews with other samples than the picture's.
    private mutating func readPages(_ reader: TIFFReader, _ directory: TIFFReader.Directory) {
        let first = page == .page(0) ? directory : reader.directory(of: .page(0))
        var isIgnored = false
        if let first {
            for other in reader.directories(after: first) {
                pageCount += 1
                guard page == .page(0), pageCount <= Self.mostOverviews + 1, TIFFMask.isOverview(other, reader),
                    let overview = try? TIFFLayout(reader, other)
                else { continue }
                if !layout.isShown(like: overview, appearance) { isIgnored = true }
            }
        }
        subdirectoryCount = directory.fields[.subdirectories]?.count ?? 0
        if isIgnored { notes.append("An overview in the file has samples of another type and is not used.") }
    }

    /// Samples the file if the range from black to white has to be found, or has to be confirmed.
    private mutating func findRange(
        _ reader: TIFFReader, _ directory: TIFFReader.Directory, endOfFile: Int
    ) throws(ContentFailure) {
        guard case .ranged(let stated) = appearance.colors, appearance.rangeOrigin != .chosen else { return }
        // All slices of a volume have the range of the middle one.
        var layout = layout
        layout.slice = layout.depth / 2
        let raster = try TIFFRaster(path, layout: layout, appearance: appearance, profile: nil, memory: memory)
        guard let values = raster.sampledValues(storedPieces(layout, reader, directory, endOfFile: endOfFile)) else {
            if appearance.rangeOrigin == .sampled {
                notes.append(
                    "Its rows are too long to find the range of its values; set it with `RasterPreferences.range`.")
            }
            return
        }
        if appearance.rangeOrigin == .stated {
            if values.isEmpty || stated.contains(anyOf: values) { return }
            notes.append("The range of values that the file states contains none of its values and is not used.")
        }
        appearance.colors = .ranged(SampleRange(values))
        appearance.rangeOrigin = .sampled
    }

    /// Returns values from all over the page, without missing ones; nil if its rows are too long, or if it is damaged.
    func sampledValues() -> [Double]? {
        guard let file = FileBytes(path), let reader = TIFFReader(file.descriptor),
            let directory = reader.directory(of: page),
            let raster = try? TIFFRaster(path, layout: layout, appearance: appearance, profile: nil, memory: memory)
        else { return nil }
        return raster.sampledValues(storedPieces(layout, reader, directory, endOfFile: file.count))
    }

    /// Returns the numbers of the pieces that the file contains, among those of the slice, or of the first ones if it
    /// has no table of them.
    private func storedPieces(
        _ layout: TIFFLayout, _ reader: TIFFReader, _ directory: TIFFReader.Directory, endOfFile: Int
    ) -> [Int] {
        guard let stored = TIFFPieces(reader, directory, endOfFile: endOfFile)?.stored() else {
            return Array(0..<min(Self.mostPieces, layout.columns * layout.rows))
        }
        let own = layout.slicePieces
        return layout.depth == 1 ? stored : stored.filter(own.contains).map { $0 - own.lowerBound }
    }

    /// Opens the image's page or one of its overviews.
    ///
    /// - Parameter isInOrder: Whether the page is read once from the top.
    /// - Throws: `.unsupported` if the page is no overview of the image.
    func open(_ page: VipsPicture.Page, isInOrder: Bool = false) throws(ContentFailure) -> TIFFRaster {
        var (layout, appearance) = (layout, appearance)
        if page != self.page {
            guard let other = Self.layout(path, page), layout.isShown(like: other, appearance) else {
                throw .unsupported(path: path, what: "one of its pages is stored in an unsupported way")
            }
            layout = other
            layout.slice = self.layout.slice
            appearance.isInverted = layout.isInverted
        }
        return try TIFFRaster(
            path, layout: layout, appearance: appearance, profile: profile,
            files: appearance.isPlainUnderMask && layout.depth == 1 ? TIFFJPEGTiles(path, page: page) : nil,
            memory: isInOrder ? memory.inOrder : memory)
    }

    /// Returns the sizes of a page's subdirectories, nil for damaged ones. Follows the list of pages once.
    static func storedSizes(
        _ path: String, ofPage page: Int, subdirectories count: Int
    ) -> [(width: Int, height: Int)?] {
        guard count > 0, let file = FileBytes(path), let reader = TIFFReader(file.descriptor),
            let offsets = reader.directory(of: .page(page))?.fields[.subdirectories]
        else { return Array(repeating: nil, count: count) }
        return (0..<count).map { number in
            reader.value(number, of: offsets).flatMap { reader.directory(at: $0) }.flatMap { size(of: $0, reader) }
        }
    }

    private static func size(
        of directory: TIFFReader.Directory, _ reader: TIFFReader
    ) -> (width: Int, height: Int)? {
        guard let width = reader.value(.imageWidth, of: directory),
            let height = reader.value(.imageLength, of: directory), (1...Int(Int32.max)).contains(width),
            (1...Int(Int32.max)).contains(height)
        else { return nil }
        return (width, height)
    }

    /// Returns the size of a page of a TIFF, without opening it; nil if it is damaged.
    static func storedSize(_ path: String, _ page: VipsPicture.Page) -> (width: Int, height: Int)? {
        guard let file = FileBytes(path), let reader = TIFFReader(file.descriptor),
            let directory = reader.directory(of: page)
        else { return nil }
        return size(of: directory, reader)
    }

    /// The files beside the image that are shown with it.
    var companions: [String] { Set(appearance.masks.map(\.path)).subtracting([path]).sorted() }

    /// The memory for reading the whole image, in bytes: decoded pieces, those of the mask, and rows of samples and of
    /// pixels.
    var readingMemory: Int {
        let planes = layout.isPlanar ? appearance.readBands.count : 1
        let mask = appearance.masks.first { $0.layout.width == layout.width && $0.layout.height == layout.height }
        return batchRows * layout.width * (5 + appearance.output.pixelBytes)
            + memory.inOrder.cacheBytes(layout, planes: planes)
            + (mask.map { memory.inOrder.cacheBytes($0.layout, planes: 1) } ?? 0)
    }

    private static func layout(_ path: String, _ page: VipsPicture.Page) -> TIFFLayout? {
        guard let file = FileBytes(path), let reader = TIFFReader(file.descriptor),
            let directory = reader.directory(of: page)
        else { return nil }
        return try? TIFFLayout(reader, directory)
    }
}

extension TIFFLayout {
    /// Whether the strips are too large for `TIFFBands`, and libvips reads them row by row as pixels.
    var isLeftToVips: Bool {
        guard !isTiled, hasTooLargePieces, !isPlanar, !isOfDecodedColors, !isLogarithmic else { return false }
        switch photometric {
        case Int(PHOTOMETRIC_CIELAB), Int(PHOTOMETRIC_ICCLAB), Int(PHOTOMETRIC_PALETTE): return false
        default: return samples.isUnsigned && [8, 16].contains(samples.bits)
        }
    }

    /// Whether the lowest value is white.
    var isInverted: Bool { photometric == Int(PHOTOMETRIC_MINISWHITE) }

    /// Whether an overview can be shown with the appearance of the picture, which has this layout: with the same kind
    /// of colors from the same type of samples.
    func isShown(like overview: TIFFLayout, _ appearance: TIFFAppearance) -> Bool {
        guard overview.samples == samples, overview.compression.isReadByLibtiff,
            overview.compression.hasReadableColors, overview.depth == depth,
            TIFFAppearance.PhotometricKind(overview) == TIFFAppearance.PhotometricKind(self)
        else { return false }
        if overview.bands == bands, overview.isOfDecodedColors == isOfDecodedColors { return true }
        // RGB beside luminance and color differences, which are decoded to RGB and opacity.
        return appearance.alpha == .none && (appearance.bands.max() ?? 0) < 3
            && (overview.isOfDecodedColors || isOfDecodedColors)
    }
}

extension TIFFAppearance {
    /// Whether libvips reads such a page otherwise than it is shown, or not at all.
    func isNeeded(for layout: TIFFLayout) -> Bool {
        switch colors {
        case .ranged, .lab: return true
        case .palette where samples.bits > 8: return true
        case .palette, .whole: break
        }
        if layout.isMarkedPlanar || layout.isOfDecodedColors || layout.isLogarithmic { return true }
        if !samples.isUnsigned || ![1, 2, 4, 8, 16].contains(samples.bits) { return true }
        if samples.bits < 8, layout.bands > 1 { return true }
        if noData != nil || !masks.isEmpty { return true }
        if case .premultiplied = alpha { return true }
        return readBands != Array(0..<layout.bands)
    }

    /// Whether other bands or another range can be shown: of gray or RGB with more than two values.
    var isChoosable: Bool {
        switch colors {
        case .ranged: true
        case .whole: model != .cmyk && samples.bits > 1
        case .palette, .lab: false
        }
    }

    /// Whether the stored colors are shown as they are, except where a mask is.
    var isPlainUnderMask: Bool {
        alpha == .none && noData == nil && !isInverted && colors == .whole && bands == Array(0..<bands.count)
    }
}
