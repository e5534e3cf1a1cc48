import Foundation
import TileSupport

/// What a thread laid out lately, so that drawing the same label again only draws.
///
/// Two generations: what is used moves to the young one, and when that is full the old one goes. So what it holds is
/// bounded, and looking up costs one hash.
struct TextBlockCache {
    struct Key: Hashable {
        var text: StyledText
        var container: TextContainer

        // Width and limit tell containers apart often enough.
        func hash(into hasher: inout Hasher) {
            text.hash(into: &hasher)
            hasher.combine(container.width)
            hasher.combine(container.lineLimit)
        }
    }

    private var young: [Key: TextBlock] = [:]
    private var old: [Key: TextBlock] = [:]

    /// Labels in one generation. One with its text and glyphs takes about a kilobyte.
    static let most = 2048
    /// In UTF-8 bytes. Longer text is laid out each time: looking it up would cost too, and keeping it more.
    static let longest = 1024

    static let ofThread = ThreadLocal { TextBlockCache() }

    var count: Int { young.count + old.count }

    mutating func block(_ key: Key) -> TextBlock {
        if let known = young[key] { return known }
        let block = old[key] ?? TextBlock(key.text, key.container)
        guard key.text.string.utf8.count <= Self.longest else { return block }
        if young.count >= Self.most {
            old = young
            young = [:]
        }
        young[key] = block
        return block
    }
}

extension TextBlock {
    /// The block of a text in a container: one that this thread laid out lately, or a new one.
    package static func cached(_ text: StyledText, _ container: TextContainer = TextContainer()) -> TextBlock {
        TextBlockCache.ofThread.value.block(TextBlockCache.Key(text: text, container: container))
    }

    /// The block of a string that has the same attributes everywhere: one that this thread laid out lately, or a new
    /// one.
    ///
    /// For labels that are drawn again and again. Each thread keeps some thousand.
    public static func cached(
        _ string: String, attributes: [NSAttributedString.Key: Any]?, in container: TextContainer = TextContainer()
    ) -> TextBlock {
        cached(StyledText(string, attributes.map { TextAttributes($0) } ?? TextAttributes()), container)
    }

    /// As `cached(_:attributes:in:)`, of an attributed string. Reading its attributes costs some microseconds.
    public static func cached(
        _ text: NSAttributedString, in container: TextContainer = TextContainer()
    ) -> TextBlock {
        cached(StyledText(text), container)
    }
}
