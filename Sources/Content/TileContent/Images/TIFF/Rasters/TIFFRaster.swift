import CTIFF
import Foundation
import TileGraphics

/// A page of a TIFF file that libvips does not read, or not as it is meant: bands apart, sparse files, missing data and
/// masks, extra bands, measured values, and less usual colors. Reads tiles and strips through libtiff, in any order.
final class TIFFRaster: Sendable {
    let layout: TIFFLayout
    let appearance: TIFFAppearance
    let conversion: SampleConversion
    let bands: TIFFBands
    let mask: TIFFBands?
    private let files: TIFFJPEGTiles?

    /// Opens a page of an image.
    ///
    /// - Parameters:
    ///   - layout: The layout of the page, which may be an overview of the image.
    ///   - appearance: The appearance of the image.
    ///   - profile: The image's color profile.
    ///   - files: The tiles as JPEG files; nil if they can't be sent unchanged.
    ///   - memory: The memory for decoding.
    /// - Throws: `.unsupported` if the pieces are too large, or if the image has masks but none of the page's size.
    init(
        _ path: String, layout: TIFFLayout, appearance: TIFFAppearance, profile: Data?,
        files: TIFFJPEGTiles? = nil, memory: TIFFDecodingMemory
    ) throws(ContentFailure) {
        self.layout = layout
        self.appearance = appearance
        self.files = files
        conversion = SampleConversion(appearance.output, profile: profile)
        bands = try TIFFBands(path, layout, bands: appearance.readBands, memory: memory)
        let mask = appearance.masks.first { $0.layout.width == layout.width && $0.layout.height == layout.height }
        if mask == nil, !appearance.masks.isEmpty {
            throw .unsupported(path: path, what: "one of its pages has no mask")
        }
        self.mask = try mask?.open(memory)
    }

    /// Returns a rect as a JPEG file if that is a tile of the file, and nothing of it is transparent.
    func file(of rect: ImageLevels.Rect) throws(ContentFailure) -> [UInt8]? {
        guard let file = files?.file(of: rect) else { return nil }
        if let mask, try mask.opacities(rect).values.contains(where: { $0 < 255 }) { return nil }
        return file
    }

    /// Returns values of the color bands from all over the page, without missing data; nil if the page has pieces that
    /// are too large for that.
    ///
    /// - Parameter stored: The numbers of the pieces of the first plane that the file contains.
    func sampledValues(_ stored: [Int]) -> [Double]? {
        TIFFValueSampler(bands, mask: mask, appearance)?.values(stored)
    }
}

extension TIFFRaster: RandomRows {
    var width: Int { layout.width }
    var height: Int { layout.height }
    var byteCount: Int { bands.byteCount + (mask?.byteCount ?? 0) + (files == nil ? 0 : OpenFile.byteCount) }
    var isCostly: Bool { !layout.isTiled && !layout.isDirect }
    var pieceSize: (width: Int, height: Int) { (layout.pieceWidth, layout.isDirect ? 1 : layout.pieceHeight) }

    func readRows(
        x: Int, y: Int, width: Int, height: Int, body: (_ row: Int, UnsafePointer<UInt8>) -> Void
    ) throws(ContentFailure) {
        let rect = ImageLevels.Rect(x: x, y: y, width: width, height: height)
        let mask = try self.mask.map { (mask) throws(ContentFailure) in try mask.opacities(rect) }
        var composer = TIFFRowComposer(appearance, layout, capacity: min(width, layout.pieceWidth))
        let pixelBytes = composer.pixelBytes
        guard let output = TIFFPiece(byteCount: width * height * pixelBytes) else {
            throw .shortage(path: bands.path, what: "memory for a part of the picture")
        }
        let target = output.bytes.bindMemory(to: UInt8.self).baseAddress!
        // The output is transparent until it is written.
        try bands.read(rect, where: { mask?.isTransparent($0) != true }) { segment in
            let place = segment.y * width + segment.x
            let destination = target + place * pixelBytes
            guard let mask else { return composer.compose(segment, mask: nil, into: destination) }
            mask.values.withUnsafeBufferPointer {
                composer.compose(segment, mask: $0.baseAddress! + place, into: destination)
            }
        }
        for row in 0..<height { body(row, target + row * width * pixelBytes) }
        withExtendedLifetime(output) {}
    }
}

extension TIFFRaster: SampledPage {
    var pieceWidth: Int { layout.pieceWidth }
    var columns: Int { layout.columns }
    var sampleHeight: Int { pieceSize.height }
    var sampleRows: Int { (height + sampleHeight - 1) / sampleHeight }
    // A whole piece is decoded for its first row.
    var sampleBytes: Int { min(pieceWidth, width) * sampleHeight * appearance.output.pixelBytes }

    func firstRow(ofColumn column: Int, row: Int, into pixels: inout [UInt32]) throws(ContentFailure) {
        let x = column * pieceWidth
        let count = min(pieceWidth, width - x)
        try readRows(x: x, y: row * sampleHeight, width: count, height: 1) { _, samples in
            pixels.withUnsafeMutableBufferPointer { conversion.convert(samples, count: count, into: $0.baseAddress!) }
        }
    }
}
