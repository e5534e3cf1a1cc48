import Foundation

/// The orientation that a JPEG file states.
///
/// - SeeAlso: EXIF 2.32, 4.5.2 (the APP1 segment) and 4.6.4 A (tag 274); TIFF 6.0, section 2 (headers and directories).
enum ExifOrientation {
    /// nil when the file states none, or is none that can be read.
    static func read(_ file: Data) -> UIImage.Orientation? {
        let bytes = [UInt8](file.prefix(maxBytes))
        guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        var at = 2
        while at + 4 <= bytes.count, bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
            // The scan's start ends the headers.
            guard marker != 0xDA, length >= 2, at + 2 + length <= bytes.count else { return nil }
            let body = bytes[(at + 4)..<(at + 2 + length)]
            if marker == 0xE1, body.starts(with: Array("Exif\0\0".utf8)) {
                return directory(Array(body.dropFirst(6)))
            }
            at += 2 + length
        }
        return nil
    }

    /// Headers come first, and each segment has at most 64 KB; beyond this there is an image.
    private static let maxBytes = 1 << 20
    private static let orientationTag = 274

    private static func directory(_ tiff: [UInt8]) -> UIImage.Orientation? {
        guard tiff.count >= 8 else { return nil }
        let isLittle = tiff[0] == 0x49 && tiff[1] == 0x49
        guard isLittle || (tiff[0] == 0x4D && tiff[1] == 0x4D) else { return nil }
        func number(_ at: Int, _ count: Int) -> Int? {
            guard at >= 0, at + count <= tiff.count else { return nil }
            let bytes = tiff[at..<at + count]
            return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard number(2, 2) == 42, let start = number(4, 4), let count = number(start, 2) else { return nil }
        for entry in 0..<count {
            let at = start + 2 + entry * 12
            guard let tag = number(at, 2) else { return nil }
            if tag == orientationTag { return number(at + 8, 2).flatMap { UIImage.Orientation(exif: $0) } }
        }
        return nil
    }
}
