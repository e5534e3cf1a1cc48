import Foundation
public import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

/// The bands and the values of an image of which others than the shown ones can be chosen: a TIFF of gray or RGB.
public struct RasterContent: Sendable {
    /// The number of bands.
    public let bandCount: Int
    /// The names of the bands, "" for those without one. Empty if the file names none, or has more than
    /// `mostNamedBands`.
    public let bandNames: [String]
    /// The bands that are shown, counted from 1: one as gray, or three as red, green and blue.
    public let shownBands: [Int]
    /// The values that are shown from black to white.
    public let range: ClosedRange<Double>
    /// The range of the shown bands' values, as the file states it or as it was sampled; nil if it is unknown.
    public let values: ClosedRange<Double>?
    private let contentSize: CGSize
    private let open: @Sendable (RasterPreferences) throws(ContentFailure) -> ImageSource

    /// The most bands whose names are kept.
    static let mostNamedBands = 256

    /// Returns a source of the same image, shown with the preferred bands and range. Those that the preferences leave
    /// out stay as they are. Nothing of it is cached in files. The file is opened when the first tile is drawn.
    public func source(_ preferences: RasterPreferences) -> any TileSource {
        ChosenRasterSource(contentSize: contentSize) { [open] () throws(ContentFailure) in try open(preferences) }
    }
}

extension RasterContent {
    /// Creates the choices of an image. Returns nil if there are none.
    ///
    /// - Parameter limits: The limits and preferences with which the image was opened.
    init?(_ header: ImageHeader, limits: ContentLimits) {
        guard header.kind == .tiff,
            let found = TIFFRasterImage.choosable(header.path, page: .page(header.page), limits: limits)
        else { return nil }
        let (layout, appearance) = (found.image.layout, header.raster?.appearance ?? found.image.appearance)
        // The colors that libtiff returns have an alpha band that is not in the file.
        let count = min(layout.bands, layout.storedBands)
        bandCount = count
        bandNames =
            found.bandNames.isEmpty || count > Self.mostNamedBands
            ? [] : (0..<count).map { found.bandNames[$0] ?? "" }
        shownBands = appearance.bands.map { $0 + 1 }
        if case .ranged(let shown) = appearance.colors {
            range = shown.low...max(shown.low, shown.high)
        } else {
            range = 0...exp2(Double(layout.samples.bits)) - 1
        }
        if appearance.rangeOrigin == .sampled {
            values = range
        } else {
            values = found.statedRange.map { $0.low...$0.high }
        }
        let size = CGSize(width: header.width, height: header.height)
        let (path, page) = (header.path, header.page)
        contentSize = size
        open = { (preferences) throws(ContentFailure) in
            var chosen = limits
            chosen.rasters = limits.rasters.replaced(by: preferences)
            chosen.cache = nil
            let source = try ImageSource.open(path, kind: .tiff, page: page, limits: chosen)
            guard source.contentSize == size else {
                throw .malformed(path: path, reason: "it changed while it was read")
            }
            return source
        }
    }
}

/// An image that is opened when its first tile is drawn. Other threads that need it meanwhile wait.
private final class ChosenRasterSource: RefiningTileSource {
    let contentSize: CGSize
    private let open: @Sendable () throws(ContentFailure) -> ImageSource
    private let opened = Lock<ImageSource?>(nil)

    init(contentSize: CGSize, open: @escaping @Sendable () throws(ContentFailure) -> ImageSource) {
        self.contentSize = contentSize
        self.open = open
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        try context.checkCancellation()
        return try source().raster(area, in: context)
    }

    private func source() throws(ContentFailure) -> ImageSource {
        try opened.withLock { (opened) throws(ContentFailure) -> ImageSource in
            if let opened { return opened }
            let source = try open()
            opened = source
            return source
        }
    }

    var refinement: Double? { opened.withLock { $0 }?.refinement }

    /// Reports nothing: nobody watches a choice, and viewers request placeholders again.
    func subscribeToRefinements(_ onRefinement: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        TileChangeSubscription {}
    }
}
