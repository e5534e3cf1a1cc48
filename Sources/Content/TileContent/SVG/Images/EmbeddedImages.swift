import TileGraphics
import TileSupport

/// The images inside a drawing, each once. Those of a kept one are made when they are first asked for here, or drawn:
/// opening it does not look at their files.
final class EmbeddedImages: Sendable {
    let count: Int
    private let archived: PictureArchive.Images
    /// Held, so that what is prepared is there when it is drawn.
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

    /// Nil for one that is damaged.
    ///
    /// - Complexity: O(n) for the bytes of its file, when it is made.
    subscript(_ index: Int) -> EmbeddedImage? {
        if let image = made.withLock({ $0[index] }) { return image }
        guard archived.count > 0, let image = archived[index] as? EmbeddedImage else { return nil }
        made.withLock { $0[index] = image }
        return image
    }

    /// Decodes all in small that there is memory for, after what was to be decoded before: tiles are drawn meanwhile,
    /// and are to have the other processors. Returns when that is done.
    func prepare() {
        prepareSoon()
        EmbeddedImage.readingAhead.sync {}
    }

    /// Decodes all in small, one after the other on another thread, while somebody has them.
    func prepareSoon() {
        for index in 0..<count {
            EmbeddedImage.ahead { [weak self] in self?[index]?.prepare(.coarse) }
        }
    }
}
