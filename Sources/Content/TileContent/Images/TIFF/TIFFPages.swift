import Foundation

/// The pages of a TIFF with several pictures, such as a scanned document. Overviews, masks and small previews don't
/// count as pages. The channels of a microscope's plane are one page, and each slice of a volume is one.
final class TIFFPages: ContentPages {
    private struct Page {
        /// The index of the page's directory in the file, from 0. Of a plane of channels, that of the first one.
        var directory: Int
        /// The index of the plane of channels; nil for a page of its own.
        var plane: Int?
        /// The slice of a volume in the directory, from 0.
        var slice = 0
        /// The width as shown, in pixels.
        var width: Int
        var height: Int
    }

    private let path: String
    private let limits: ContentLimits
    private let pages: [Page]
    private let channels: TIFFChannels?
    /// Whether each picture is in tiles and has overviews of its own (SubIFDs), and none is a volume.
    let areTiledPyramids: Bool

    /// Reads the list of directories. Returns nil if there are fewer than two pages.
    ///
    /// - Parameter channels: The channels that the file states, if any. Each plane of them is a page.
    init?(_ path: String, channels: TIFFChannels? = nil, limits: ContentLimits) {
        guard let file = FileBytes(path), let reader = TIFFReader(file.descriptor),
            let first = reader.directory(of: .page(0))
        else { return nil }
        var pages: [Page] = []
        var areTiledPyramids = true
        // Planes by the directory of their first channel; nil for the other channels.
        var planes: [Int: Int?] = [:]
        for (plane, directories) in (channels?.planes.pages ?? []).enumerated() {
            for directory in directories { planes[directory] = .some(nil) }
            planes[directories[0]] = plane
        }
        func add(_ directory: TIFFReader.Directory, number: Int) {
            let plane = planes[number]
            let isTiledPyramid = reader.isTiledPyramid(directory)
            if let plane {
                areTiledPyramids = areTiledPyramids && isTiledPyramid
                guard let plane else { return }
                pages.append(
                    Page(directory: number, plane: plane, width: channels?.width ?? 0, height: channels?.height ?? 0))
                return
            }
            let isPage = (reader.value(.subfileType, of: directory) ?? 0) & Self.notPages == 0
            var width = reader.value(.imageWidth, of: directory) ?? 0
            var height = reader.value(.imageLength, of: directory) ?? 0
            guard isPage, Self.sides.contains(width), Self.sides.contains(height),
                !Self.isOverview(width, height, of: pages.first)
            else { return }
            if let orientation = reader.value(.orientation, of: directory), (5...8).contains(orientation) {
                swap(&width, &height)
            }
            areTiledPyramids = areTiledPyramids && isTiledPyramid
            for slice in 0..<reader.slices(of: directory) where pages.count < TIFFReader.maxPages {
                pages.append(Page(directory: number, slice: slice, width: width, height: height))
            }
        }
        add(first, number: 0)
        for (index, directory) in reader.directories(after: first, most: TIFFReader.maxPages - 1).enumerated() {
            add(directory, number: index + 1)
        }
        guard pages.count > 1, channels != nil || pages[0].directory == 0 else { return nil }
        self.path = path
        self.limits = limits
        self.channels = channels
        self.areTiledPyramids = areTiledPyramids
        // Planes are in the order of focus and time, whichever the order of the file is.
        self.pages =
            channels == nil
            ? pages
            : pages.filter { $0.plane != nil }.sorted { $0.plane! < $1.plane! }
                + pages.filter { $0.plane == nil }
    }

    /// The bits of the subfile type that mean “a reduced copy of another picture” and “a mask” (TIFF 6.0, section 8).
    private static let notPages = 5

    private static let sides = 1..<(1 << 31)

    /// Whether a directory has the size of an overview of the first page. Some writers of pyramids don't mark
    /// overviews.
    private static func isOverview(_ width: Int, _ height: Int, of first: Page?) -> Bool {
        guard let first else { return false }
        return ImageLevels.sizes(width: first.width, height: first.height).dropFirst().contains {
            abs($0.width - width) <= 1 && abs($0.height - height) <= 1
        }
    }

    var count: Int { pages.count }

    func size(of index: Int) throws(ContentFailure) -> CGSize {
        CGSize(width: pages[index].width, height: pages[index].height)
    }

    func open(_ index: Int) throws(ContentFailure) -> ContentDocument {
        if let channels, let plane = pages[index].plane {
            return try channels.document(plane, notes: [], pages: nil)
        }
        var limits = limits
        // The cache's names have no slices.
        if pages[index].slice > 0 { limits.cache = nil }
        let source = try ImageSource.open(
            path, kind: .tiff, page: pages[index].directory, slice: pages[index].slice, limits: limits)
        var document = ContentDocument(
            path: path, kind: .tiff, source: source, isScalable: false, facts: source.facts, notes: source.notes)
        document.companions = source.companions
        document.location = source.location
        document.raster = source.choices(limits)
        document.note(source.damage)
        document.physicalSize = PhysicalSize(
            tiff: path, directory: pages[index].directory, size: source.contentSize)
        return document
    }
}

extension TIFFReader {
    /// Returns the number of slices in a directory: 1, but for a volume.
    fileprivate func slices(of directory: Directory) -> Int {
        let depth = directory.fields[.tileWidth] == nil ? nil : value(.imageDepth, of: directory)
        return min(max(1, depth ?? 1), Self.maxPages)
    }

    /// Whether a picture is in tiles and has overviews of its own (SubIFDs), and is no volume.
    func isTiledPyramid(_ directory: Directory) -> Bool {
        directory.fields[.tileWidth] != nil && directory.fields[.subdirectories] != nil && slices(of: directory) == 1
    }
}
