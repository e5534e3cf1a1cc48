import Foundation

/// Pieces compressed as simply as their formats allow.
extension SampleTIFF {
    /// The bytes of a number of equal bytes, compressed with PackBits (TIFF 6.0, section 9).
    static func packBits(_ byte: UInt8, count: Int) -> [UInt8] {
        precondition(count % 128 == 0)
        return (0..<count / 128).flatMap { _ in [129, byte] }
    }

    /// Bytes in zlib's format, in one block without compression (RFC 1950 and 1951).
    static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        precondition(bytes.count < 1 << 16)
        let count = UInt16(bytes.count)
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes { (a, b) = ((a + UInt32(byte)) % 65521, (b + a + UInt32(byte)) % 65521) }
        return [0x78, 0x01, 0x01] + Self.bytes([count, ~count]) + bytes
            + Self.bytes([b << 16 | a], isBigEndian: true)
    }

    /// Bytes in codes of LZW for single bytes, with a table that is cleared before it needs more than 9 bits (TIFF 6.0,
    /// section 13).
    static func lzw(_ bytes: [UInt8]) -> [UInt8] {
        var codes: [Int] = []
        for (index, byte) in bytes.enumerated() {
            if index % 200 == 0 { codes.append(256) }
            codes.append(Int(byte))
        }
        return packed([codes + [257]], bits: 9)
    }

    /// Samples of 8 bits as differences from the pixel to the left (TIFF 6.0, section 14), in rows.
    static func differences(_ samples: [UInt8], rowLength: Int, bands: Int) -> [UInt8] {
        samples.indices.map { $0 % rowLength < bands ? samples[$0] : samples[$0] &- samples[$0 - bands] }
    }

    /// Numbers of 32 bits with their bytes apart, the highest first, as differences (Adobe Photoshop TIFF Technical
    /// Note 3), in rows.
    static func floatDifferences(_ numbers: [Float], rowLength: Int) -> [UInt8] {
        stride(from: 0, to: numbers.count, by: rowLength).flatMap { start -> [UInt8] in
            let row = numbers[start..<(start + rowLength)].map { Self.bytes([$0.bitPattern], isBigEndian: true) }
            let planes = (0..<4).flatMap { byte in row.map { $0[byte] } }
            return differences(planes, rowLength: planes.count, bands: 1)
        }
    }

    /// A tile of 16 × 16 numbers of 32 bits, compressed with LERC by GDAL 3.6.2: 100 and 200 in the halves of the upper
    /// rows, and 300 and 400 in those of the lower ones.
    static let lerc = base64(
        "TGVyYzIgBAAAAOiM2dIQAAAAEAAAAAEAAAAAAQAACAAAAFkAAAAGAAAAAAAAAAAAAAAAAAAAAABZQAAAAAAAAHlAAAAAAAAAyEIAAMhDAINk"
            + "h8hDLAFHkAE=")

    /// A picture of 16 × 16 pixels of gray 200 in JPEG, by Pillow 9.4.
    static let grayJPEG = base64(
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8X"
            + "GBYUGBIUFRT/wAALCAAQABABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQR"
            + "BRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4"
            + "eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEB"
            + "AAA/APsCiiiv/9k=")

    private static func base64(_ text: String) -> [UInt8] { Data(base64Encoded: text).map(Array.init) ?? [] }
}
