import CTIFF
import Foundation
import TileGraphics

/// A page of a TIFF file that libvips does not read, or not as it is meant: bands apart, sparse files, missing data and
/// masks, extra bands, measured values, and less usual colors. Reads tiles and strips through libtiff, in any order.
final class TIFFRaster: Sendable {
    let layout: TIFFLayout
    let appearance: TIFFAppearance
    let conversion: SampleConversion
    private let bands: TIFFBands
    private let mask: TIFFBands?
    private let files: TIFFJPEGTiles?

    /// Opens a page of an image.
    ///
    /// - Parameters:
    ///   - layout: The layout of the page, which may be an overview of the image.
    ///   - appearance: The appearance of the image.
    ///   - profile: The image's color profile.
    /// - Throws: `.unsupported` if the pieces are too large, or if the image has masks but none of the page's size.
    init(
        _ path: String, _ layout: TIFFLayout, _ appearance: TIFFAppearance, profile: Data?,
        files: TIFFJPEGTiles? = nil
    ) throws(ContentFailure) {
        self.layout = layout
        self.appearance = appearance
        self.files = files
        conversion = SampleConversion(appearance.output, profile: profile)
        bands = try TIFFBands(path, layout, bands: appearance.readBands)
        let mask = appearance.masks.first { $0.layout.width == layout.width && $0.layout.height == layout.height }
        if mask == nil, !appearance.masks.isEmpty {
            throw .unsupported(path: path, what: "one of its pages has no mask")
        }
        self.mask = try mask?.open()
    }

    /// Returns a rect as a JPEG file if that is a tile of the file, and nothing of it is transparent.
    func file(of rect: ImageLevels.Rect) throws(ContentFailure) -> [UInt8]? {
        guard let file = files?.file(of: rect) else { return nil }
        if let mask, try readMask(mask, rect).contains(where: { $0 < 255 }) { return nil }
        return file
    }

    /// Returns the mask's values in a rect, from 0 for transparent to 255, row by row.
    private func readMask(_ mask: TIFFBands, _ rect: ImageLevels.Rect) throws(ContentFailure) -> [UInt8] {
        var values = [UInt8](repeating: 0, count: rect.width * rect.height)
        var row = [UInt32](repeating: 0, count: rect.width)
        let largest = UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(mask.layout.samples.bits)) - 1)
        let isInverted = mask.layout.photometric == Int(PHOTOMETRIC_MINISWHITE)
        try mask.read(rect) { segment in
            guard let numbers = TIFFNumbers(segment, mask.layout, band: 0, index: 0) else { return }
            row.withUnsafeMutableBufferPointer { numbers.read(into: $0.baseAddress!) }
            let start = segment.y * rect.width + segment.x
            for index in 0..<segment.count {
                let value = UInt8(min(255, row[index] * 255 / largest))
                values[start + index] = isInverted ? 255 - value : value
            }
        }
        return values
    }

    /// The number of values that are sampled to find a range.
    private static let sampleCount = 1 << 18
    /// The number of pieces and of pixels that are decoded to find a range.
    private static let (samplePieces, samplePixels) = (1024, 1 << 22)

    /// Returns values of the color bands from all over the page, without missing data. The same file always yields the
    /// same values.
    ///
    /// - Parameter stored: The numbers of the pieces of the first plane that the file contains.
    func sampledValues(_ stored: [Int]) -> [Float] {
        let stored = stored.prefix(while: { $0 < layout.rows * layout.columns })
        guard !stored.isEmpty else { return [] }
        // The rows of a large uncompressed strip are read one by one.
        let height = layout.isDirect ? 1 : layout.pieceHeight
        let perPiece = max(1, min(height, layout.height) * min(layout.pieceWidth, layout.width))
        let units = layout.isDirect ? layout.height : stored.count
        let count = min(units, max(64, min(Self.samplePieces, Self.samplePixels / perPiece)))
        let every = max(1, count * perPiece * appearance.bands.count / Self.sampleCount)
        var values: [Float] = []
        var row = [Double](repeating: 0, count: min(layout.pieceWidth, layout.width))
        let step = max(1, units / count)
        for unit in 0..<count {
            // Pieces of all columns, in steps that do not repeat with the columns.
            let index = min(units - 1, unit * units / count + unit * 7919 % step)
            let rect =
                layout.isDirect
                ? ImageLevels.Rect(x: 0, y: index, width: layout.width, height: 1)
                : layout.rect(ofPiece: stored[stored.startIndex + index])
            let maskValues = mask.flatMap { try? readMask($0, rect) }
            // Damaged pieces are reported when they are shown.
            try? bands.read(rect) { segment in
                for (index, band) in appearance.bands.enumerated() {
                    guard let numbers = TIFFNumbers(segment, layout, band: band, index: index) else { continue }
                    row.withUnsafeMutableBufferPointer { numbers.read(into: $0.baseAddress!) }
                    let first = (segment.y * 7 + unit) % every
                    for x in stride(from: first, to: segment.count, by: every) where !appearance.isMissing(row[x]) {
                        if let maskValues, maskValues[segment.y * rect.width + segment.x + x] == 0 { continue }
                        values.append(Float(row[x]))
                    }
                }
            }
        }
        return values
    }
}

extension TIFFRaster: RandomRows {
    var width: Int { layout.width }
    var height: Int { layout.height }
    var byteCount: Int { bands.byteCount + (mask?.byteCount ?? 0) }
    var isCostly: Bool { !layout.isTiled && !layout.isDirect }
    var pieceSize: (width: Int, height: Int) { (layout.pieceWidth, layout.isDirect ? 1 : layout.pieceHeight) }

    func readRows(
        x: Int, y: Int, width: Int, height: Int, body: (_ row: Int, UnsafePointer<UInt8>) -> Void
    ) throws(ContentFailure) {
        let rect = ImageLevels.Rect(x: x, y: y, width: width, height: height)
        let mask = try self.mask.map { (mask) throws(ContentFailure) in try readMask(mask, rect) }
        var composer = TIFFRowComposer(appearance, layout, capacity: min(width, layout.pieceWidth))
        let pixelBytes = composer.pixelBytes
        guard let output = TIFFPiece(byteCount: width * height * pixelBytes) else {
            throw .shortage(path: bands.path, what: "memory for a part of the picture")
        }
        let target = output.bytes.bindMemory(to: UInt8.self).baseAddress!
        try bands.read(rect) { segment in
            let place = segment.y * width + segment.x
            let destination = target + place * pixelBytes
            guard let mask else { return composer.compose(segment, mask: nil, into: destination) }
            mask.withUnsafeBufferPointer {
                composer.compose(segment, mask: $0.baseAddress! + place, into: destination)
            }
        }
        for row in 0..<height { body(row, target + row * width * pixelBytes) }
        withExtendedLifetime(output) {}
    }
}

extension TIFFLayout {
    /// Returns the part of the page that a piece covers.
    func rect(ofPiece number: Int) -> ImageLevels.Rect {
        let (x, y) = (number % columns * pieceWidth, number / columns * pieceHeight)
        return ImageLevels.Rect(x: x, y: y, width: min(pieceWidth, width - x), height: min(pieceHeight, height - y))
    }
}

extension TIFFRaster: SampledPage {
    var pieceWidth: Int { layout.pieceWidth }
    var columns: Int { layout.columns }
    var sampleHeight: Int { pieceSize.height }
    var sampleRows: Int { (height + sampleHeight - 1) / sampleHeight }
    // A whole piece is decoded for its first row.
    var sampleBytes: Int { pieceWidth * sampleHeight * appearance.output.pixelBytes }

    func firstRow(ofColumn column: Int, row: Int, into pixels: inout [UInt32]) throws(ContentFailure) {
        let x = column * pieceWidth
        let count = min(pieceWidth, width - x)
        try readRows(x: x, y: row * sampleHeight, width: count, height: 1) { _, samples in
            pixels.withUnsafeMutableBufferPointer { conversion.convert(samples, count: count, into: $0.baseAddress!) }
        }
    }
}
