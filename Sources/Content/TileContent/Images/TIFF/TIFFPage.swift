import CTIFF
import Foundation
import TileGraphics
import TileSupport

/// A page of a TIFF file, read by libtiff directly: strips and tiles in any order, and only the first row of a strip or
/// tile if that suffices. libvips reads strips only from the top, and tiles only whole.
///
/// Supports only pages with samples that are pixels as stored: 8 or 16 bits, grays, RGB or inks, interleaved.
// @unchecked Sendable: libtiff's handle is used only under the lock.
final class TIFFPage: @unchecked Sendable {
    /// The width, in pixels.
    let width: Int
    /// The height, in pixels.
    let height: Int
    let samples: SampleConversion.Samples
    let conversion: SampleConversion
    /// The width of a tile or strip, in pixels. A strip is as wide as the page.
    let pieceWidth: Int
    let pieceHeight: Int
    let isTiled: Bool
    /// Whether the file stores the samples without compression.
    let isUncompressed: Bool
    private let path: String
    private let isSwapped: Bool
    private let file: DataFile
    private let handle: Lock<Handle>

    // @unchecked Sendable: used only within a lock.
    private struct Handle: @unchecked Sendable {
        var tiff: OpaquePointer
        /// The decoded strips, the most recently used last.
        var strips: [(number: Int, bytes: [UInt8])] = []
    }

    /// The largest decoded strip or tile, in bytes. Larger ones are not read here.
    private static let largestPiece = 64 << 20
    /// The size of the cache of decoded strips, in bytes: the strips of a row of tiles of the widest images.
    private static let keptStrips = 96 << 20

    /// Opens a page. Returns nil if the page has another format, or if it cannot be read.
    init?(_ path: String, page: VipsPicture.Page) {
        guard
            let tiff = SpareDescriptors.shared.opening({ tilework_tiff_open(path, tmsize_t(Self.largestPiece) * 4) })
        else { return nil }
        var isTaken = false
        defer { if !isTaken { TIFFClose(tiff) } }
        switch page {
        case .page(let number): guard number == 0 || TIFFSetDirectory(tiff, UInt32(number)) != 0 else { return nil }
        case .subdirectory: return nil
        }
        func short(_ tag: Int32) -> Int { Int(tilework_tiff_short(tiff, UInt32(tag))) }
        func long(_ tag: Int32) -> Int { Int(tilework_tiff_long(tiff, UInt32(tag))) }
        let bits = short(TIFFTAG_BITSPERSAMPLE)
        let bands = short(TIFFTAG_SAMPLESPERPIXEL)
        let compression = short(TIFFTAG_COMPRESSION)
        guard bits == 8 || bits == 16, short(TIFFTAG_PLANARCONFIG) == PLANARCONFIG_CONTIG,
            [SAMPLEFORMAT_UINT, SAMPLEFORMAT_VOID].contains(Int32(short(TIFFTAG_SAMPLEFORMAT))),
            let model = Self.model(tiff, photometric: short(TIFFTAG_PHOTOMETRIC), compression: compression),
            (0...1).contains(bands - model.channels),
            // libtiff handles reversed bits itself, including in compressed pages.
            compression != COMPRESSION_NONE || short(TIFFTAG_FILLORDER) == FILLORDER_MSB2LSB,
            // Colors that are premultiplied by their alpha differ from those of the other readers.
            bands == model.channels || tilework_tiff_extra(tiff) != EXTRASAMPLE_ASSOCALPHA
        else { return nil }
        width = long(TIFFTAG_IMAGEWIDTH)
        height = long(TIFFTAG_IMAGELENGTH)
        samples = SampleConversion.Samples(model, hasAlpha: bands > model.channels, bytes: bits / 8)
        isTiled = TIFFIsTiled(tiff) != 0
        pieceWidth = isTiled ? long(TIFFTAG_TILEWIDTH) : width
        pieceHeight = isTiled ? long(TIFFTAG_TILELENGTH) : min(height, max(1, long(TIFFTAG_ROWSPERSTRIP) & 0x7FFF_FFFF))
        isUncompressed = compression == COMPRESSION_NONE
        guard width > 0, height > 0, pieceWidth > 0, pieceHeight > 0, pieceWidth < 1 << 31, pieceHeight < 1 << 31
        else { return nil }
        let size = isTiled ? TIFFTileSize(tiff) : TIFFStripSize(tiff)
        let (pixels, overflows) = pieceWidth.multipliedReportingOverflow(by: pieceHeight)
        guard !overflows, size > 0, pixels < 1 << 40, Int(size) == pixels * samples.pixelBytes,
            isUncompressed && !isTiled || Int(size) <= Self.largestPiece
        else { return nil }
        var count: UInt32 = 0
        let profile = tilework_tiff_profile(tiff, &count).map { Data(bytes: $0, count: Int(count)) }
        conversion = SampleConversion(samples, profile: profile)
        isSwapped = TIFFIsByteSwapped(tiff) != 0
        self.path = path
        guard let file = DataFile.open(path) else { return nil }
        self.file = file
        handle = Lock(Handle(tiff: tiff))
        isTaken = true
    }

    deinit { handle.withLock { TIFFClose($0.tiff) } }

    private static func model(_ tiff: OpaquePointer, photometric: Int, compression: Int) -> ICCProfile.Model? {
        switch Int32(photometric) {
        case PHOTOMETRIC_MINISBLACK: .gray
        case PHOTOMETRIC_RGB: .rgb
        case PHOTOMETRIC_SEPARATED:
            Int32(tilework_tiff_short(tiff, UInt32(TIFFTAG_INKSET))) == INKSET_CMYK ? .cmyk : nil
        case PHOTOMETRIC_YCBCR where Int32(compression) == COMPRESSION_JPEG && tilework_tiff_decode_colors(tiff) != 0:
            .rgb
        default: nil
        }
    }

    /// The height of the smallest part in which a row can be read cheaply: a tile, a strip, or a single row of
    /// uncompressed strips.
    var sampleHeight: Int { isUncompressed && !isTiled ? 1 : pieceHeight }
    /// The number of columns of tiles; 1 for strips.
    var columns: Int { (width + pieceWidth - 1) / pieceWidth }
    /// The number of parts of `sampleHeight` rows.
    var sampleRows: Int { (height + sampleHeight - 1) / sampleHeight }

    private func failure(_ reason: String) -> ContentFailure { .malformed(path: path, reason: reason) }

    /// Reads the first row of a tile or strip as premultiplied pixels, up to the right edge of the page.
    ///
    /// Time and memory are those of the row, and of reading the piece's bytes in the file.
    ///
    /// - Parameter row: The index among the `sampleRows`.
    func firstRow(ofColumn column: Int, row: Int, into pixels: inout [UInt32]) throws(ContentFailure) {
        if !isTiled && sampleHeight == 1 {
            return try readRows(x: 0, y: row, width: width, height: 1) { _, samples in
                pixels.withUnsafeMutableBufferPointer {
                    conversion.convert(samples, count: width, into: $0.baseAddress!)
                }
            }
        }
        let byteCount = pieceWidth * samples.pixelBytes
        let number = UInt32(row * columns + column)
        var bytes = [UInt8](repeating: 0, count: byteCount)
        let count = handle.withLock { handle in
            isTiled
                ? TIFFReadEncodedTile(handle.tiff, number, &bytes, tmsize_t(byteCount))
                : TIFFReadEncodedStrip(handle.tiff, number, &bytes, tmsize_t(byteCount))
        }
        guard count >= byteCount else { throw failure("a part is truncated or damaged") }
        let shown = min(pieceWidth, width - column * pieceWidth)
        pixels.withUnsafeMutableBufferPointer { conversion.convert(bytes, count: shown, into: $0.baseAddress!) }
    }
}

extension TIFFPage: SampledPage {
    var sampleBytes: Int { pieceWidth * samples.pixelBytes }
}

extension TIFFPage: RandomRows {
    var byteCount: Int { OpenFile.byteCount + (isUncompressed ? 0 : Self.keptStrips) }
    var isCostly: Bool { !isUncompressed }
    var pieceSize: (width: Int, height: Int) { (pieceWidth, sampleHeight) }

    func readRows(
        x: Int, y: Int, width: Int, height: Int, body: (_ row: Int, UnsafePointer<UInt8>) -> Void
    ) throws(ContentFailure) {
        precondition(!isTiled, "tiles are read by libvips")
        if isUncompressed {
            try readPlain(x: x, y: y, width: width, height: height, body: body)
        } else {
            try readStrips(x: x, y: y, height: height, body: body)
        }
    }

    private func readPlain(
        x: Int, y: Int, width: Int, height: Int, body: (_ row: Int, UnsafePointer<UInt8>) -> Void
    ) throws(ContentFailure) {
        let pixel = samples.pixelBytes
        var bytes = [UInt8](repeating: 0, count: width * pixel)
        for row in y..<(y + height) {
            let strip = row / pieceHeight
            let start = handle.withLock { TIFFGetStrileOffset($0.tiff, UInt32(strip)) }
            let within = (row - strip * pieceHeight) * self.width * pixel + x * pixel
            guard start > 0, start < UInt64(1) << 62 else { throw failure("it has no offsets for its pixels") }
            let wanted = bytes.count
            let got = bytes.withUnsafeMutableBytes {
                file.read(into: $0.baseAddress!, count: wanted, at: Int(start) + within)
            }
            guard got == wanted else {
                throw failure("the file ends early")
            }
            if isSwapped && samples.bytes == 2 {
                for index in stride(from: 0, to: wanted - 1, by: 2) { bytes.swapAt(index, index + 1) }
            }
            body(row - y, bytes)
        }
    }

    private func readStrips(
        x: Int, y: Int, height: Int, body: (_ row: Int, UnsafePointer<UInt8>) -> Void
    ) throws(ContentFailure) {
        let rowBytes = width * samples.pixelBytes
        for strip in (y / pieceHeight)...((y + height - 1) / pieceHeight) {
            let top = strip * pieceHeight
            let rows = max(y, top)..<min(y + height, top + pieceHeight)
            // Under the lock, so that threads that need the next tile wait for the strip and then find it.
            let bytes = try handle.withLock { handle throws(ContentFailure) in
                try self.strip(strip, rowCount: min(pieceHeight, self.height - top), rowBytes, &handle)
            }
            bytes.withUnsafeBufferPointer { bytes in
                for row in rows { body(row - y, bytes.baseAddress! + (row - top) * rowBytes + x * samples.pixelBytes) }
            }
        }
    }

    private func strip(
        _ number: Int, rowCount: Int, _ rowBytes: Int, _ handle: inout Handle
    ) throws(ContentFailure) -> [UInt8] {
        if let index = handle.strips.firstIndex(where: { $0.number == number }) {
            let known = handle.strips.remove(at: index)
            handle.strips.append(known)
            return known.bytes
        }
        let byteCount = rowCount * rowBytes
        var bytes = [UInt8](repeating: 0, count: byteCount)
        guard TIFFReadEncodedStrip(handle.tiff, UInt32(number), &bytes, tmsize_t(byteCount)) == tmsize_t(byteCount)
        else { throw failure("a strip is truncated or damaged") }
        let kept = max(1, Self.keptStrips / max(1, pieceHeight * rowBytes))
        if handle.strips.count >= kept { handle.strips.removeFirst(handle.strips.count - kept + 1) }
        handle.strips.append((number, bytes))
        return bytes
    }
}
