import Foundation
import TileDrawing

/// The layout of a label's text in a size: truncated, tightened or shrunk as the label requires.
struct LabelLayout {
    /// The maximum tightening of letter spacing relative to the font size: UIKit's default tightening factor.
    static let maxTightening: CGFloat = 0.05
    /// The width above which there is no limit. Pango's own units overflow not far beyond it.
    static let widest: CGFloat = 1e6
    /// The precision of the search for the scale of multiline text.
    private static let precision: CGFloat = 1 / 256

    /// The laid-out text that is drawn.
    let block: TextBlock
    /// The text at its original size, if it was shrunk.
    let original: TextBlock?

    /// Lays out a text.
    ///
    /// - Parameter natural: The alignment of naturally aligned paragraphs.
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

    /// Returns the top of the block for vertically centered text in a rectangle.
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

/// A text and its container.
private struct Setting {
    let text: StyledText
    let container: TextContainer

    func block(scale: CGFloat = 1, tightening: CGFloat = 0) -> TextBlock {
        // A label is measured and then drawn, so the layout of the unchanged text is cached.
        if scale == 1, tightening == 0 { return TextBlock.cached(text, container) }
        return TextBlock(text.fonts(scaledBy: scale, tightenedBy: tightening), container)
    }

    func fits(_ block: TextBlock) -> Bool {
        // Half a thousandth of a point is below the precision of shaping.
        !block.isTruncated && block.size.width <= container.width + 0.0005
    }

    /// Returns the text with the smallest tightening that fits, or nil if the maximum does not fit.
    func tightened() -> TextBlock? {
        let most = block(tightening: LabelLayout.maxTightening)
        guard fits(most) else { return nil }
        return best(from: 0, to: LabelLayout.maxTightening, precision: 0.005, most) { block(tightening: $0) }
    }

    /// Returns the text at the largest scale that fits, but not below the minimum.
    func shrunk(to minimum: CGFloat, precision: CGFloat) -> TextBlock {
        let smallest = block(scale: minimum)
        guard fits(smallest) else { return smallest }
        return best(from: 0, to: 1 - minimum, precision: precision, smallest) { block(scale: 1 - $0) }
    }

    /// Finds the smallest change that fits by bisection.
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
