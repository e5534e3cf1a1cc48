import CWebP
import Foundation
import TileGraphics

/// Reads the rows of a WebP file that ends early, as far as libwebp decodes them. libvips reads only complete files.
final class WebPRowReader: RowReader {
    private let path: String
    private let decoder: OpaquePointer
    private let conversion: SampleConversion
    private let width: Int
    /// Decoded samples, which belong to the decoder; nil if no rows are decoded.
    private let samples: UnsafeMutablePointer<UInt8>?
    private let stride: Int
    /// The number of decoded rows.
    private let count: Int
    private var next = 0

    /// The bytes given to the decoder at a time.
    private static let batch = 256 << 10

    /// Decodes the available part, in memory for the whole picture.
    ///
    /// - Throws: `.malformed` if the file ends before the picture.
    init(_ path: String) throws(ContentFailure) {
        self.path = path
        guard let file = FileBytes(path), let head = WebPFile(file), !head.isAnimated,
            let decoder = WebPINewRGB(head.hasAlpha ? MODE_RGBA : MODE_RGB, nil, 0, 0)
        else { throw .malformed(path: path, reason: ImageHeader.endsTooEarly()) }
        self.decoder = decoder
        conversion = SampleConversion(ImageHeader.samples(of: head), profile: head.profile)
        width = head.width
        var place = 0
        while place < file.count {
            guard let bytes = file.bytes(at: place, count: min(Self.batch, file.count - place)) else { break }
            let status = WebPIAppend(decoder, bytes, bytes.count)
            // Damage ends the picture in the same way as the end of the file.
            guard status == VP8_STATUS_SUSPENDED else { break }
            place += bytes.count
        }
        var (last, decodedWidth, decodedHeight, stride): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let samples = WebPIDecGetRGB(decoder, &last, &decodedWidth, &decodedHeight, &stride)
        let isAsAnnounced = Int(decodedWidth) == head.width && Int(decodedHeight) == head.height
        self.samples = isAsAnnounced ? samples : nil
        count = isAsAnnounced ? Int(last) : 0
        self.stride = Int(stride)
    }

    deinit { WebPIDelete(decoder) }

    func readRow(into row: UnsafeMutablePointer<UInt32>) throws(ContentFailure) {
        guard let samples, next < count else { throw .malformed(path: path, reason: "the file ends early") }
        conversion.convert(samples + next * stride, count: width, into: row)
        next += 1
    }
}

extension ImageHeader {
    /// Returns the layout of the samples that libwebp decodes from a file.
    static func samples(of file: WebPFile) -> SampleConversion.Samples {
        SampleConversion.Samples(.rgb, hasAlpha: file.hasAlpha, bytes: 1)
    }
}
