import Foundation

/// The layout of a toolbar's items, from the leading edge. Flexible spaces share the remaining width equally; without
/// any, it stays at the end. If the items do not fit, their text is truncated, and then the last items are omitted.
struct ToolbarArrangement {
    struct Item {
        var width: CGFloat
        var isSqueezable = false
        var isFlexible = false
        var isSpace = false
    }

    var width: CGFloat
    var height: CGFloat
    var leadingMargin: CGFloat
    var trailingMargin: CGFloat
    var scale: CGFloat
    var items: [Item]

    private static let gap = 2 * BarMeasures.itemPadding
    private static let leastText: CGFloat = 30

    /// Returns the items' frames; nil for omitted ones.
    func frames() -> [CGRect?] {
        var items = items
        var count = items.count
        let room = width - leadingMargin - trailingMargin
        func wanted() -> CGFloat {
            items.prefix(count).indices.reduce(0) { $0 + gap(before: $1, items) + items[$1].width }
        }
        if wanted() > room {
            let texts = items.filter(\.isSqueezable).reduce(0) { $0 + $1.width }
            let part = texts > 0 ? max(0, 1 - (wanted() - room) / texts) : 1
            for index in items.indices where items[index].isSqueezable {
                items[index].width = Swift.min(items[index].width, max(Self.leastText, items[index].width * part))
            }
        }
        while wanted() > room + 0.5, count > 1 { count -= 1 }
        let flexible = items.prefix(count).filter(\.isFlexible).count
        let share = flexible > 0 ? max(0, room - wanted()) / CGFloat(flexible) : 0
        var (x, frames) = (leadingMargin, [CGRect?]())
        for index in items.indices {
            guard index < count else {
                frames.append(nil)
                continue
            }
            x += gap(before: index, items)
            let width = items[index].width + (items[index].isFlexible ? share : 0)
            frames.append(CGRect(x: x.rounded(toScale: scale), y: 0, width: width, height: height))
            x += width
        }
        return frames
    }

    /// Returns the gap before an item: the standard one between two items, no matter which spaces are between them.
    private func gap(before index: Int, _ items: [Item]) -> CGFloat {
        guard !items[index].isSpace, items[..<index].contains(where: { !$0.isSpace }) else { return 0 }
        return Self.gap
    }
}
