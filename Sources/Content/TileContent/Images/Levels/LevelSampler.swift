import TileGraphics

/// A preview maker that reads the smallest of a file's own levels that is no smaller than the preview.
final class LevelSampler: PreviewMaker {
    private let level: WorkerLevel

    /// The largest number of pixels of a level that is worth reading whole for a preview.
    private static let mostPixels = 1 << 23

    init?(_ worker: WorkerImage, _ preview: ImagePreview) {
        let index = worker.description.levels.lastIndex { $0.width >= preview.width && $0.height >= preview.height }
        guard let index else { return nil }
        let size = worker.description.levels[index]
        guard size.width * size.height <= Self.mostPixels else { return nil }
        level = WorkerLevel(worker, level: index)
    }

    func step(_ preview: ImagePreview) throws(ContentFailure) -> Bool {
        var bitmap = Bitmap(width: level.width, height: level.height)
        try level.read(ImageLevels.Rect(x: 0, y: 0, width: level.width, height: level.height), into: bitmap)
        while BoxShrink.half(bitmap.width) >= preview.width && BoxShrink.half(bitmap.height) >= preview.height {
            let half = Bitmap(width: BoxShrink.half(bitmap.width), height: BoxShrink.half(bitmap.height))
            BoxShrink.shrink(bitmap, into: half)
            bitmap = half
        }
        for row in 0..<preview.height {
            let source = bitmap.row(row * bitmap.height / preview.height)
            let pixels = (0..<preview.width).map { source[$0 * bitmap.width / preview.width] }
            preview.put(pixels, count: pixels.count, x: 0, rows: row..<(row + 1))
        }
        return false
    }
}
