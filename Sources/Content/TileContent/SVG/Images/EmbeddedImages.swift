import TileGraphics
import TileSupport

/// The images inside a drawing, without duplicates. If the drawing comes from an archive, an image is created when it
/// is first accessed or drawn; opening the drawing does not read the image files.
final class EmbeddedImages: Sendable {
    let count: Int
    private let archived: PictureArchive.Images
    /// The images created so far, retained so that what `prepare()` decodes is still there when it is drawn.
    private let made: Lock<[EmbeddedImage?]>

    init(_ images: [EmbeddedImage]) {
        count = images.count
        archived = PictureArchive.Images()
        made = Lock(images)
    }

    init(_ archived: PictureArchive.Images) {
        count = archived.count
        self.archived = archived
        made = Lock(Array(repeating: nil, count: archived.count))
    }

    /// The image at an index, or nil if it is damaged.
    ///
    /// - Complexity: O(bytes of its file) on first access.
    subscript(_ index: Int) -> EmbeddedImage? {
        if let image = made.withLock({ $0[index] }) { return image }
        guard archived.count > 0, let image = archived[index] as? EmbeddedImage else { return nil }
        made.withLock { $0[index] = image }
        return image
    }

    /// Decodes the coarse levels of all images for which there is memory, after previously queued work. Decoding runs
    /// at low priority so that tiles being drawn keep the other processors. Returns when done.
    func prepare() {
        prepareSoon()
        EmbeddedImage.readingAhead.sync {}
    }

    /// Decodes the coarse levels of all images on a background thread, one at a time, for as long as the images exist.
    func prepareSoon() {
        for index in 0..<count {
            EmbeddedImage.ahead { [weak self] in self?[index]?.prepare(.coarse) }
        }
    }
}
