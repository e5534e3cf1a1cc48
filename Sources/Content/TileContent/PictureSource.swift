public import Foundation
import Synchronization
public import TileEngine
public import TileGeometry
public import TileGraphics

/// A source that draws from one picture.
package protocol PicturedSource: PictureHoldingSource {
    /// The picture that it currently draws from.
    var drawnPicture: Picture { get }
}

extension PicturedSource {
    package func withPicture<Result>(_ body: (Picture?) throws -> Result) throws -> Result { try body(drawnPicture) }

    package var pictureIfRead: Picture? { drawnPicture }
}

/// A source that may draw from a picture, which is read on demand.
package protocol PictureHoldingSource: TileSource {
    /// Calls `body` with the picture, which stays in memory until `body` returns; nil if the source has no picture.
    ///
    /// - Throws: Errors of reading it, and those that `body` throws.
    func withPicture<Result>(_ body: (Picture?) throws -> Result) throws -> Result

    /// The picture, unless it has to be read first.
    var pictureIfRead: Picture? { get }
}

extension TileSource {
    /// Returns the areas in which this source can look different from an earlier one, in units of the content; nil if
    /// only a comparison of pixels could tell.
    package func differences(from earlier: any TileSource) -> [Box]? {
        guard contentSize == earlier.contentSize, let old = (earlier as? any PictureHoldingSource)?.pictureIfRead,
            let new = (self as? any PictureHoldingSource)?.pictureIfRead
        else { return nil }
        return try? new.differences(from: old)
    }

    /// The opaque color that covers the whole content before anything else is drawn; nil if there is none, or if it is
    /// not known without reading the content's file.
    package var backdrop: Color? {
        (self as? any PictureHoldingSource)?.pictureIfRead?.backdrop(of: Box(CGRect(origin: .zero, size: contentSize)))
    }
}

/// A picture as a tile source, which replays the picture for each area. Images inside it are decoded in advance, as far
/// as time and memory allow.
public final class PictureSource: PreparingTileSource, PicturedSource {
    public let picture: Picture
    /// The size in units of the picture. Anything outside is not shown.
    public let contentSize: CGSize

    let images: EmbeddedImages
    /// The number of images prepared so far: first all at small sizes, then all at half size, then all at full size.
    private let preparedCount = Atomic(0)

    public convenience init(_ picture: Picture, contentSize: CGSize) {
        self.init(picture, contentSize: contentSize, images: EmbeddedImages([]))
    }

    /// - Parameter images: The images in the picture.
    init(_ picture: Picture, contentSize: CGSize, images: EmbeddedImages) {
        self.picture = picture
        self.contentSize = contentSize
        self.images = images
    }

    package var drawnPicture: Picture { picture }

    public var needsPreparation: Bool {
        preparedCount.load(ordering: .relaxed) < EmbeddedImage.Part.allCases.count * images.count
    }

    /// True while small sizes are decoded, because the first tiles show many images.
    public var isPreparationUrgent: Bool { preparedCount.load(ordering: .relaxed) < images.count }

    /// Decodes an image if necessary: first all images at small sizes, then at larger ones for when the user zooms in.
    public func prepareMore() {
        let next = preparedCount.add(1, ordering: .relaxed).oldValue
        guard next < EmbeddedImage.Part.allCases.count * images.count else { return }
        let part = EmbeddedImage.Part.allCases.reversed()[next / images.count]
        images[next % images.count]?.prepare(part)
    }

    /// The memory of the picture.
    ///
    /// - Complexity: O(n) for n operations.
    public var byteCount: Int { picture.byteCount }
    public var memoryKind: MemoryBudget.Kind { .pictures }

    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        var counters = ReplayCounters()
        return try raster(area, in: context, counters: &counters)
    }

    /// Draws an area and counts the work of the replay.
    public func raster(
        _ area: RasterArea, in context: RasterContext, counters: inout ReplayCounters
    ) throws -> TileImage {
        let shown = ContentExtent(contentSize, in: area)
        guard !shown.isEmpty else { return .solid(.clear, width: area.width, height: area.height) }
        return shown.cropping(
            try picture.raster(area, in: context, counters: &counters), pool: context.pool)
    }
}

/// The part of an area that the content covers, in the area's pixels. Edge tiles extend beyond the content.
struct ContentExtent {
    let width: Int
    let height: Int
    let isEmpty: Bool

    init(_ contentSize: CGSize, in area: RasterArea) {
        func extent(_ length: CGFloat, _ origin: Int) -> Int {
            // Avoids a pixel caused by rounding errors, for example with 760 × 2⁻ⁿ.
            Int(min(1e9, (Double(length) * area.scale - 1e-6).rounded(.up))) - origin
        }
        width = extent(contentSize.width, area.x)
        height = extent(contentSize.height, area.y)
        isEmpty = width <= 0 || height <= 0 || area.x + area.width <= 0 || area.y + area.height <= 0
    }

    /// Returns the image with transparent pixels outside the content.
    func cropping(_ image: TileImage, pool: BitmapPool) -> TileImage {
        if width >= image.width, height >= image.height { return image }
        let bitmap: Bitmap
        switch image {
        case .solid(.clear, _, _): return image
        case .solid(let color, let imageWidth, let imageHeight):
            bitmap = pool.uninitializedBitmap(width: imageWidth, height: imageHeight)
            bitmap.fill(color)
        case .bitmap(let drawn): bitmap = drawn
        }
        for y in 0..<bitmap.height {
            let row = bitmap.row(y)
            let first = y < height ? min(width, bitmap.width) : 0
            if first < bitmap.width { row[first...].update(repeating: 0) }
        }
        return .bitmap(bitmap)
    }
}
