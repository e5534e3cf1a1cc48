/// What Tilework asks of the process that decodes images.
///
/// A request is so many words of 64 bits in the machine's own order, always as many, so that its length need not be
/// believed. Each is answered by one `ImageReply`.
package enum ImageRequest: Hashable, Sendable {
    /// Take the file whose path follows, of `pathBytes` bytes of UTF-8. The process may take `memory` bytes of address
    /// space from now on. Answered by an `ImageDescription`.
    case open(ImageFormat, pathBytes: Int, memory: Int, processorSeconds: Int)
    /// Decode this part of one of its levels. Answered by samples.
    case read(level: Int, ImageWindow, processorSeconds: Int)

    package static let wordCount = 8
    /// The longest path that a system takes.
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

/// Which decoder reads a file.
package enum ImageFormat: UInt64, Hashable, Sendable {
    case gif = 1
    /// HEIF, AVIF among them.
    case heif
    case jpeg2000
    case jpegXL
    /// What OpenSlide reads.
    case slide
}

/// A rect of a level, in its pixels.
package struct ImageWindow: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}
