/// A request from Tilework to the worker process that decodes images.
///
/// A request has a fixed number of 64-bit words in native byte order, so that its length need not be trusted. Each is
/// answered with one `ImageReply`.
package enum ImageRequest: Hashable, Sendable {
    /// Opens a file. Its path, `pathBytes` bytes of UTF-8, follows. From then on, the process may use `memory` bytes of
    /// address space. The reply is an `ImageDescription`.
    case open(ImageFormat, pathBytes: Int, memory: Int, processorSeconds: Int)
    /// Decodes a window of a level. The reply is its samples.
    case read(level: Int, ImageWindow, processorSeconds: Int)

    package static let wordCount = 8
    /// The maximum length of a path in the system.
    package static let longestPath = 4096

    package init?(words: [UInt64]) {
        guard words.count == Self.wordCount, (1...1 << 30).contains(words[1]) else { return nil }
        let seconds = Int(words[1])
        switch words[0] {
        case 1:
            guard let format = ImageFormat(rawValue: words[2]), (1...UInt64(Self.longestPath)).contains(words[3]),
                (1...1 << 50).contains(words[4])
            else { return nil }
            self = .open(format, pathBytes: Int(words[3]), memory: Int(words[4]), processorSeconds: seconds)
        case 2:
            guard words[2] < 64, words[3...6].allSatisfy({ $0 <= UInt64(Int32.max) }) else { return nil }
            let window = ImageWindow(
                x: Int(words[3]), y: Int(words[4]), width: Int(words[5]), height: Int(words[6]))
            guard window.width > 0, window.height > 0 else { return nil }
            self = .read(level: Int(words[2]), window, processorSeconds: seconds)
        default: return nil
        }
    }

    package var words: [UInt64] {
        switch self {
        case .open(let format, let pathBytes, let memory, let seconds):
            [1, UInt64(seconds), format.rawValue, UInt64(pathBytes), UInt64(memory), 0, 0, 0]
        case .read(let level, let window, let seconds):
            [
                2, UInt64(seconds), UInt64(level), UInt64(window.x), UInt64(window.y), UInt64(window.width),
                UInt64(window.height), 0,
            ]
        }
    }
}

/// The decoder for a file.
package enum ImageFormat: UInt64, Hashable, Sendable {
    case gif = 1
    /// HEIF, including AVIF.
    case heif
    case jpeg2000
    case jpegXL
    /// A slide format read by OpenSlide.
    case slide
    case bmp
    /// PBM, PGM, PPM and PAM.
    case pnm
    case pfm
    /// Radiance HDR.
    case radiance
    case qoi
    /// The flattened picture of a Photoshop document.
    case photoshop
    /// A TIFF whose pieces are JPEG 2000 in RGB.
    case rgbInJPEG2000
}

/// A rectangle of a level, in its pixels.
package struct ImageWindow: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}
