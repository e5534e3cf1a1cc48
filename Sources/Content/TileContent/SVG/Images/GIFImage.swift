import Foundation
import TileGraphics

/// The first picture of a GIF file, read through libvips.
enum GIFImage {
    /// The size in pixels that the file says it has; nil when it is none, or larger than images may be.
    static func size(_ file: Data) -> (width: Int, height: Int)? {
        let start = [UInt8](file.prefix(10))
        guard start.count == 10, start.starts(with: "GIF8".utf8) else { return nil }
        // The logical screen: GIF89a, 18.
        let (width, height) = (Int(start[6]) | Int(start[7]) << 8, Int(start[8]) | Int(start[9]) << 8)
        guard width > 0, height > 0, max(width, height) <= CGImage.longestSide,
            width * height <= CGImage.maxDecodedPixels
        else { return nil }
        return (width, height)
    }

    static func decoding(_ file: Data) -> Bitmap? {
        guard let size = size(file) else { return nil }
        return file.withUnsafeBytes { bytes -> Bitmap? in
            // The picture refers to the bytes, and ends before they do.
            guard let picture = try? VipsPicture.gif(bytes), picture.width == size.width,
                picture.height == size.height, let pixels = try? PixelPicture(picture, profile: nil, path: "")
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
}
