import ImageMessages
import TileGraphics

/// A random-access level of an image that a process decodes.
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
    /// The size under a memory budget, in bytes. The process does not count here, although that of a slide keeps some
    /// tiles.
    var byteCount: Int { OpenFile.byteCount }
    var isCostly: Bool { false }
    /// A typical tile size. Decoders don't report the size of their tiles, and most writers use this one.
    var pieceSize: (width: Int, height: Int) { (256, 256) }

    /// The number of bytes that are requested at a time: enough that the cost of a request does not matter.
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
