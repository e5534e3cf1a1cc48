import CJPEG
import CVips
import Foundation
import TileSupport

/// Reads an image's rows from the top, one after the other, as premultiplied pixels. Only one thread may use it at a
/// time.
protocol RowReader: AnyObject {
    /// Decodes the next row into memory for the image's width.
    func readRow(into row: UnsafeMutablePointer<UInt32>) throws(ContentFailure)
}

/// Reads JPEG files with libjpeg, which writes the pixel layout of bitmaps itself: 0.10 s for 58 megapixels, compared
/// with 0.24 s for libvips and a conversion. It reads gray and color pictures that need no profile.
final class JPEGRowReader: RowReader {
    private let path: String
    private let decoder: UnsafeMutablePointer<tilework_jpeg>

    /// Opens a file. Returns nil if libjpeg can't write the file's colors as pixels (CMYK); libvips reads such files.
    ///
    /// - Parameter shrink: 1, 2, 4 or 8: the factor by which rows are shorter and fewer, rounded up.
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

    /// Whether the rows so far were decoded from incomplete data. A truncated progressive picture has all of its rows,
    /// with less detail.
    var isCutOff: Bool { tilework_jpeg_is_cut_off(decoder) != 0 }

    private func failure() -> ContentFailure {
        .malformed(path: path, reason: String(cString: tilework_jpeg_message(decoder)))
    }
}

/// Reads images that libvips supports, in order.
final class VipsRowReader: RowReader {
    /// The rows computed at a time: enough to make a call's fixed cost negligible, few enough to stay in the cache.
    private static let batch = 16

    private let header: ImageHeader
    private let picture: PixelPicture
    private var nextRow = 0
    private var batchRows = 0..<0
    /// The pixels of `batchRows`. Each batch has a new region, because libvips ties a region to the thread that created
    /// it, and the workers of a build take turns.
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
                let reason = VipsLibrary.takeError()
                throw .malformed(
                    path: header.path,
                    reason: header.ending == .complete
                        ? "a part of the picture can't be decoded (\(reason))" : "the file ends early")
            }
            batchRows = nextRow..<(nextRow + count)
        }
        let samples = tilework_vips_pixels(region!, 0, Int32(nextRow))!
        picture.convert(samples, count: header.storedWidth, into: row)
        nextRow += 1
    }
}

extension ImageHeader {
    /// Whether libjpeg alone yields the right colors.
    var isPlainJPEG: Bool { kind == .jpeg && !convertsByProfile && bands != 4 }

    /// Returns a reader of the stored rows, before the orientation is applied.
    func makeStoredRowReader() throws(ContentFailure) -> any RowReader {
        if let worker { return LevelRows(WorkerLevel(worker, level: 0)) }
        if let raster {
            return LevelRows(
                RasterLevel(raster: try raster.open(raster.page, isInOrder: true)), batchRows: raster.batchRows)
        }
        if isPlainJPEG, let reader = try JPEGRowReader(path) { return reader }
        if ending != .complete {
            if kind == .webp { return try WebPRowReader(path) }
            if kind == .png, isDecodedWhole { return try PNGPassReader(self) }
        }
        return try VipsRowReader(self)
    }
}
