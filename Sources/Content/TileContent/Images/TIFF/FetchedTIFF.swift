import TileEngine
import TileSupport

/// A pyramid of tiles in a TIFF, such as a Cloud Optimized GeoTIFF, that is fetched in parts as tiles need them, or a
/// document of such pyramids. The channels of a microscope are one pyramid.
package final class FetchedTIFF: Sendable {
    /// The description of the file. Its source, those of its pages, and those of chosen bands, ranges and channels are
    /// each a `FetchedSource`, and have no regard to failures of the network.
    package let document: ContentDocument
    private let registration: FetchedFiles.Registration

    /// The most directories that are looked at before anything else is read: more than any pyramid has.
    private static let mostDirectories = 128

    /// Opens a file. Returns nil if it is not made of pyramids of tiles, or if it can be read only as a whole: slides,
    /// volumes, compressions that libtiff lacks, or damage.
    ///
    /// - Parameter name: The file's name for messages.
    package init?(_ file: any FetchedFile, name: String, limits: ContentLimits) {
        let registration = FetchedFiles.Registration(file, name: name)
        let path = registration.path
        var limits = limits
        // The cache's names are made from files on the disk.
        limits.cache = nil
        guard Self.isTiledPyramid(path), !SlideSignature.isSlide(path, .tiff),
            let document = try? Self.document(path, limits), document.kind == .tiff, document.damage == nil,
            Self.hasOwnOverviews(document.source),
            (document.pages as? TIFFPages)?.areTiledPyramids ?? (document.pages == nil)
        else { return nil }
        self.registration = registration
        self.document = document.adding(.init(name: "source", value: "fetched in parts"))
    }

    /// Opens the file; nil if one of its channels isn't a pyramid of tiles, whether or not it is shown.
    private static func document(_ path: String, _ limits: ContentLimits) throws(ContentFailure) -> ContentDocument? {
        guard let channels = TIFFChannels(path, limits: limits) else {
            return try ContentReader.openImage(path, .tiff, limits: limits, notes: [])
        }
        guard channels.areTiledPyramids else { return nil }
        return try channels.document(0, notes: [], pages: TIFFPages(path, channels: channels, limits: limits))
    }

    /// Whether the first page is in tiles, and the file has more directories, but not very many.
    private static func isTiledPyramid(_ path: String) -> Bool {
        guard let file = FileBytes(path), let reader = TIFFReader(file.descriptor),
            let first = reader.directory(of: .page(0)), first.fields[.tileWidth] != nil
        else { return false }
        var count = 0
        for _ in reader.directories(after: first, most: mostDirectories) { count += 1 }
        return count < mostDirectories && (count > 0 || first.fields[.subdirectories] != nil)
    }

    private static func hasOwnOverviews(_ source: any TileSource) -> Bool {
        switch source {
        case let image as ImageSource: image.hasOwnOverviews
        case let channels as ChannelSource: channels.parts.allSatisfy(\.source.hasOwnOverviews)
        default: false
        }
    }
}
