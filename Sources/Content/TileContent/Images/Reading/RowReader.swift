import CJPEG
import CVips
import Foundation
import TileSupport

/// Gives an image's rows from the top, one after the other, as premultiplied pixels. For one thread at a time.
protocol RowReader: AnyObject {
    /// Decodes the next row into memory for the image's width.
    func readRow(into row: UnsafeMutablePointer<UInt32>) throws(ContentFailure)
}

/// JPEG straight from libjpeg, which writes our pixel layout itself: 0.10 s for 58 megapixels, where libvips and a
/// conversion after it take 0.24 s. For grey and color pictures without a profile to apply.
final class JPEGRowReader: RowReader {
    private let path: String
    private let decoder: UnsafeMutablePointer<tilework_jpeg>

    /// Nil when libjpeg cannot write this file's colors as pixels (CMYK), which libvips then does.
    ///
    /// - Parameter shrink: 1, 2, 4 or 8: rows are so many times shorter, rounded up, and fewer.
    init?(_ path: String, shrink: Int = 1) throws(ContentFailure) {
        var header = tilework_jpeg_header()
        guard let decoder = tilework_jpeg_open(path, &header) else {
            throw .unreadable(path: path, reason: SystemError(code: errno).description)
        }
        self.path = path
        self.decoder = decoder
        guard tilework_jpeg_message(decoder)[0] == 0 else { throw failure() }
        guard header.components == 1 || header.components == 3 else { return nil }
        guard tilework_jpeg_start(decoder, Int32(shrink)) != 0 else { throw failure() }
    }

    deinit { tilework_jpeg_close(decoder) }

    func readRow(into row: UnsafeMutablePointer<UInt32>) throws(ContentFailure) {
        guard tilework_jpeg_read_row(decoder, row) != 0 else { throw failure() }
    }

    /// Whether the rows read so far were decoded from less data than the picture has. A progressive picture that is cut
    /// off has all of its rows, with less detail.
    var isCutOff: Bool { tilework_jpeg_is_cut_off(decoder) != 0 }

    private func failure() -> ContentFailure {
        .malformed(path: path, reason: String(cString: tilework_jpeg_message(decoder)))
    }
}

/// Anything that libvips reads, in order.
final class VipsRowReader: RowReader {
    /// Rows computed at a time: enough that a call's fixed cost does not count, few enough to stay in the cache.
    private static let batch = 16

    private let header: ImageHeader
    private let picture: PixelPicture
    private var nextRow = 0
    private var batchRows = 0..<0
    /// The pixels of `batchRows`. Made anew for each batch, because libvips ties a region to the thread that made it,
    /// and a build's workers take turns.
    private var region: UnsafeMutablePointer<VipsRegion>?

    init(_ header: ImageHeader) throws(ContentFailure) {
        self.header = header
        do {
            picture = try header.toPixels(
                VipsPicture.open(
                    header.path, kind: header.kind, access: VIPS_ACCESS_SEQUENTIAL, page: .page(header.page)))
        } catch let failure as ContentFailure {
            throw failure
        } catch {
            throw .malformed(path: header.path, reason: (error as? VipsLibrary.Failure)?.reason ?? "\(error)")
        }
        guard picture.width == header.storedWidth, picture.height == header.storedHeight else {
            throw .malformed(path: header.path, reason: "it changed while it was read")
        }
    }

    deinit { dropRegion() }

    private func dropRegion() {
        if let region { tilework_vips_unref(region) }
        region = nil
    }

    func readRow(into row: UnsafeMutablePointer<UInt32>) throws(ContentFailure) {
        if !batchRows.contains(nextRow) {
            let count = min(Self.batch, header.storedHeight - nextRow)
            var rect = VipsRect(left: 0, top: Int32(nextRow), width: Int32(header.storedWidth), height: Int32(count))
            dropRegion()
            region = vips_region_new(picture.picture.image)
            guard region != nil, vips_region_prepare(region, &rect) == 0 else {
                throw .malformed(path: header.path, reason: VipsLibrary.takeError())
            }
            batchRows = nextRow..<(nextRow + count)
        }
        let samples = tilework_vips_pixels(region!, 0, Int32(nextRow))!
        picture.convert(samples, count: header.storedWidth, into: row)
        nextRow += 1
    }
}

extension ImageHeader {
    /// Whether libjpeg alone gives the right colors.
    var isPlainJPEG: Bool { kind == .jpeg && !convertsByProfile && bands != 4 }

    /// The rows as stored, that is before the orientation is applied.
    func makeStoredRowReader() throws(ContentFailure) -> any RowReader {
        if let worker { return LevelRows(WorkerLevel(worker, level: 0)) }
        if isPlainJPEG, let reader = try JPEGRowReader(path) { return reader }
        if ending != .complete {
            if kind == .webp { return try WebPRowReader(path) }
            if kind == .png, isDecodedWhole { return try PNGPassReader(self) }
        }
        return try VipsRowReader(self)
    }
}
