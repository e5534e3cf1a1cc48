import CPNG
import CVips
import Foundation
import TileGraphics

/// Reads the rows of an interlaced PNG file that ends early (Adam7, PNG specification, section 8). The available passes
/// show the whole picture with less detail. If only the first pass is available, it shows rows from the top.
final class PNGPassReader: RowReader {
    private let path: String
    private let conversion: SampleConversion
    private let width: Int
    private let rowBytes: Int
    private let samples: [UInt8]
    /// The number of rows with pixels.
    private let count: Int
    private var next = 0

    /// Whether passes that refine the picture are missing.
    let lacksDetail: Bool

    /// Decodes the available part, in memory for the whole picture.
    init(_ header: ImageHeader) throws(ContentFailure) {
        path = header.path
        width = header.storedWidth
        do {
            conversion = try header.toPixels(
                VipsPicture.open(header.path, kind: .png, access: VIPS_ACCESS_SEQUENTIAL)
            ).conversion
        } catch let failure as ContentFailure {
            throw failure
        } catch {
            throw .malformed(path: header.path, reason: ImageHeader.endsTooEarly())
        }
        let descriptor = open(header.path, O_RDONLY | O_CLOEXEC)
        var found = tilework_png_header()
        guard descriptor >= 0, let file = tilework_png_open_file(descriptor, &found) else {
            throw .malformed(path: header.path, reason: ImageHeader.endsTooEarly())
        }
        defer { tilework_png_close(file) }
        // The samples must be the same as those from libvips.
        guard Int(found.width) == width, Int(found.height) == header.storedHeight, found.is_interlaced != 0,
            Int(found.channels) * Int(found.sample_bytes) == conversion.samples.pixelBytes
        else { throw .malformed(path: header.path, reason: ImageHeader.endsTooEarly()) }
        let height = header.storedHeight
        let rowBytes = width * conversion.samples.pixelBytes
        self.rowBytes = rowBytes
        var (passes, rows): (Int32, Int32) = (0, 0)
        samples = [UInt8](unsafeUninitializedCapacity: rowBytes * height) { buffer, initialized in
            // Pixels that are not decoded are clear, or black if the picture has no alpha.
            memset(buffer.baseAddress!, 0, rowBytes * height)
            tilework_png_read_passes(file, buffer.baseAddress!, rowBytes, Int32(height), &passes, &rows)
            initialized = rowBytes * height
        }
        count = passes > 0 ? height : Int(rows)
        lacksDetail = passes < 7
    }

    func readRow(into row: UnsafeMutablePointer<UInt32>) throws(ContentFailure) {
        guard next < count else { throw .malformed(path: path, reason: "the file ends early") }
        samples.withUnsafeBufferPointer { samples in
            conversion.convert(samples.baseAddress! + next * rowBytes, count: width, into: row)
        }
        next += 1
    }
}
