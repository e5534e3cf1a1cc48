import Foundation
import TileDrawing
import TileViews

/// A badge: a short text in a capsule, or a dot if there is no text.
final class BadgeView: UIView, ViewPart {
    private let label = UILabel(frame: .zero)
    private var titleOffset = UIOffset.zero
    /// The height of badges, which is also the minimum width.
    static let height: CGFloat = 18
    /// The diameter of a badge without text.
    private static let dot: CGFloat = 10

    override init(frame: CGRect) {
        super.init(frame: frame)
        (isOpaque, isUserInteractionEnabled) = (false, false)
        label.isOpaque = false
        label.textAlignment = .center
        label.isAccessibilityElement = false
        addSubview(label)
    }

    required init?(coder: NSCoder) { nil }

    func show(_ text: String, color: UIColor, attributes: [NSAttributedString.Key: Any], titleOffset: UIOffset) {
        let standard: [NSAttributedString.Key: Any] = [
            .font: BarFonts.badge(traitCollection), .foregroundColor: UIColor.white,
        ]
        label.attributedText = NSAttributedString(string: text, attributes: standard.merging(attributes) { $1 })
        self.titleOffset = titleOffset
        backgroundColor = color
        setNeedsLayout()
    }

    /// Returns the size, no wider than the given width unless that is 0.
    override func sizeThatFits(_ size: CGSize) -> CGSize {
        let text = label.sizeThatFits(.zero)
        guard text.width > 0, label.attributedText?.length ?? 0 > 0 else {
            return CGSize(width: Self.dot, height: Self.dot)
        }
        let height = max(Self.height, text.height.rounded(.up) + 2)
        let width = max(height, (text.width + 10).ceiled(toScale: pixelScale))
        return CGSize(width: size.width > 0 ? min(size.width, width) : width, height: height)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        layer.cornerRadius = bounds.height / 2
        label.setUntransformedFrame(
            bounds.insetBy(dx: min(4, bounds.width / 4), dy: 0)
                .offsetBy(dx: titleOffset.horizontal, dy: titleOffset.vertical))
    }
}
