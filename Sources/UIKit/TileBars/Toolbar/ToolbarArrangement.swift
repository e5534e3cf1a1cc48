import Foundation

/// Who stands where in a toolbar, counted from the leading edge. What the items leave goes to the flexible spaces in
/// equal parts; without such it is left at the end. Where they want more than there is, the text of items is cut off,
/// and then the last items are left out.
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

    /// The items' places; nil for those left out.
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

    /// Between two items, whatever space is between them.
    private func gap(before index: Int, _ items: [Item]) -> CGFloat {
        guard !items[index].isSpace, items[..<index].contains(where: { !$0.isSpace }) else { return 0 }
        return Self.gap
    }
}
