import CTIFF
import Foundation
import TileGraphics

/// A TIFF image that `TIFFRaster` reads: the page itself and its overviews, all shown alike. Holds no open file.
struct TIFFRasterImage: Sendable {
    let path: String
    let page: VipsPicture.Page
    /// The layout of the image's own page.
    let layout: TIFFLayout
    private(set) var appearance: TIFFAppearance
    let profile: Data?
    let orientation: Orientation
    /// The number of pages in the file, overviews and masks among them.
    let pageCount: Int
    let subdirectoryCount: Int
    /// The sentences about masks and ranges that can't be used.
    private(set) var notes: [String] = []

    /// The largest color profile that is read, in bytes.
    private static let largestProfile = 1 << 24
    /// The most pieces that are considered for a range if the file has no table of them.
    private static let mostPieces = 1 << 16

    /// Reads a page that libvips does not read, or not as it is meant. Returns nil if libvips reads it, or if the page
    /// is damaged.
    ///
    /// - Throws: `.unsupported` if neither reads it.
    static func read(
        _ path: String, page: VipsPicture.Page, _ preferences: RasterPreferences
    ) throws(ContentFailure) -> TIFFRasterImage? {
        guard let file = FileBytes(path), let reader = TIFFReader(file.descriptor),
            let directory = reader.directory(of: page)
        else { return nil }
        let pieces = TIFFPieces(reader, directory, endOfFile: file.count)
        let found: TIFFRasterImage?
        do throws(TIFFLayout.Failure) {
            found = try TIFFRasterImage(path, page, reader, directory, preferences)
        } catch {
            switch error {
            case .malformed: return nil
            case .unsupported(let what): throw .unsupported(path: path, what: what)
            }
        }
        guard var image = found,
            image.appearance.isNeeded(for: image.layout) || pieces?.isSparse == true || !image.notes.isEmpty
        else { return nil }
        let count = image.layout.columns * image.layout.rows
        try image.findRange(pieces?.stored ?? Array(0..<min(mostPieces, count)))
        return image
    }

    private init?(
        _ path: String, _ page: VipsPicture.Page, _ reader: TIFFReader, _ directory: TIFFReader.Directory,
        _ preferences: RasterPreferences
    ) throws(TIFFLayout.Failure) {
        self.path = path
        self.page = page
        let layout = try TIFFLayout(reader, directory)
        guard layout.compression.isReadByLibtiff else { return nil }
        let masks = TIFFMask.masks(of: directory, in: reader, path: path, isFirstPage: page == .page(0))
        let fit = masks.contains { $0.layout.width == layout.width && $0.layout.height == layout.height }
        let appearance = try TIFFAppearance(reader, directory, layout, masks: fit ? masks : [], preferences)
        guard let appearance else { return nil }
        self.layout = layout
        self.appearance = appearance
        // L*a*b* defines its own colors.
        let isLab = if case .lab = appearance.colors { true } else { false }
        profile = isLab ? nil : reader.bytes(.profile, of: directory, most: Self.largestProfile).map { Data($0) }
        orientation = reader.value(.orientation, of: directory).flatMap(Orientation.init) ?? .upright
        let first = page == .page(0) ? directory : reader.directory(of: .page(0))
        pageCount = first.map { 1 + reader.directories(after: $0).count } ?? 1
        subdirectoryCount = page == .page(0) ? directory.fields[.subdirectories]?.count ?? 0 : 0
        if !fit, !masks.isEmpty { notes.append("Its mask has another size than the picture and is not applied.") }
    }

    /// Samples the file if the range from black to white has to be found, or has to be confirmed.
    private mutating func findRange(_ stored: [Int]) throws(ContentFailure) {
        guard case .ranged(let stated) = appearance.colors, appearance.rangeOrigin != .chosen else { return }
        let values = try TIFFRaster(path, layout, appearance, profile: nil).sampledValues(stored)
        if appearance.rangeOrigin == .stated {
            if values.isEmpty || stated.contains(anyOf: values) { return }
            notes.append("The range of values that the file states contains none of its values and is not used.")
        }
        appearance.colors = .ranged(SampleRange(values))
        appearance.rangeOrigin = .sampled
    }

    /// Opens the image's page or one of its overviews.
    ///
    /// - Throws: `.unsupported` if the page is no overview of the image.
    func open(_ page: VipsPicture.Page) throws(ContentFailure) -> TIFFRaster {
        var layout = self.layout
        if page != self.page {
            guard let other = Self.layout(path, page), other.samples == layout.samples, other.bands == layout.bands,
                other.photometric == layout.photometric, other.compression.isReadByLibtiff
            else { throw .unsupported(path: path, what: "one of its pages is stored in an unsupported way") }
            layout = other
        }
        return try TIFFRaster(
            path, layout, appearance, profile: profile,
            files: appearance.isPlainUnderMask ? TIFFJPEGTiles(path, page: page) : nil)
    }

    private static func layout(_ path: String, _ page: VipsPicture.Page) -> TIFFLayout? {
        guard let file = FileBytes(path), let reader = TIFFReader(file.descriptor),
            let directory = reader.directory(of: page)
        else { return nil }
        return try? TIFFLayout(reader, directory)
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

    /// Whether the stored colors are shown as they are, except where a mask is.
    var isPlainUnderMask: Bool {
        alpha == .none && noData == nil && !isInverted && colors == .whole && bands == Array(0..<bands.count)
    }
}
