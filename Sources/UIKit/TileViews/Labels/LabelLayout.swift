import Foundation
import TileDrawing

/// A label's text laid out in a room: cut off, tightened or made smaller as the label wants it.
struct LabelLayout {
    /// The most by which letters are moved closer, as a part of the font's size: UIKit's default tightening factor.
    static let maxTightening: CGFloat = 0.05
    /// Widths above this count as no limit; Pango's own units end not far beyond.
    static let widest: CGFloat = 1e6
    /// How closely the scale is searched for when there are several lines.
    private static let precision: CGFloat = 1 / 256

    /// What is drawn.
    let block: TextBlock
    /// The text in its own size, where it was made smaller.
    let original: TextBlock?

    /// - Parameter natural: where paragraphs stand that are aligned naturally.
    init(
        _ text: StyledText, _ style: LabelStyle, mode: NSLineBreakMode, natural: NSTextAlignment,
        in size: CGSize, lineLimit: Int
    ) {
        let setting = Setting(
            text: text,
            container: TextContainer(
                width: Self.limit(size.width), height: Self.limit(size.height), lineLimit: lineLimit,
                lineBreakMode: mode, alignment: natural))
        let full = setting.block()
        if setting.fits(full) {
            (block, original) = (full, nil)
            return
        }
        if style.tightens, let tightened = setting.tightened() {
            (block, original) = (tightened, nil)
            return
        }
        if style.shrinks, style.minimumScale > 0, style.minimumScale < 1 {
            (block, original) = (setting.shrunk(to: style.minimumScale, precision: Self.precision), full)
            return
        }
        (block, original) = (full, nil)
    }

    private static func limit(_ length: CGFloat) -> CGFloat { length < widest ? max(length, 0) : .infinity }

    /// Where the block's top is, for the text to stand in the middle of a rect.
    func top(in rect: CGRect, _ adjustment: UIBaselineAdjustment) -> CGFloat {
        guard let original, block.lineCount == 1, original.lineCount == 1 else {
            return rect.midY - block.size.height / 2
        }
        let originalTop = rect.midY - original.size.height / 2
        return switch adjustment {
        case .alignBaselines: originalTop + original.firstBaseline - block.firstBaseline
        case .alignCenters: rect.midY - block.size.height / 2
        case .none: originalTop
        }
    }
}

/// A text and the room it has.
private struct Setting {
    let text: StyledText
    let container: TextContainer

    func block(scale: CGFloat = 1, tightening: CGFloat = 0) -> TextBlock {
        // A label is measured and then drawn: the text as it is, is kept for that.
        if scale == 1, tightening == 0 { return TextBlock.cached(text, container) }
        return TextBlock(text.fonts(scaledBy: scale, tightenedBy: tightening), container)
    }

    func fits(_ block: TextBlock) -> Bool {
        // Half a thousandth of a point is less than shaping is exact to.
        !block.isTruncated && block.size.width <= container.width + 0.0005
    }

    /// The text with letters closer by no more than it takes; nil when the most is not enough.
    func tightened() -> TextBlock? {
        let most = block(tightening: LabelLayout.maxTightening)
        guard fits(most) else { return nil }
        return best(from: 0, to: LabelLayout.maxTightening, precision: 0.005, most) { block(tightening: $0) }
    }

    /// The text as large as fits, no smaller than the scale.
    func shrunk(to minimum: CGFloat, precision: CGFloat) -> TextBlock {
        let smallest = block(scale: minimum)
        guard fits(smallest) else { return smallest }
        return best(from: 0, to: 1 - minimum, precision: precision, smallest) { block(scale: 1 - $0) }
    }

    /// Halves the interval until the least change that fits is known.
    private func best(
        from: CGFloat, to: CGFloat, precision: CGFloat, _ known: TextBlock, _ block: (CGFloat) -> TextBlock
    ) -> TextBlock {
        var (low, high, result) = (from, to, known)
        while high - low > precision {
            let middle = (low + high) / 2
            let candidate = block(middle)
            if fits(candidate) { (high, result) = (middle, candidate) } else { low = middle }
        }
        return result
    }
}
