import CVips
import Foundation
import ImageMessages
import TileGraphics

/// Decodes the first frame of a GIF file through libvips.
enum GIFImage {
    /// Returns the size in pixels from the file's header; nil if it is not a GIF or exceeds the image limits.
    static func size(_ file: Data) -> (width: Int, height: Int)? {
        let start = [UInt8](file.prefix(10))
        guard start.count == 10, start.starts(with: "GIF8".utf8) else { return nil }
        // The logical screen descriptor: GIF89a, 18.
        let (width, height) = (Int(start[6]) | Int(start[7]) << 8, Int(start[8]) | Int(start[9]) << 8)
        guard width > 0, height > 0, max(width, height) <= CGImage.longestSide,
            width * height <= CGImage.maxDecodedPixels
        else { return nil }
        return (width, height)
    }

    static func decoding(_ file: Data) -> Bitmap? {
        guard let size = size(file) else { return nil }
        return file.withUnsafeBytes { bytes -> Bitmap? in
            // The picture refers to the bytes without copying them; it is released before they are.
            guard let picture = try? VipsPicture.gif(bytes), picture.width == size.width,
                picture.height == size.height, let shown = try? covered(picture, bytes),
                let pixels = try? PixelPicture(shown, profile: nil, path: "")
            else { return nil }
            let bitmap = Bitmap(width: size.width, height: size.height)
            do {
                try pixels.readRows(x: 0, y: 0, width: size.width, height: size.height) { row, samples in
                    pixels.convert(samples, count: size.width, into: bitmap.row(row).baseAddress!)
                }
            } catch {
                return nil
            }
            return bitmap
        }
    }

    /// Makes the part of the screen transparent that the picture does not cover.
    private static func covered(
        _ picture: VipsPicture, _ file: UnsafeRawBufferPointer
    ) throws(VipsLibrary.Failure) -> VipsPicture {
        let coverage = GIFCoverage { offset, count in
            offset <= file.count - count ? Array(file[offset..<(offset + count)]) : nil
        }
        guard picture.bands % 2 == 1, let part = coverage?.partial(ofScreen: picture.width, picture.height) else {
            return picture
        }
        return try picture.then {
            tilework_vips_cover($0, Int32(part.left), Int32(part.top), Int32(part.width), Int32(part.height))
        }
    }
}
