import Foundation
public import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

/// The bands, channels and values of an image of which others than the shown ones can be chosen: a TIFF of gray or RGB,
/// or of the channels of a microscope.
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
    /// The channels that are blended; empty for an image without channels, which has bands to choose.
    public let channels: [ImageChannel]
    /// The channels that are shown, by number, with their colors.
    public let shownChannels: [ChannelChoice]
    private let contentSize: CGSize
    private var makeSource: @Sendable (RasterPreferences, _ contentSize: CGSize) -> any TileSource

    /// The most bands whose names are kept.
    static let mostNamedBands = 256

    /// Returns a source of the same image, shown with the preferred bands and range. Those that the preferences leave
    /// out stay as they are. Nothing of it is cached in files. The file is opened when the first tile is drawn.
    public func source(_ preferences: RasterPreferences) -> any TileSource {
        makeSource(preferences, contentSize)
    }

    /// Returns the same choices with other sources.
    func mapped(_ transform: @escaping @Sendable (any TileSource) -> any TileSource) -> RasterContent {
        var content = self
        content.makeSource = { [makeSource] in transform(makeSource($0, $1)) }
        return content
    }
}

extension RasterContent {
    /// Creates the choices of an image. Returns nil if there are none.
    ///
    /// - Parameter limits: The limits and preferences with which the image was opened.
    init?(_ header: ImageHeader, limits: ContentLimits) {
        guard header.kind == .tiff,
            let found = TIFFRasterImage.choosable(
                header.path, page: .page(header.page), slice: header.raster?.layout.slice ?? 0, limits: limits)
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
        (channels, shownChannels) = ([], [])
        let (path, page, slice) = (header.path, header.page, header.raster?.layout.slice ?? 0)
        contentSize = CGSize(width: header.width, height: header.height)
        makeSource = { (preferences, size) in
            ChosenRasterSource(path, contentSize: size) { () throws(ContentFailure) in
                var chosen = limits
                chosen.rasters = limits.rasters.replaced(by: preferences)
                chosen.cache = nil
                let source = try ImageSource.open(path, kind: .tiff, page: page, slice: slice, limits: chosen)
                guard source.contentSize == size else {
                    throw .malformed(path: path, reason: "it changed while it was read")
                }
                return source
            }
        }
    }
}

extension RasterContent {
    /// Creates the choices of a plane of channels.
    ///
    /// - Parameter source: The source of the plane as it is shown.
    init(_ source: ChannelSource, of file: TIFFChannels, plane: Int) {
        (bandCount, bandNames, shownBands) = (1, [], [1])
        channels = file.planes.channels
        shownChannels = source.parts.map {
            ChannelChoice(channel: "\($0.channel + 1)", color: $0.color, opacity: $0.opacity)
        }
        let ranges = source.parts.map { $0.range ?? 0...Double(UInt8.max) }
        range = ranges.map(\.lowerBound).min()!...ranges.map(\.upperBound).max()!
        values = range
        contentSize = source.contentSize
        let shown = source.parts.map { ShownChannel(index: $0.channel, color: $0.color, opacity: $0.opacity) }
        let channels = channels
        makeSource = { (preferences, size) in
            ChosenRasterSource(file.path, contentSize: size) { () throws(ContentFailure) in
                let chosen = preferences.channels.compactMap { channels.shown($0) }
                return try file.source(
                    ofPlane: plane, preferences.channels.isEmpty ? shown : chosen, range: preferences.range)
            }
        }
    }

    /// The reason why an image can't be shown as preferred.
    public enum Lack: Error, Hashable, Sendable {
        /// The image has no band with this number.
        case band(Int)
        /// The image has no channels.
        case channels
        /// The image has other channels than this one.
        case channel(String)
        /// A channel is preferred twice, by its name and by its number.
        case repeated(channel: String)
    }

    /// Returns preferences with each channel by its number and in its own color, unless they have another one. So
    /// preferences that show the same are equal.
    package func resolved(_ preferences: RasterPreferences) throws(Lack) -> RasterPreferences {
        if let band = preferences.bands.first(where: { $0 > bandCount }) { throw .band(band) }
        guard !preferences.channels.isEmpty else { return preferences }
        guard !channels.isEmpty else { throw .channels }
        var resolved = preferences
        resolved.channels = []
        for var choice in preferences.channels {
            guard let index = channels.index(of: choice.channel) else { throw .channel(choice.channel) }
            choice.channel = "\(index + 1)"
            choice.color = choice.color ?? channels[index].color
            guard !resolved.channels.contains(where: { $0.channel == choice.channel }) else {
                throw .repeated(channel: channels[index].name)
            }
            resolved.channels.append(choice)
        }
        // The sum does not depend on the order.
        resolved.channels.sort { Int($0.channel)! < Int($1.channel)! }
        return resolved
    }
}

/// An image that is opened when its first tile is drawn. Other threads that need it meanwhile wait.
private final class ChosenRasterSource: FetchedSource {
    let contentSize: CGSize
    private let path: String
    private let open: @Sendable () throws(ContentFailure) -> any FetchedSource
    private let opened = Lock<(any FetchedSource)?>(nil)

    init(
        _ path: String, contentSize: CGSize, open: @escaping @Sendable () throws(ContentFailure) -> any FetchedSource
    ) {
        self.path = path
        self.contentSize = contentSize
        self.open = open
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        try context.checkCancellation()
        return try source().raster(area, in: context)
    }

    func ranges(of area: RasterArea) throws -> [Range<Int>] { try source().ranges(of: area) }

    private func source() throws(ContentFailure) -> any FetchedSource {
        try opened.withLock { (opened) throws(ContentFailure) -> any FetchedSource in
            if let opened { return opened }
            let source = try FetchedFiles.whole(path, open)
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
