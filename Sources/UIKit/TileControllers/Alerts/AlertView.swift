import Foundation
import TileDrawing
import TileGraphics
import TileLayers
import TileTyping
import TileViews

/// The view of an alert: a card with title, message, text fields and actions. An action sheet has its cancel action on
/// a second card.
final class AlertView: UIView {
    /// The width of an alert in points, the same as in UIKit.
    static let alertWidth: CGFloat = 270
    private static let rowHeight: [UIAlertController.Style: CGFloat] = [.alert: 44, .actionSheet: 57]
    private static let gap: CGFloat = 8
    private static let fieldHeight: CGFloat = 32

    var choose: ((UIAlertAction) -> Void)?
    private let style: UIAlertController.Style
    private let card = AlertCard()
    private let cancelCard = AlertCard()
    private let scroll = UIScrollView()
    private let titleLabel = UILabel()
    private let messageLabel = UILabel()
    private var fields: [UITextField] = []
    private var rows: [AlertRow] = []
    private var cancelRow: AlertRow?

    init(_ style: UIAlertController.Style) {
        self.style = style
        super.init(frame: .zero)
        for label in [titleLabel, messageLabel] {
            label.textAlignment = .center
            label.numberOfLines = 0
            label.adjustsFontForContentSizeCategory = true
            scroll.addSubview(label)
        }
        let isSheet = style == .actionSheet
        titleLabel.font = .preferredFont(forTextStyle: isSheet ? .footnote : .headline)
        messageLabel.font = .preferredFont(forTextStyle: .footnote)
        titleLabel.textColor = isSheet ? .secondaryLabel : .label
        messageLabel.textColor = isSheet ? .secondaryLabel : .label
        card.addSubview(scroll)
        addSubview(card)
        addSubview(cancelCard)
        accessibilityViewIsModal = true
    }

    required init?(coder: NSCoder) { nil }

    func show(
        title: String?, message: String?, _ fields: [UITextField], _ actions: [UIAlertAction],
        preferred: UIAlertAction?
    ) {
        for field in fields where field.superview !== scroll { scroll.addSubview(field) }
        self.fields = fields
        titleLabel.text = title
        messageLabel.text = message
        for row in rows + [cancelRow].compactMap({ $0 }) { row.removeFromSuperview() }
        let isSheet = style == .actionSheet
        let cancel = actions.first { $0.style == .cancel }
        let emphasised = preferred ?? (isSheet ? cancel : actions.count > 1 ? cancel : actions.first)
        func row(_ action: UIAlertAction) -> AlertRow {
            AlertRow(action, isBold: action === emphasised, isLarge: isSheet) { [weak self] in self?.choose?(action) }
        }
        // The cancel action is the first of two, or the last of several.
        var rest = actions.filter { $0 !== cancel }
        if !isSheet, let cancel { if actions.count == 2 { rest.insert(cancel, at: 0) } else { rest.append(cancel) } }
        rows = rest.map(row)
        for row in rows { scroll.addSubview(row) }
        cancelRow = isSheet ? cancel.map(row) : nil
        if let cancelRow { cancelCard.addSubview(cancelRow) }
        cancelCard.isHidden = cancelRow == nil
        setNeedsLayout()
    }

    // MARK: Layout

    private struct Plan {
        var title = CGRect.zero
        var message = CGRect.zero
        var fields: [CGRect] = []
        var rows: [CGRect] = []
        /// The height of the scrollable content.
        var height: CGFloat = 0
    }

    private func plan(_ width: CGFloat) -> Plan {
        var plan = Plan()
        let inner = width - 32
        let room = CGSize(width: inner, height: .greatestFiniteMagnitude)
        let hasText = titleLabel.text != nil || messageLabel.text != nil
        var y: CGFloat = hasText ? (style == .alert ? 20 : 14) : 0
        if titleLabel.text != nil {
            plan.title = CGRect(x: 16, y: y, width: inner, height: titleLabel.sizeThatFits(room).height.rounded(.up))
            y = plan.title.maxY
        }
        if messageLabel.text != nil {
            if titleLabel.text != nil { y += style == .alert ? 2 : 8 }
            plan.message = CGRect(
                x: 16, y: y, width: inner, height: messageLabel.sizeThatFits(room).height.rounded(.up))
            y = plan.message.maxY
        }
        if !fields.isEmpty { y += hasText ? 12 : 20 }
        for index in fields.indices {
            plan.fields.append(CGRect(x: 16, y: y, width: inner, height: Self.fieldHeight))
            y += Self.fieldHeight + (index + 1 < fields.count ? 6 : 0)
        }
        if hasText || !fields.isEmpty { y += style == .alert ? 20 : 14 }
        let least = Self.rowHeight[style] ?? 44
        let half = width / 2
        if style == .alert, rows.count == 2, rows.allSatisfy({ $0.width <= half - 16 }) {
            let height = rows.map { $0.height(in: half) }.max() ?? least
            let places = [
                CGRect(x: 0, y: y, width: half, height: max(least, height)),
                CGRect(x: half, y: y, width: half, height: max(least, height)),
            ]
            plan.rows = effectiveUserInterfaceLayoutDirection == .leftToRight ? places : places.reversed()
            y += max(least, height)
        } else {
            for row in rows {
                let height = max(least, row.height(in: width))
                plan.rows.append(CGRect(x: 0, y: y, width: width, height: height))
                y += height
            }
        }
        plan.height = y
        return plan
    }

    private func cancelHeight(_ width: CGFloat) -> CGFloat {
        cancelRow.map { max(Self.rowHeight[style] ?? 44, $0.height(in: width)) + Self.gap } ?? 0
    }

    /// Returns the size that fits all of the content at a width.
    func fittingSize(in width: CGFloat) -> CGSize {
        CGSize(width: width, height: plan(width).height + cancelHeight(width))
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let width = bounds.width
        let (plan, below) = (plan(width), cancelHeight(width))
        card.frame = CGRect(x: 0, y: 0, width: width, height: min(plan.height, max(0, bounds.height - below)))
        scroll.frame = card.bounds
        scroll.contentSize = CGSize(width: width, height: plan.height)
        (titleLabel.frame, messageLabel.frame) = (plan.title, plan.message)
        for (field, frame) in zip(fields, plan.fields) { field.frame = frame }
        for (index, row) in rows.enumerated() {
            row.frame = plan.rows[index]
            row.line = plan.rows[index].minX > 0 ? [.top, .left] : plan.rows[index].minY > 0 ? .top : []
        }
        if let cancelRow {
            cancelCard.frame = CGRect(x: 0, y: card.frame.maxY + Self.gap, width: width, height: below - Self.gap)
            cancelRow.frame = cancelCard.bounds
            cancelRow.line = []
        }
    }
}

/// A rounded, slightly translucent card.
private final class AlertCard: UIView {
    init() {
        super.init(frame: .zero)
        backgroundColor = UIColor { traits in
            traits.userInterfaceStyle == .dark ? UIColor(white: 0.15, alpha: 0.97) : UIColor(white: 0.97, alpha: 0.97)
        }
        layer.cornerRadius = 14
        clipsToBounds = true
    }

    required init?(coder: NSCoder) { nil }
}

/// The row of one action.
private final class AlertRow: UIControl {
    private let label = UILabel()
    private let action: UIAlertAction
    private let lines = (UIView(), UIView())
    private let isBold: Bool
    private let isLarge: Bool

    /// The edges with a separator line.
    var line: UIRectEdge = [] { didSet { setNeedsLayout() } }

    init(_ action: UIAlertAction, isBold: Bool, isLarge: Bool, _ chosen: @escaping () -> Void) {
        (self.action, self.isBold, self.isLarge) = (action, isBold, isLarge)
        super.init(frame: .zero)
        label.text = action.title
        label.textAlignment = .center
        label.numberOfLines = 2
        addSubview(label)
        for each in [lines.0, lines.1] {
            each.backgroundColor = .separator
            addSubview(each)
        }
        isEnabled = action.isEnabled
        sizeText()
        color()
        addAction(UIAction { _ in chosen() }, for: .touchUpInside)
        isAccessibilityElement = true
        accessibilityLabel = action.title
        accessibilityTraits = .button
    }

    required init?(coder: NSCoder) { nil }

    private func color() {
        label.textColor = !action.isEnabled ? .tertiaryLabel : action.style == .destructive ? .systemRed : tintColor
    }

    override func tintColorDidChange() { color() }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        sizeText()
    }

    private func sizeText() {
        let font = UIFont.preferredFont(forTextStyle: isLarge ? .title3 : .body, compatibleWith: traitCollection)
        label.font = isBold ? .systemFont(ofSize: font.pointSize, weight: .semibold) : font
    }

    override var isHighlighted: Bool {
        didSet { backgroundColor = isHighlighted ? .systemFill : nil }
    }

    /// The width of the title on a single line.
    var width: CGFloat { label.intrinsicContentSize.width }

    func height(in width: CGFloat) -> CGFloat {
        label.sizeThatFits(CGSize(width: width - 16, height: .greatestFiniteMagnitude)).height.rounded(.up) + 20
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        label.frame = bounds.insetBy(dx: 8, dy: 0)
        let thin = 1 / max(1, traitCollection.displayScale)
        lines.0.frame = CGRect(x: 0, y: 0, width: bounds.width, height: thin)
        lines.1.frame = CGRect(x: 0, y: 0, width: thin, height: bounds.height)
        lines.0.isHidden = !line.contains(.top)
        lines.1.isHidden = !line.contains(.left)
    }
}
