import ImageMessages
import TileGraphics

/// A level of an image that a process decodes, read anywhere.
struct WorkerLevel: RandomRows {
    let image: WorkerImage
    let level: Int
    let conversion: SampleConversion

    init(_ image: WorkerImage, level: Int) {
        self.image = image
        self.level = level
        conversion = SampleConversion(image.samples, profile: image.profile)
    }

    var width: Int { image.description.levels[level].width }
    var height: Int { image.description.levels[level].height }
    /// Of the process nothing counts here; one of a slide keeps some tiles.
    var byteCount: Int { OpenFile.byteCount }
    var isCostly: Bool { false }
    /// Decoders do not tell how large their tiles are; most writers' are of this size.
    var pieceSize: (width: Int, height: Int) { (256, 256) }

    /// Asked for at a time, in bytes: enough that a question's cost does not count.
    private static let batchBytes = 4 << 20

    func readRows(
        x: Int, y: Int, width: Int, height: Int, body: (_ row: Int, UnsafePointer<UInt8>) -> Void
    ) throws(ContentFailure) {
        let rowBytes = width * image.description.pixelBytes
        let batch = max(1, Self.batchBytes / rowBytes)
        var row = 0
        while row < height {
            let count = min(batch, height - row)
            let samples = try image.samples(level, ImageWindow(x: x, y: y + row, width: width, height: count))
            samples.withUnsafeBufferPointer { samples in
                for line in 0..<count { body(row + line, samples.baseAddress! + line * rowBytes) }
            }
            row += count
        }
    }
}
