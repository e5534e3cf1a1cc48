import Foundation
import TileSupport

/// The planes of a TIFF whose pages are the channels of microscope images, by OME or ImageJ.
struct TIFFChannels {
    let path: String
    let planes: ChannelPlanes
    /// The size of each page, in pixels.
    let width: Int
    let height: Int
    /// Whether each page is in tiles and has overviews of its own (SubIFDs), and none is a volume.
    let areTiledPyramids: Bool
    private let limits: ContentLimits
    private let images = ChannelImages()

    /// The number of channels that are shown if none are chosen.
    static let mostShown = 6

    /// Reads the description of the first page. Returns nil if it states no channels, or if a page is missing, has
    /// another size, or has more than one band.
    ///
    /// - Complexity: Up to eight reads for each page.
    init?(_ path: String, limits: ContentLimits) {
        guard let file = FileBytes(path), let reader = TIFFReader(file.descriptor),
            let first = reader.directory(of: .page(0)), first.fields[.imageDescription] != nil,
            let description = reader.text(.imageDescription, of: first, most: OMEImage.maxLength),
            var planes = ChannelPlanes(description: description),
            let width = reader.value(.imageWidth, of: first), let height = reader.value(.imageLength, of: first),
            (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height)
        else { return nil }
        let bits = reader.value(.bitsPerSample, of: first)
        func isAlike(_ page: TIFFReader.Directory) -> Bool {
            reader.value(.imageWidth, of: page) == width && reader.value(.imageLength, of: page) == height
                && (reader.value(.samplesPerPixel, of: page) ?? 1) == 1
                && reader.value(.bitsPerSample, of: page) == bits
                && (0...1).contains(reader.value(.photometric, of: page) ?? 1)
                && (reader.value(.orientation, of: page) ?? 1) == 1
        }
        var missing = Set(planes.pages.joined())
        guard let last = missing.max(), isAlike(first) else { return nil }
        missing.remove(0)
        var areTiledPyramids = reader.isTiledPyramid(first)
        for (index, page) in reader.directories(after: first, most: max(1, last)).enumerated() {
            guard missing.remove(index + 1) != nil else { continue }
            guard isAlike(page) else { return nil }
            areTiledPyramids = areTiledPyramids && reader.isTiledPyramid(page)
        }
        guard missing.isEmpty else { return nil }
        let colors = planes.isOfImageJ ? ImageJColors.read(reader, first) : []
        for (index, color) in colors.enumerated().prefix(planes.channels.count) {
            guard let color else { continue }
            planes.channels[index] = ImageChannel(nil, color: color, index: index)
        }
        (self.path, self.planes, self.limits) = (path, planes, limits)
        (self.width, self.height) = (width, height)
        self.areTiledPyramids = areTiledPyramids
    }

    /// Opens a plane with the channels that the limits prefer, or else the first ones.
    ///
    /// - Parameters:
    ///   - index: The index of the plane, from 0.
    ///   - notes: Sentences about the file.
    func document(_ index: Int, notes: [String], pages: (any ContentPages)?) throws(ContentFailure) -> ContentDocument {
        let (channels, preferences) = (planes.channels, limits.rasters)
        var notes = notes
        var shown: [ShownChannel] = []
        for choice in preferences.channels {
            guard let found = channels.shown(choice) else {
                notes.append("It has no channel \(choice.channel); it has \(names).")
                continue
            }
            if !shown.contains(where: { $0.index == found.index }) { shown.append(found) }
        }
        if shown.isEmpty {
            shown = channels.prefix(Self.mostShown).enumerated().map {
                ShownChannel(index: $0.offset, color: $0.element.color, opacity: 1)
            }
            if channels.count > shown.count {
                notes.append("It has \(channels.count) channels; the first \(shown.count) are shown.")
            }
        }
        let source = try source(ofPlane: index, shown, range: preferences.range)
        var facts = source.parts[0].source.facts.filter { $0.name != "pages" && $0.name != "values" }
        facts.append(.init(name: "channels", value: names))
        facts.append(.init(name: "values", value: source.ranges))
        if let pages { facts.append(.init(name: "pages", value: GroupedNumber.text(pages.count))) }
        for part in source.parts {
            for note in part.source.notes where !notes.contains(note) { notes.append(note) }
        }
        var document = ContentDocument(
            path: path, kind: .tiff, source: source, isScalable: false, facts: facts, notes: notes, pages: pages)
        document.physicalSize = PhysicalSize(
            tiff: path, directory: planes.pages[index][0], size: source.contentSize)
        document.raster = RasterContent(source, of: self, plane: index)
        document.companions = Set(source.parts.flatMap(\.source.companions)).sorted()
        for part in source.parts { document.note(part.source.damage) }
        return document
    }

    private var names: String {
        planes.channels.map { "\($0.name) (#\($0.color.hexadecimal))" }.joined(separator: ", ")
    }

    /// Opens the pages of some channels of a plane.
    ///
    /// - Parameter range: The values that are shown from black to a channel's color; nil to find those of each channel.
    func source(
        ofPlane index: Int, _ shown: [ShownChannel], range: ClosedRange<Double>?
    ) throws(ContentFailure) -> ChannelSource {
        var parts: [ChannelSource.Part] = []
        let preferred = range ?? limits.rasters.range
        // Ranges that requests choose are not cached in files.
        let isCached = preferred == limits.rasters.range
        for shown in shown {
            let page = planes.pages[index][shown.index]
            var range = preferred
            if range == nil {
                range = try images.range(of: page) { () throws(ContentFailure) in
                    try FetchedFiles.whole(path) {
                        TIFFRasterImage.measuredRange(path, page: .page(page), limits: limits)
                    }
                }
            }
            let source = try images.image(of: page, range: range) { () throws(ContentFailure) in
                var limits = limits
                limits.rasters = RasterPreferences()
                limits.rasters.range = range
                if !isCached { limits.cache = nil }
                return try FetchedFiles.whole(path) { () throws(ContentFailure) in
                    try ImageSource.open(path, kind: .tiff, page: page, limits: limits)
                }
            }
            parts.append(
                ChannelSource.Part(
                    channel: shown.index, color: shown.color, opacity: shown.opacity, source: source, range: range))
        }
        guard !parts.isEmpty, parts.allSatisfy({ $0.source.width == width && $0.source.height == height }) else {
            throw .malformed(path: path, reason: "it changed while it was read")
        }
        return ChannelSource(parts, width: width, height: height)
    }
}

extension TIFFRasterImage {
    /// Returns the range of a gray page's values as they are sampled; nil for pages of 8 bits or less, which are shown
    /// as they are, and if the range can't be found.
    static func measuredRange(
        _ path: String, page: VipsPicture.Page, limits: ContentLimits
    ) -> ClosedRange<Double>? {
        // With any range, the samples are read as numbers.
        var limits = limits
        limits.rasters.range = 0...1
        guard let image = choosable(path, page: page, limits: limits)?.image else { return nil }
        guard image.layout.samples.bits > 8 || !image.layout.samples.isUnsigned,
            let values = image.sampledValues(), !values.isEmpty
        else { return nil }
        let range = SampleRange(values)
        return range.low < range.high ? range.low...range.high : nil
    }
}
