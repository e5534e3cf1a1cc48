import Foundation

/// The layout of the row of a navigation bar, from the leading edge.
///
/// The outer items keep their positions. The title is centered in the bar, or as near to the center as the items allow.
/// If the width is too small, the back button first shows "Back" and then no text. Then the title is truncated, then
/// the text of items. Finally the innermost items are omitted.
struct NavigationBarArrangement {
    /// The widths of the back button, in points; nil for a text that is not available.
    struct Back {
        var chevron: CGFloat
        var gap: CGFloat
        var title: CGFloat?
        var generic: CGFloat?
    }

    struct Item {
        var width: CGFloat
        var isSqueezable: Bool
        /// Whether the item is a space, which has no gaps around it.
        var isSpace: Bool = false
    }

    enum BackText { case title, generic, none }

    var width: CGFloat
    var height: CGFloat
    /// The distance from the edges to the outermost items.
    var leadingMargin: CGFloat
    var trailingMargin: CGFloat
    /// The distance from the leading edge to the chevron.
    var chevronMargin: CGFloat
    var scale: CGFloat
    var back: Back?
    var leading: [Item]
    /// The center items, which are placed as close to the middle as the other parts allow. They require a leading
    /// title.
    var center: [Item] = []
    var trailing: [Item]
    /// The preferred width of the title; 0 for none.
    var title: CGFloat
    /// Whether the title follows the leading items instead of being centered.
    var isTitleLeading = false

    struct Result {
        var backText = BackText.none
        var back: CGRect?
        /// The frames of the items; nil for an item that is omitted.
        var leading: [CGRect?] = []
        var center: [CGRect?] = []
        var trailing: [CGRect?] = []
        /// The frame of the title; nil if it is not shown.
        var title: CGRect?
    }

    private static let itemGap = 2 * BarMeasures.itemPadding
    private static let titleGap = BarMeasures.titleGap
    /// The minimum width of titles and texts; narrower ones are unreadable.
    private static let leastText: CGFloat = 30

    func result() -> Result {
        var result = Result()
        let (leadingWidth, trailingWidth) = (Self.width(of: leading), Self.width(of: trailing))
        if let back {
            let rest = width - (trailing.isEmpty ? trailingMargin : trailingMargin + trailingWidth + Self.titleGap)
            let inner = leading.isEmpty ? 0 : leadingWidth + Self.itemGap
            let needed = title > 0 ? title + Self.titleGap : 0
            result.backText =
                candidates(back).first { chevronMargin + backWidth($0, back) + inner + needed <= rest } ?? .none
            result.back = CGRect(x: chevronMargin, y: 0, width: backWidth(result.backText, back), height: height)
        }
        let start = result.back.map { $0.maxX + (leading.isEmpty ? 0 : Self.itemGap) } ?? leadingMargin
        layOutItems(from: start, into: &result)
        placeTitle(from: start, into: &result)
        placeCenter(into: &result)
        return result
    }

    /// Whether the parts do not fit even if the back button shows no text.
    var isCrowded: Bool {
        let start =
            back.map { chevronMargin + backWidth(.none, $0) + (leading.isEmpty ? 0 : Self.itemGap) } ?? leadingMargin
        let parts = [Self.width(of: leading), title, Self.width(of: center), Self.width(of: trailing)]
            .filter { $0 > 0 }
        return start + parts.reduce(0, +) + CGFloat(max(0, parts.count - 1)) * Self.titleGap + trailingMargin > width
    }

    private func placeCenter(into result: inout Result) {
        guard !center.isEmpty else { return }
        let wanted = Self.width(of: center)
        let inner = result.title?.maxX ?? result.leading.compactMap { $0?.maxX }.max() ?? result.back?.maxX
        let outer = result.trailing.compactMap { $0?.minX }.min()
        let low = inner.map { $0 + Self.titleGap } ?? leadingMargin
        let high = outer.map { $0 - Self.titleGap } ?? width - trailingMargin
        result.center = frames(center, center.count, from: max(low, min((width - wanted) / 2, high - wanted)))
    }

    private func candidates(_ back: Back) -> [BackText] {
        var all: [BackText] = []
        // A text that takes more than half of the bar is never used.
        if let title = back.title, title <= width / 2 { all.append(.title) }
        if let generic = back.generic, back.title.map({ $0 > generic }) ?? true { all.append(.generic) }
        return all + [.none]
    }

    private func backWidth(_ text: BackText, _ back: Back) -> CGFloat {
        let text: CGFloat? =
            switch text {
            case .title: back.title
            case .generic: back.generic
            case .none: nil
            }
        return back.chevron + (text.map { back.gap + $0 } ?? 0)
    }

    private static func width(of items: [Item]) -> CGFloat {
        var (width, isFirst) = (CGFloat(0), true)
        for item in items {
            if !isFirst, !item.isSpace { width += itemGap }
            width += item.width
            isFirst = false
        }
        return width
    }

    /// Places the items. If they do not fit, texts are truncated and inner items are omitted.
    private func layOutItems(from start: CGFloat, into result: inout Result) {
        var (leading, trailing) = (leading, trailing)
        var (leadingCount, trailingCount) = (leading.count, trailing.count)
        func excess() -> CGFloat {
            let kept = (leading.prefix(leadingCount), trailing.prefix(trailingCount))
            let gap = kept.0.isEmpty || kept.1.isEmpty ? 0 : Self.titleGap
            return start + Self.width(of: Array(kept.0)) + gap + Self.width(of: Array(kept.1)) + trailingMargin - width
        }
        if excess() > 0 {
            let texts = leading + trailing
            let total = texts.filter(\.isSqueezable).reduce(0) { $0 + $1.width }
            let part = total > 0 ? max(0, 1 - excess() / total) : 1
            for index in leading.indices where leading[index].isSqueezable {
                leading[index].width = Swift.min(leading[index].width, max(Self.leastText, leading[index].width * part))
            }
            for index in trailing.indices where trailing[index].isSqueezable {
                trailing[index].width =
                    Swift.min(trailing[index].width, max(Self.leastText, trailing[index].width * part))
            }
        }
        while excess() > 0.5, leadingCount + trailingCount > 1 {
            if trailingCount >= leadingCount { trailingCount -= 1 } else { leadingCount -= 1 }
        }
        result.leading = frames(leading, leadingCount, from: start)
        result.trailing = frames(trailing, trailingCount, from: trailingMargin).map { $0?.mirrored(in: width) }
    }

    private func frames(_ items: [Item], _ count: Int, from start: CGFloat) -> [CGRect?] {
        var (x, frames) = (start, [CGRect?]())
        for (index, item) in items.enumerated() {
            guard index < count else {
                frames.append(nil)
                continue
            }
            if index > 0, !item.isSpace { x += Self.itemGap }
            frames.append(CGRect(x: x.rounded(toScale: scale), y: 0, width: item.width, height: height))
            x += item.width
        }
        return frames
    }

    private func placeTitle(from start: CGFloat, into result: inout Result) {
        guard title > 0 else { return }
        let inner = result.leading.compactMap { $0?.maxX }.max() ?? result.back?.maxX
        let outer = result.trailing.compactMap { $0?.minX }.min()
        let low = inner.map { $0 + Self.titleGap } ?? leadingMargin
        let centerRoom = center.isEmpty ? 0 : Self.width(of: center) + Self.titleGap
        let high = (outer.map { $0 - Self.titleGap } ?? width - trailingMargin) - centerRoom
        let shown = Swift.min(title, high - low)
        guard shown >= Swift.min(title, Self.leastText) else { return }
        let x = isTitleLeading ? low : Swift.min(max((width - shown) / 2, low), high - shown)
        result.title = CGRect(x: x.rounded(toScale: scale), y: 0, width: shown, height: height)
    }
}
