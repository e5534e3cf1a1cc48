package import Foundation
package import TileEngine
package import TileGeometry
package import TileGraphics
import TileSupport

/// A pyramid of tiles in a TIFF, such as a Cloud Optimized GeoTIFF, that is fetched in parts as tiles need them.
package final class FetchedTIFF: Sendable {
    /// The description of the image. Its source is the image itself, without regard to failures of the network.
    package let document: ContentDocument
    private let image: ImageSource
    private let registration: FetchedFiles.Registration

    /// The most directories that are looked at before anything else is read: more than any pyramid has.
    private static let mostDirectories = 128

    /// Opens a file. Returns nil if it is not a pyramid of tiles, or if it can be read only as a whole: slides, several
    /// pages, compressions that libtiff lacks, or damage.
    ///
    /// - Parameter name: The file's name for messages.
    package init?(_ file: any FetchedFile, name: String, limits: ContentLimits) {
        let registration = FetchedFiles.Registration(file, name: name)
        let path = registration.path
        var limits = limits
        // The cache's names are made from files on the disk.
        limits.cache = nil
        guard Self.isTiledPyramid(path), !SlideSignature.isSlide(path, .tiff),
            TIFFPages(path, limits: limits) == nil,
            let image = try? ImageSource.open(path, kind: .tiff, limits: limits), image.kind == .tiff,
            image.hasOwnOverviews, image.damage == nil
        else { return nil }
        self.registration = registration
        self.image = image
        var document = ContentDocument(
            path: path, kind: .tiff, source: image, isScalable: false,
            facts: image.facts + [.init(name: "source", value: "fetched in parts")], notes: image.notes)
        document.physicalSize = PhysicalSize(tiff: path, directory: 0, size: image.contentSize)
        document.location = image.location
        self.document = document
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

    package var contentSize: CGSize { image.contentSize }

    package func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        try image.raster(area, in: context)
    }

    package func storedFile(of area: RasterArea, format: TileFormat) throws -> [UInt8]? {
        try image.storedFile(of: area, format: format)
    }

    /// Returns the ranges of bytes that drawing an area reads, besides directories and tables. Reads those, and so may
    /// block.
    package func ranges(of area: RasterArea) throws -> [Range<Int>] { try image.ranges(of: area) }
}

extension ImageSource {
    fileprivate func ranges(of area: RasterArea) throws -> [Range<Int>] {
        let level = Self.level(forScale: area.scale)
        let clamped = min(level, levels.sizes.count - 1)
        let size = levels.sizes[clamped]
        if area.scale * exp2(Double(level)) == 1 && clamped == level {
            let (left, top) = (max(0, area.x), max(0, area.y))
            let (right, bottom) = (min(area.x + area.width, size.width), min(area.y + area.height, size.height))
            guard left < right, top < bottom else { return [] }
            return try levels.ranges(
                of: ImageLevels.Rect(x: left, y: top, width: right - left, height: bottom - top), ofLevel: level)
        }
        let window = ResampleWindow(area, scale: area.scale * exp2(Double(clamped)), size: size)
        return try window.sourceRect.map { try levels.ranges(of: $0, ofLevel: clamped) } ?? []
    }
}

extension ImageLevels {
    /// Returns the ranges of bytes that hold the tiles that a rect of a level is read or computed from. Only for an
    /// image with its own overviews.
    fileprivate func ranges(of rect: Rect, ofLevel level: Int) throws -> [Range<Int>] {
        if let ranges = try direct.first(where: { $0.level == level })?.ranges(of: rect) { return ranges }
        guard level > 0 else { return [] }
        let above = sizes[level - 1]
        return try ranges(
            of: Rect(
                x: rect.x * 2, y: rect.y * 2, width: min(rect.width * 2, above.width - rect.x * 2),
                height: min(rect.height * 2, above.height - rect.y * 2)),
            ofLevel: level - 1)
    }
}

extension DirectLevel {
    fileprivate func ranges(of rect: ImageLevels.Rect) throws(ContentFailure) -> [Range<Int>] {
        try withPicture { picture in (picture as? TIFFRaster)?.ranges(of: inner(rect)) ?? [] }
    }
}

extension TIFFRaster {
    /// Returns the ranges of bytes of the tiles that a rect touches, those of the mask included.
    fileprivate func ranges(of rect: ImageLevels.Rect) -> [Range<Int>] {
        bands.ranges(of: rect) + (mask?.ranges(of: rect) ?? [])
    }
}
