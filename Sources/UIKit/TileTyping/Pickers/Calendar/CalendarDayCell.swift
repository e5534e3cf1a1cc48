import Foundation
import TileDrawing
import TileViews

/// A day of a calendar view: its number, and a decoration below it.
final class CalendarDayCell: UIControl, ViewPart {
    /// The look of a day.
    struct Look {
        var number: String
        var label: String
        var font: UIFont
        var chosenFont: UIFont
        var isToday: Bool
        var isChosen: Bool
        var isAllowed: Bool
        var hasDecorations: Bool
    }

    private(set) var day: CalendarDay?
    private let disc = UIView(frame: .zero)
    private let label = UILabel(frame: .zero)
    private var decoration: UIView?
    /// The size of the decoration before it was placed.
    private var naturalSize = CGSize.zero
    private var look: Look?

    /// The side of the disc behind a chosen day, and the height below it for a decoration.
    static let side: CGFloat = 44
    static let decorationHeight: CGFloat = 16

    override init(frame: CGRect) {
        super.init(frame: frame)
        disc.isUserInteractionEnabled = false
        label.textAlignment = .center
        label.isAccessibilityElement = false
        for view in [disc, label] { addSubview(view) }
        clipsToBounds = true
        isAccessibilityElement = true
    }

    required init?(coder: NSCoder) { nil }

    func show(_ day: CalendarDay, _ look: Look, decoration new: UIView?) {
        self.day = day
        self.look = look
        isEnabled = look.isAllowed
        label.text = look.number
        label.font = look.isChosen ? look.chosenFont : look.font
        accessibilityLabel = look.label
        var traits: UIAccessibilityTraits = look.isChosen ? [.button, .selected] : .button
        if !look.isAllowed { traits.insert(.notEnabled) }
        accessibilityTraits = traits
        removeDecoration()
        // A view that the app keeps may still be in the cell of an earlier month.
        (new?.superview as? CalendarDayCell)?.removeDecoration()
        if let new { add(new) }
        updateColors()
        setNeedsLayout()
    }

    private func add(_ new: UIView) {
        decoration = new
        naturalSize =
            if !new.translatesAutoresizingMaskIntoConstraints {
                new.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
            } else {
                new.bounds.size == .zero ? new.sizeThatFits(.zero) : new.bounds.size
            }
        new.isUserInteractionEnabled = false
        addSubview(new)
    }

    /// Removes the decoration, in its natural size, if it is still in this cell.
    func removeDecoration() {
        guard let old = decoration else { return }
        decoration = nil
        guard old.superview === self else { return }
        old.removeFromSuperview()
        old.bounds.size = naturalSize
    }

    private func updateColors() {
        guard let look else { return }
        disc.isHidden = !look.isChosen
        // A chosen day has a pale disc; today has a full one.
        disc.backgroundColor = look.isToday ? tintColor : tintColor.withAlphaComponent(0.15)
        label.textColor =
            if look.isChosen {
                look.isToday ? .white : tintColor
            } else if !look.isAllowed {
                .tertiaryLabel
            } else {
                look.isToday ? tintColor : .label
            }
    }

    override func tintColorDidChange() {
        super.tintColorDidChange()
        updateColors()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let below = look?.hasDecorations == true ? min(Self.decorationHeight, bounds.height / 3) : 0
        let upper = CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height - below)
        let side = min(Self.side, upper.width, upper.height)
        disc.frame = CGRect(x: upper.midX - side / 2, y: upper.midY - side / 2, width: side, height: side)
        disc.layer.cornerRadius = side / 2
        label.frame = upper
        guard let decoration, decoration.superview === self else { return }
        let height = min(naturalSize.height, below)
        let width = min(naturalSize.width, bounds.width)
        decoration.frame = CGRect(
            x: bounds.midX - width / 2, y: upper.maxY + (below - height) / 2, width: width, height: height)
    }
}
