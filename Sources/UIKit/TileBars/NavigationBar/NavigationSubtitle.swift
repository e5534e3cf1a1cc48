import Foundation
import TileDrawing
import TileViews

/// The line below a title of a navigation bar.
enum NavigationSubtitle {
    case text(NSAttributedString)
    case view(UIView)

    /// Returns the height in a bar of a width.
    func height(_ attributes: [NSAttributedString.Key: Any], width: CGFloat) -> CGFloat {
        switch self {
        case .text(let text): text.completed(with: attributes).size().height.rounded(.up)
        case .view(let view): SubtitleHolder.size(of: view, width: width).height
        }
    }
}

/// The container of the line below a title: a label, or a view of the app.
final class SubtitleHolder: UIView, ViewPart {
    private var label: UILabel?
    private var custom: UIView?
    /// The size that the view was given, and its size before.
    private var placed = (given: CGSize.zero, natural: CGSize.zero)

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
            if custom !== view { placed = (.zero, .zero) }
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

    static func size(of view: UIView, width: CGFloat) -> CGSize {
        view.translatesAutoresizingMaskIntoConstraints
            ? view.sizeThatFits(CGSize(width: width, height: 0))
            : view.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        guard let custom else { return label?.sizeThatFits(.zero) ?? .zero }
        // A view without a size of its own fits the one that it was given here.
        if custom.bounds.size == placed.given { return placed.natural }
        placed.natural = Self.size(of: custom, width: size.width)
        return placed.natural
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        (custom ?? label)?.setUntransformedFrame(bounds)
        if custom != nil { placed.given = bounds.size }
    }
}
