import Foundation
import TileGraphics
import TileSupport

/// A cache of the text that a thread laid out recently, so that drawing the same label again needs no layout.
///
/// The cache has two generations. An entry that is used moves to the young one; when that is full, the old one is
/// dropped. The size is therefore bounded, and a lookup costs one hash.
struct TextBlockCache {
    struct Key: Hashable {
        var text: StyledText
        var container: TextContainer

        // Width and line limit distinguish containers often enough.
        func hash(into hasher: inout Hasher) {
            text.hash(into: &hasher)
            hasher.combine(container.width)
            hasher.combine(container.lineLimit)
        }
    }

    private var young: [Key: TextBlock] = [:]
    private var old: [Key: TextBlock] = [:]

    /// The maximum number of labels in a generation. A label with its text and glyphs takes about a kilobyte, besides
    /// the images of its attachments.
    static let most = 2048
    /// The maximum length of cached text, in UTF-8 bytes. Longer text is laid out each time, because looking it up and
    /// keeping it would cost more.
    static let longest = 1024
    /// The maximum number of pixels in the images of cached text, because an entry keeps them alive.
    static let mostPixels = 16_384

    static let ofThread = ThreadLocal { TextBlockCache() }

    var count: Int { young.count + old.count }

    mutating func block(_ key: Key) -> TextBlock {
        if let known = young[key] { return known }
        let shaper = TextShaper.ofThread.value
        let incompleteCount = shaper.incompleteCount
        let block = old[key] ?? TextBlock(key.text, key.container)
        guard key.text.string.utf8.count <= Self.longest, shaper.incompleteCount == incompleteCount,
            key.text.pixelCount <= Self.mostPixels
        else { return block }
        if young.count >= Self.most {
            old = young
            young = [:]
        }
        young[key] = block
        return block
    }
}

extension TextBlock {
    /// Returns the block of a text in a container, from the thread's cache if possible.
    package static func cached(_ text: StyledText, _ container: TextContainer = TextContainer()) -> TextBlock {
        TextBlockCache.ofThread.value.block(TextBlockCache.Key(text: text, container: container))
    }

    /// Returns the block of a string with uniform attributes, from the thread's cache if possible.
    ///
    /// Use it for labels that are drawn repeatedly. Each thread keeps a few thousand.
    public static func cached(
        _ string: String, attributes: [NSAttributedString.Key: Any]?, in container: TextContainer = TextContainer()
    ) -> TextBlock {
        cached(StyledText(string, attributes.map { TextAttributes($0) } ?? TextAttributes()), container)
    }

    /// Attributed-string form of `cached(_:attributes:in:)`. Reading the attributes costs a few microseconds.
    public static func cached(
        _ text: NSAttributedString, in container: TextContainer = TextContainer()
    ) -> TextBlock {
        cached(StyledText(text), container)
    }
}
