import Foundation

/// Who stands where in the row of a navigation bar, counted from the leading edge.
///
/// The outer items keep their places. The title is in the middle of the bar, or beside it as far as the items at its
/// sides make it. Where there is no room for all of it, the back button gives up its text first, for "Back", and then
/// for nothing; then the title is cut off; then the text of items; and last the innermost items are left out.
struct NavigationBarArrangement {
    /// The widths of what leads back, in points; nil where a text is not to be shown.
    struct Back {
        var chevron: CGFloat
        var gap: CGFloat
        var title: CGFloat?
        var generic: CGFloat?
    }

    struct Item {
        var width: CGFloat
        var isSqueezable: Bool
        /// A space has no gaps of its own.
        var isSpace: Bool = false
    }

    enum BackText { case title, generic, none }

    var width: CGFloat
    var height: CGFloat
    /// From the edges to the outermost items.
    var leadingMargin: CGFloat
    var trailingMargin: CGFloat
    /// From the leading edge to the chevron.
    var chevronMargin: CGFloat
    var scale: CGFloat
    var back: Back?
    var leading: [Item]
    /// In the middle, as far as the others leave room for it; then the title is to be leading.
    var center: [Item] = []
    var trailing: [Item]
    /// What the title wants; 0 for none.
    var title: CGFloat
    /// Whether the title stands behind the leading items, and not in the middle.
    var isTitleLeading = false

    struct Result {
        var backText = BackText.none
        var back: CGRect?
        /// Nil for an item that is left out.
        var leading: [CGRect?] = []
        var center: [CGRect?] = []
        var trailing: [CGRect?] = []
        /// Nil where none can be shown.
        var title: CGRect?
    }

    private static let itemGap = 2 * BarMeasures.itemPadding
    private static let titleGap = BarMeasures.titleGap
    /// Titles and texts narrower than this say nothing.
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
        place(from: start, into: &result)
        placeTitle(from: start, into: &result)
        placeCenter(into: &result)
        return result
    }

    /// Whether the parts want more than there is, what leads back without its text.
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
        // A text of half the bar is too much whatever the rest.
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

    /// Items, with texts squeezed and inner ones left out where they want more than there is.
    private func place(from start: CGFloat, into result: inout Result) {
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
