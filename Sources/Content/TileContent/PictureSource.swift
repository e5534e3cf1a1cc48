public import Foundation
import Synchronization
public import TileEngine
public import TileGeometry
public import TileGraphics

/// A source that draws from one picture.
package protocol PicturedSource: PictureHoldingSource {
    /// What it draws from now.
    var drawnPicture: Picture { get }
}

extension PicturedSource {
    package func withPicture<Result>(_ body: (Picture?) throws -> Result) throws -> Result { try body(drawnPicture) }

    package var pictureIfRead: Picture? { drawnPicture }
}

/// A source behind which there may be a picture, read when it is asked for.
package protocol PictureHoldingSource: TileSource {
    /// Calls `body` with what it draws from, which stays there until `body` returns; nil for what is no picture.
    ///
    /// - Throws: what keeps it from being read, and what `body` throws.
    func withPicture<Result>(_ body: (Picture?) throws -> Result) throws -> Result

    /// What it draws from, unless that has to be read first.
    var pictureIfRead: Picture? { get }
}

extension TileSource {
    /// Where this source can look otherwise than an earlier one, in units of the content; nil where only a look at the
    /// pixels would tell.
    package func differences(from earlier: any TileSource) -> [Box]? {
        guard contentSize == earlier.contentSize, let old = (earlier as? any PictureHoldingSource)?.pictureIfRead,
            let new = (self as? any PictureHoldingSource)?.pictureIfRead
        else { return nil }
        return try? new.differences(from: old)
    }
}

/// A picture as tile content: each area is the picture replayed through it. Images inside it are decoded before a tile
/// has to wait for that, where there is time and memory.
public final class PictureSource: PreparingTileSource, PicturedSource {
    public let picture: Picture
    /// In units of the picture; what the picture draws beyond does not show.
    public let contentSize: CGSize

    let images: EmbeddedImages
    /// So many of them were prepared in small, then at half their size, then whole.
    private let preparedCount = Atomic(0)

    public convenience init(_ picture: Picture, contentSize: CGSize) {
        self.init(picture, contentSize: contentSize, images: EmbeddedImages([]))
    }

    /// - Parameter images: in the picture.
    init(_ picture: Picture, contentSize: CGSize, images: EmbeddedImages) {
        self.picture = picture
        self.contentSize = contentSize
        self.images = images
    }

    package var drawnPicture: Picture { picture }

    public var needsPreparation: Bool {
        preparedCount.load(ordering: .relaxed) < EmbeddedImage.Part.allCases.count * images.count
    }

    /// While they are decoded in small: many are on each of the first tiles.
    public var isPreparationUrgent: Bool { preparedCount.load(ordering: .relaxed) < images.count }

    /// Decodes an image, if it was not yet: all for what shows them in small first, as who looks comes nearer.
    public func prepareMore() {
        let next = preparedCount.add(1, ordering: .relaxed).oldValue
        guard next < EmbeddedImage.Part.allCases.count * images.count else { return }
        let part = EmbeddedImage.Part.allCases.reversed()[next / images.count]
        images[next % images.count]?.prepare(part)
    }

    /// Of the picture.
    ///
    /// - Complexity: O(n) for its operations.
    public var byteCount: Int { picture.byteCount }
    public var memoryKind: MemoryBudget.Kind { .pictures }

    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        var counters = ReplayCounters()
        return try raster(area, in: context, counters: &counters)
    }

    /// The same, counting what the replay does.
    public func raster(
        _ area: RasterArea, in context: RasterContext, counters: inout ReplayCounters
    ) throws -> TileImage {
        let shown = ContentExtent(contentSize, in: area)
        guard !shown.isEmpty else { return .solid(.clear, width: area.width, height: area.height) }
        return shown.cropping(
            try picture.raster(area, in: context, counters: &counters), pool: context.pool)
    }
}

/// The part of an area that the content covers, in the area's pixels: an edge tile reaches beyond it.
struct ContentExtent {
    let width: Int
    let height: Int
    let isEmpty: Bool

    init(_ contentSize: CGSize, in area: RasterArea) {
        func extent(_ length: CGFloat, _ origin: Int) -> Int {
            // A rounding error is no pixel: 760 × 2⁻ⁿ.
            Int(min(1e9, (Double(length) * area.scale - 1e-6).rounded(.up))) - origin
        }
        width = extent(contentSize.width, area.x)
        height = extent(contentSize.height, area.y)
        isEmpty = width <= 0 || height <= 0 || area.x + area.width <= 0 || area.y + area.height <= 0
    }

    /// The image, clear where there is no content.
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
