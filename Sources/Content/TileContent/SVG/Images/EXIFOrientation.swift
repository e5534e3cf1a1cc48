import Foundation
import TileGeometry

/// The reader of the orientation that an image's EXIF data states: EXIF 2.32, 4.5.2 and 4.6.4; TIFF 6.0, section 2.
enum EXIFOrientation {
    /// Headers come first. Beyond this the file has no orientation that browsers would find early.
    private static let maxBytes = 1 << 20
    private static let orientationTag = 274

    /// Returns the orientation of a JPEG, PNG or WebP file; upright if it states none.
    static func read(_ file: Data) -> Orientation {
        let bytes = [UInt8](file.prefix(maxBytes))
        let found =
            if bytes.starts(with: [0xFF, 0xD8]) {
                jpeg(bytes)
            } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
                chunks(bytes, from: 8, named: "eXIf") { at in
                    (bytes[at + 4..<at + 8], big(bytes[at..<at + 4]), at + 8, 4)
                }
            } else if bytes.starts(with: Array("RIFF".utf8)) {
                chunks(bytes, from: 12, named: "EXIF") { at in
                    let length = big(bytes[at + 4..<at + 8].reversed())
                    return (bytes[at..<at + 4], length, at + 8, length & 1)
                }
            } else {
                Orientation?.none
            }
        return found ?? .upright
    }

    private static func big(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func jpeg(_ bytes: [UInt8]) -> Orientation? {
        var at = 2
        while at + 4 <= bytes.count, bytes[at] == 0xFF {
            let length = big(bytes[at + 2..<at + 4])
            // The start of the scan ends the headers.
            guard bytes[at + 1] != 0xDA, length >= 2, at + 2 + length <= bytes.count else { return nil }
            let body = bytes[at + 4..<at + 2 + length]
            if bytes[at + 1] == 0xE1, body.starts(with: Array("Exif\0\0".utf8)) { return directory(body.dropFirst(6)) }
            at += 2 + length
        }
        return nil
    }

    /// Returns the orientation in a file of chunks.
    ///
    /// - Parameter chunk: Returns the name and the length of the chunk whose 8 bytes of header start at a position, the
    ///   position of its content, and the number of bytes after it.
    private static func chunks(
        _ bytes: [UInt8], from start: Int, named name: String,
        _ chunk: (Int) -> (name: ArraySlice<UInt8>, length: Int, content: Int, tail: Int)
    ) -> Orientation? {
        var at = start
        while at + 8 <= bytes.count {
            let found = chunk(at)
            guard found.content + found.length <= bytes.count else { return nil }
            if found.name.elementsEqual(name.utf8) {
                let body = bytes[found.content..<found.content + found.length]
                return directory(body.starts(with: Array("Exif\0\0".utf8)) ? body.dropFirst(6) : body)
            }
            at = found.content + found.length + found.tail
        }
        return nil
    }

    private static func directory(_ tiff: ArraySlice<UInt8>) -> Orientation? {
        let tiff = Array(tiff)
        guard tiff.count >= 8 else { return nil }
        let isLittle = tiff[0] == 0x49 && tiff[1] == 0x49
        guard isLittle || (tiff[0] == 0x4D && tiff[1] == 0x4D) else { return nil }
        func number(_ at: Int, _ count: Int) -> Int? {
            guard at + count <= tiff.count else { return nil }
            let bytes = tiff[at..<at + count]
            return isLittle ? big(bytes.reversed()) : big(bytes)
        }
        guard number(2, 2) == 42, let start = number(4, 4), let count = number(start, 2) else { return nil }
        for entry in 0..<count {
            let at = start + 2 + entry * 12
            guard let tag = number(at, 2) else { return nil }
            if tag == orientationTag { return number(at + 8, 2).flatMap { Orientation(rawValue: $0) } }
        }
        return nil
    }
}

extension Orientation {
    /// The transform from the stored image, at its size in pixels, to the image as it is shown, with its top left at
    /// the origin.
    func transform(storedWidth width: Double, height: Double) -> CGAffineTransform {
        switch self {
        case .upright: .identity
        case .mirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
        case .upsideDown: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
        case .flipped: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
        case .transposed: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
        case .quarterRight: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
        case .transverse: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: height, ty: width)
        case .quarterLeft: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
        }
    }
}
