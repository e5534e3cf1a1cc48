/// A request from Tilework to the worker process that draws with librsvg.
///
/// A request has a fixed number of 64-bit words in native byte order, so that its length need not be trusted. `open` is
/// followed by the document's bytes. Each is answered with one `LibrsvgReply`.
package enum LibrsvgRequest: Hashable, Sendable {
    /// Opens a document. `prologue` bytes before the root element follow, then `root` bytes of the root element and the
    /// rest. From then on, the process may use `memory` bytes of address space. The reply is the document's size, or a
    /// size of 0 without `wantsSize`.
    case open(prologue: Int, root: Int, memory: Int, wantsSize: Bool, processorSeconds: Int)
    /// Draws a window of the document. The reply is its pixels.
    case draw(LibrsvgWindow, processorSeconds: Int)
    /// Measures an element in a document of this size. Its id, `name` bytes of UTF-8, follows. The reply is a
    /// `LibrsvgExtent`.
    case measure(name: Int, contentWidth: Double, contentHeight: Double, processorSeconds: Int)
    /// Draws a part of a window with a single element. The reply is the pixels of the part.
    case drawElement(name: Int, LibrsvgWindow, LibrsvgPart, processorSeconds: Int)

    package static let wordCount = 12
    /// The maximum length of an id.
    package static let longestName = 1000
    package static let byteCount = wordCount * 8

    package init?(words: [UInt64]) {
        guard words.count == Self.wordCount else { return nil }
        func count(_ index: Int) -> Int { Int(truncatingIfNeeded: words[index]) }
        let seconds = count(1)
        guard seconds > 0 else { return nil }
        switch words[0] {
        case 1:
            guard count(2) >= 0, count(3) > 0, count(4) > 0, count(2) < 1 << 40, count(3) < 1 << 40 else { return nil }
            self = .open(
                prologue: count(2), root: count(3), memory: count(4), wantsSize: words[5] != 0,
                processorSeconds: seconds)
        case 2:
            guard let window = LibrsvgWindow(words: words[2..<9]) else { return nil }
            self = .draw(window, processorSeconds: seconds)
        case 3:
            guard (1...Self.longestName).contains(count(2)) else { return nil }
            let (width, height) = (Double(bitPattern: words[3]), Double(bitPattern: words[4]))
            guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
            self = .measure(name: count(2), contentWidth: width, contentHeight: height, processorSeconds: seconds)
        case 4:
            guard let window = LibrsvgWindow(words: words[2..<9]), (1...Self.longestName).contains(count(9)) else {
                return nil
            }
            let part = LibrsvgPart(word: words[10])
            guard part.isValid(in: window) else { return nil }
            self = .drawElement(name: count(9), window, part, processorSeconds: seconds)
        default: return nil
        }
    }

    package var words: [UInt64] {
        var words = [UInt64](repeating: 0, count: Self.wordCount)
        switch self {
        case .open(let prologue, let root, let memory, let wantsSize, let processorSeconds):
            words[0] = 1
            words[1] = UInt64(processorSeconds)
            words[2] = UInt64(prologue)
            words[3] = UInt64(root)
            words[4] = UInt64(memory)
            words[5] = wantsSize ? 1 : 0
        case .draw(let window, let processorSeconds):
            words[0] = 2
            words[1] = UInt64(processorSeconds)
            words.replaceSubrange(2..<9, with: window.words)
        case .measure(let name, let contentWidth, let contentHeight, let processorSeconds):
            words[0] = 3
            words[1] = UInt64(processorSeconds)
            words[2] = UInt64(name)
            words[3] = contentWidth.bitPattern
            words[4] = contentHeight.bitPattern
        case .drawElement(let name, let window, let part, let processorSeconds):
            words[0] = 4
            words[1] = UInt64(processorSeconds)
            words.replaceSubrange(2..<9, with: window.words)
            words[9] = UInt64(name)
            words[10] = part.word
        }
        return words
    }
}
