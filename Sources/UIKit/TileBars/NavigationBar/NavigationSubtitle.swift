import Foundation
import TileDrawing
import TileViews

/// The line below a title of a navigation bar.
enum NavigationSubtitle {
    case text(NSAttributedString)
    case view(UIView)

}

/// The measure of texts in one line.
struct LineMeasure {
    private var known: (text: NSAttributedString, height: CGFloat)?

    /// Returns the height of the first line of a text. A text is measured again when it has changed.
    mutating func height(of text: NSAttributedString) -> CGFloat {
        if let known, known.text.isEqual(to: text) { return known.height }
        let height = Self.firstLine(of: text).size().height.rounded(.up)
        known = (text, height)
        return height
    }

    private static func firstLine(of text: NSAttributedString) -> NSAttributedString {
        let string = text.string
        guard let end = string.firstIndex(where: \.isNewline) else { return text }
        guard end > string.startIndex else {
            return NSAttributedString(string: " ", attributes: text.attributes(at: 0, effectiveRange: nil))
        }
        return text.attributedSubstring(from: NSRange(string.startIndex..<end, in: string))
    }
}

/// The container of the line below a title: a label, or a view of the app.
final class SubtitleHolder: UIView, ViewPart {
    private var label: UILabel?
    private var custom: UIView?
    /// The size that a view without a size of its own was given, and its size before.
    private var replaced: (given: CGSize, natural: CGSize)?

    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
    }

    required init?(coder: NSCoder) { nil }

    func show(_ content: NavigationSubtitle, _ attributes: [NSAttributedString.Key: Any]) {
        switch content {
        case .text(let text):
            custom?.removeFromSuperview()
            custom = nil
            let shown = label ?? makeLabel()
            label = shown
            shown.attributedText = text.completed(with: attributes)
            shown.lineBreakMode = .byTruncatingTail
        case .view(let view):
            label?.removeFromSuperview()
            label = nil
            if custom !== view { replaced = nil }
            if let custom, custom !== view, custom.superview === self { custom.removeFromSuperview() }
            custom = view
            if view.superview !== self { addSubview(view) }
        }
        setNeedsLayout()
    }

    private func makeLabel() -> UILabel {
        let made = UILabel(frame: .zero)
        (made.isOpaque, made.accessibilityTraits) = (false, .staticText)
        addSubview(made)
        return made
    }

    /// Returns the natural size of a view, which may be in a container.
    static func size(of view: UIView, width: CGFloat) -> CGSize {
        guard let holder = view.superview as? SubtitleHolder, holder.custom === view else {
            return measured(view, width: width)
        }
        return holder.sizeThatFits(CGSize(width: width, height: 0))
    }

    private static func measured(_ view: UIView, width: CGFloat) -> CGSize {
        view.translatesAutoresizingMaskIntoConstraints
            ? view.sizeThatFits(CGSize(width: width, height: 0))
            : view.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        guard let custom else { return label?.sizeThatFits(.zero) ?? .zero }
        let own = Self.measured(custom, width: size.width)
        guard let replaced, replaced.given == own else { return own }
        return replaced.natural
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard let custom else {
            label?.setUntransformedFrame(bounds)
            return
        }
        let (given, natural) = (bounds.size, sizeThatFits(bounds.size))
        custom.setUntransformedFrame(bounds)
        // Only a view without a size of its own now fits the size that it was given.
        let isReplaced = given != natural && Self.measured(custom, width: given.width) == given
        replaced = isReplaced ? (given, natural) : nil
    }
}
