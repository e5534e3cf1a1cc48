/// PNG, exact, in the cheapest form that holds the pixels: one colour, a palette of at most 256, grey levels, or full colours.
struct PNGEncoder: ~Copyable {
    private var colors = ColorScan()
    private var deflater = Deflater()
    private var rows = FilteredRows()
    private var raw = ScratchBuffer<UInt8>()
    private var output = ScratchBuffer<UInt8>()
    private var straightColors = ScratchBuffer<UInt32>(capacity: ColorScan.mostColors)

    init() {}

    /// PNG's sizes have 31 bits; this stops where one image would take 2 GB.
    private static func checkSize(width: Int, height: Int) throws(CodecFailure) {
        let limit = 1 << 20
        guard width <= limit, height <= limit, (width * 4 + 1) * height < 1 << 31 else {
            throw .tooLarge(format: "PNG", width: width, height: height, limit: 23_000)
        }
    }

    /// A file of one colour.
    mutating func encodeSolid(_ color: PixelColor, width: Int, height: Int) throws(CodecFailure) -> [UInt8] {
        try Self.checkSize(width: width, height: height)
        let rowBytes = 1 + (width + 7) / 8
        let rows = raw.reserve(rowBytes * height)
        rows.update(repeating: 0, count: rowBytes * height)
        colors.setOnly(color.argb)
        return writePalette(width: width, height: height, bitDepth: 1, rowBytes: rowBytes)
    }

    mutating func encode(_ bitmap: Bitmap) throws(CodecFailure) -> (bytes: [UInt8], kind: EncodedTile.Kind) {
        let (width, height) = (bitmap.width, bitmap.height)
        try Self.checkSize(width: width, height: height)
        let indices = raw.reserve((width + 1) * height)
        if colors.scan(bitmap, to: indices + 1, stride: width + 1, limit: ColorScan.mostColors) {
            if colors.colorCount == 1 {
                return (try encodeSolid(PixelColor(argb: colors.colors[0]), width: width, height: height), .solid)
            }
            let bitDepth = colors.colorCount <= 2 ? 1 : colors.colorCount <= 4 ? 2 : colors.colorCount <= 16 ? 4 : 8
            let rowBytes = IndexRows.pack(indices, width: width, height: height, bitDepth: bitDepth)
            return (writePalette(width: width, height: height, bitDepth: bitDepth, rowBytes: rowBytes), .palette)
        }
        return (encodeTrueColor(bitmap), .trueColor)
    }

    /// A palette file of the rows in `raw`, with the colours of `colors`.
    private mutating func writePalette(width: Int, height: Int, bitDepth: Int, rowBytes: Int) -> [UInt8] {
        let count = rowBytes * height
        var file = PNGWriter(output.reserve(PNGWriter.overhead + Deflater.bound(count)))
        file.writeHeader(width: width, height: height, bitDepth: bitDepth, colorType: .palette)
        let straight = straightColors.elements
        for number in 0..<colors.colorCount { straight[number] = StraightPixels.divide(colors.colors[number]) }
        file.writePalette(UnsafeBufferPointer(start: straight, count: colors.colorCount))
        let source = raw.elements
        file.writePixels {
            deflater.compress(
                source, count: count, layout: Deflater.Layout(pixelBytes: 1, rowBytes: rowBytes), search: .matches,
                to: $0)
        }
        file.finish()
        return Array(file.bytes)
    }

    private mutating func encodeTrueColor(_ bitmap: Bitmap) -> [UInt8] {
        let isOpaque = bitmap.isOpaque
        let pixelBytes = isOpaque ? 3 : 4
        let rowBytes = 1 + bitmap.width * pixelBytes
        let count = rowBytes * bitmap.height
        let source = raw.reserve(count + FilteredRows.slack)
        let search: Deflater.Search
        if bitmap.isFlat {
            rows.writePlain(bitmap, pixelBytes: pixelBytes, to: source)
            search = .matches
        } else {
            rows.writeFiltered(bitmap, pixelBytes: pixelBytes, to: source)
            search = .runs
        }
        var file = PNGWriter(output.reserve(PNGWriter.overhead + Deflater.bound(count)))
        file.writeHeader(
            width: bitmap.width, height: bitmap.height, bitDepth: 8, colorType: isOpaque ? .rgb : .rgba)
        file.writePixels {
            deflater.compress(
                source, count: count, layout: Deflater.Layout(pixelBytes: pixelBytes, rowBytes: rowBytes),
                search: search,
                to: $0)
        }
        file.finish()
        return Array(file.bytes)
    }
}
