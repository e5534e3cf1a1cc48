import Foundation

/// Color information in the headers of image files that the decoding libraries do not return. libpng returns PNG's
/// profile, and `PNGColors` reads its other chunks.
///
/// - SeeAlso: ICC.1:2022, B.4 (JPEG's APP2 segments); ITU-T T.81, B.1.1; WebP container specification, ICCP.
enum EmbeddedProfile {
    // MARK: JPEG

    private static let jpegMark = Array("ICC_PROFILE\0".utf8)

    /// Returns a JPEG file's profile, assembled from its parts; nil if there is none.
    static func ofJPEG(_ file: UnsafeRawBufferPointer) -> Data? {
        // Part number, number of parts, and a part of the profile. Of parts with the same number, the first counts.
        var parts: [UInt8: Slice<UnsafeRawBufferPointer>] = [:]
        forEachSegment(ofJPEG: file) { marker, body in
            guard marker == 0xE2, body.count > jpegMark.count + 2, body.starts(with: jpegMark) else { return }
            let number = body[body.startIndex + jpegMark.count]
            if parts[number] == nil { parts[number] = body.dropFirst(jpegMark.count + 2) }
        }
        guard !parts.isEmpty else { return nil }
        var profile = Data()
        for (_, part) in parts.sorted(by: { $0.key < $1.key }) { profile.append(contentsOf: part) }
        return profile
    }

    /// Returns whether a JPEG file has the marker of Adobe's programs, which store inverted inks.
    static func isByAdobe(_ file: UnsafeRawBufferPointer) -> Bool {
        var isByAdobe = false
        forEachSegment(ofJPEG: file) { marker, body in
            // The marker has the name, a version, two words of flags and the transform.
            if marker == 0xEE, body.count >= 12, body.starts(with: "Adobe".utf8) { isByAdobe = true }
        }
        return isByAdobe
    }

    private static func forEachSegment(
        ofJPEG file: UnsafeRawBufferPointer, _ body: (_ marker: UInt8, Slice<UnsafeRawBufferPointer>) -> Void
    ) {
        var at = 2
        while at + 4 <= file.count, file[at] == 0xFF {
            let marker = file[at + 1]
            // Fill bytes may precede any marker.
            if marker == 0xFF {
                at += 1
                continue
            }
            let length = Int(file[at + 2]) << 8 | Int(file[at + 3])
            // The start of the scan ends the headers.
            guard marker != 0xDA, length >= 2, at + 2 + length <= file.count else { break }
            body(marker, file[(at + 4)..<(at + 2 + length)])
            at += 2 + length
        }
    }

    // MARK: WebP

    /// Returns a WebP file's profile; nil if there is none.
    static func ofWebP(_ file: UnsafeRawBufferPointer) -> Data? {
        var at = 12
        while at + 8 <= file.count {
            let length = (0..<4).reduce(0) { $0 | Int(file[at + 4 + $1]) << (8 * $1) }
            let name = String(decoding: file[at..<at + 4], as: UTF8.self)
            guard length <= file.count - at - 8, name != "VP8 ", name != "VP8L" else { return nil }
            if name == "ICCP" { return Data(file[(at + 8)..<(at + 8 + length)]) }
            at += 8 + length + length % 2
        }
        return nil
    }
}
