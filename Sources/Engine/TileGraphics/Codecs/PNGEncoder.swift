/// Encodes PNG losslessly, in the smallest form that holds the pixels: one color, a palette of at most 256, gray
/// levels, or full colors.
struct PNGEncoder: ~Copyable {
    private var colors = ColorScan()
    private var deflater = Deflater()
    private var photoDeflater = PhotoDeflater()
    private var rows = FilteredRows()
    private var raw = ScratchBuffer<UInt8>()
    private var output = ScratchBuffer<UInt8>()
    private var straightColors = ScratchBuffer<UInt32>(capacity: ColorScan.maxColors)

    init() {}

    /// The memory kept for the next image, in bytes, without fixed-size parts.
    var keptBytes: Int { raw.byteCount + output.byteCount + rows.keptBytes }

    /// A side that is always allowed: a square of it takes 2 GB, the maximum of one encoding.
    private static let sizeLimit = 23_000

    static func checkSize(width: Int, height: Int) throws(CodecFailure) {
        let (bytes, overflow) = (width * 4 + 1).multipliedReportingOverflow(by: height)
        guard width < 1 << 28, !overflow, bytes < 1 << 31 else {
            throw .tooLarge(format: "PNG", width: width, height: height, limit: sizeLimit)
        }
    }

    /// Encodes a file of one color.
    mutating func encodeSolid(_ color: PixelColor, width: Int, height: Int) throws(CodecFailure) -> [UInt8] {
        try Self.checkSize(width: width, height: height)
        let rowBytes = 1 + (width + 7) / 8
        raw.reserve(rowBytes * height).update(repeating: 0, count: rowBytes * height)
        colors.setOnly(color.argb)
        return writePalette(width: width, height: height, bitDepth: 1, rowBytes: rowBytes)
    }

    mutating func encode(_ bitmap: Bitmap) throws(CodecFailure) -> (bytes: [UInt8], kind: EncodedTile.Kind) {
        let (width, height) = (bitmap.width, bitmap.height)
        try Self.checkSize(width: width, height: height)
        let indices = raw.reserve((width + 1) * height)
        guard colors.scan(bitmap, to: indices + 1, stride: width + 1) else {
            return (try encodeSamples(bitmap, as: bitmap.isOpaque ? .rgb : .rgba), .trueColor)
        }
        // With few levels a palette's packed indices are smaller; with many, gray needs no palette.
        if colors.colorCount > 16, colors.areOpaqueGrays {
            return (try encodeSamples(bitmap, as: .gray), .gray)
        }
        let bitDepth = IndexRows.bitDepth(colorCount: colors.colorCount)
        let rowBytes = IndexRows.pack(indices, width: width, height: height, bitDepth: bitDepth)
        return (
            writePalette(width: width, height: height, bitDepth: bitDepth, rowBytes: rowBytes),
            colors.colorCount == 1 ? .solid : .palette
        )
    }

    /// Encodes a palette file from the rows in `raw` and the colors of `colors`.
    private mutating func writePalette(width: Int, height: Int, bitDepth: Int, rowBytes: Int) -> [UInt8] {
        let count = rowBytes * height
        var file = PNGWriter(output.reserve(PNGWriter.overhead + Deflater.bound(count)))
        file.writeHeader(width: width, height: height, bitDepth: bitDepth, colorType: .palette)
        let straight = straightColors.elements
        for number in 0..<colors.colorCount { straight[number] = StraightPixels.divide(colors.colors[number]) }
        file.writePalette(UnsafeBufferPointer(start: straight, count: colors.colorCount))
        let source = raw.elements
        file.writePixels {
            deflater.compress(source, count: count, layout: .init(pixelBytes: 1, rowBytes: rowBytes), to: $0)
        }
        file.finish()
        return Array(file.bytes)
    }

    /// Encodes a file of 8-bit samples, filtered if it looks like a photo.
    private mutating func encodeSamples(
        _ bitmap: Bitmap, as samples: FilteredRows.Samples
    ) throws(CodecFailure) -> [UInt8] {
        let plan = try prepare(bitmap, as: samples)
        var file = PNGWriter(output.reserve(PNGWriter.overhead + plan.room))
        file.writeHeader(
            width: bitmap.width, height: bitmap.height, bitDepth: 8, colorType: PNGWriter.ColorType(samples))
        file.writePixels { compress(plan, to: $0) }
        file.finish()
        return Array(file.bytes)
    }

    /// Returns the image's pixels as compressed RGBA samples, as in the IDAT chunks of an RGBA file.
    mutating func pixels(of bitmap: Bitmap) throws(CodecFailure) -> [UInt8] {
        try Self.checkSize(width: bitmap.width, height: bitmap.height)
        let plan = try prepare(bitmap, as: .rgba)
        let target = output.reserve(plan.room)
        return Array(UnsafeBufferPointer(start: target, count: compress(plan, to: target)))
    }

    /// The prepared rows of samples in `raw`.
    private struct Plan {
        var count: Int
        var layout: Deflater.Layout
        /// Whether the image looks like a drawing.
        var isFlat: Bool
        /// The maximum number of bytes of the compressed rows.
        var room: Int
    }

    private mutating func prepare(
        _ bitmap: Bitmap, as samples: FilteredRows.Samples
    ) throws(CodecFailure) -> Plan {
        let rowBytes = 1 + bitmap.width * samples.pixelBytes
        let count = rowBytes * bitmap.height
        let source = raw.reserve(count + FilteredRows.slack)
        let isFlat = bitmap.isFlat
        if isFlat {
            rows.writePlain(bitmap, as: samples, to: source)
        } else {
            rows.writeFiltered(bitmap, as: samples, to: source)
        }
        return Plan(
            count: count, layout: .init(pixelBytes: samples.pixelBytes, rowBytes: rowBytes), isFlat: isFlat,
            room: isFlat ? Deflater.bound(count) : try photoDeflater.prepare(count))
    }

    private mutating func compress(_ plan: Plan, to target: UnsafeMutablePointer<UInt8>) -> Int {
        plan.isFlat
            ? deflater.compress(raw.elements, count: plan.count, layout: plan.layout, to: target)
            : photoDeflater.compress(raw.elements, count: plan.count, to: target, room: plan.room)
    }
}
