import Foundation
import TileDrawing
import TileGeometry
import TileViews

// The labels and the image of a cell's style.
extension UITableViewCell {
    var styleImageView: UIImageView? {
        guard parts.content == nil, parts.style != .value2 else { return nil }
        if let image = parts.image { return image }
        let image = CellImageView(frame: .zero)
        image.onChange = { [weak self] in self?.noteContent() }
        image.contentMode = .scaleAspectFit
        parts.image = image
        parts.contentView.addSubview(image)
        return image
    }

    var styleLabel: UILabel? {
        guard parts.content == nil else { return nil }
        if let label = parts.label { return label }
        let label = UILabel()
        label.font = parts.style == .value2 ? .systemFont(ofSize: 12) : .preferredFont(forTextStyle: .body)
        label.adjustsFontForContentSizeCategory = parts.style != .value2
        if parts.style == .value2 {
            label.textColor = tintColor
            label.textAlignment = isRightToLeft ? .left : .right
        }
        parts.label = label
        parts.contentView.addSubview(label)
        return label
    }

    var styleDetailLabel: UILabel? {
        guard parts.content == nil, parts.style != .default else { return nil }
        if let label = parts.detail { return label }
        let label = UILabel()
        switch parts.style {
        case .default, .value1:
            label.font = .preferredFont(forTextStyle: .body)
            label.textColor = .secondaryLabel
        case .value2: label.font = .systemFont(ofSize: 15)
        case .subtitle: label.font = .preferredFont(forTextStyle: .caption1)
        }
        label.adjustsFontForContentSizeCategory = parts.style != .value2
        parts.detail = label
        parts.contentView.addSubview(label)
        return label
    }

    private var isRightToLeft: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    func noteTint() {
        if parts.style == .value2 { parts.label?.textColor = tintColor }
        setNeedsUpdateConfiguration()
    }

    /// Returns the size of the image in a row. It is scaled down to the row's height.
    private func imageSize(_ height: CGFloat?) -> CGSize? {
        guard let image = parts.image?.image, image.size.width > 0, image.size.height > 0 else { return nil }
        guard let height, image.size.height > height else { return image.size }
        return CGSize(width: image.size.width * height / image.size.height, height: height)
    }

    /// The distance of the text from the content's leading edge.
    var textStart: CGFloat {
        let margin = parts.contentView.directionalLayoutMargins.leading
        let image = imageSize(bounds.height > 0 ? bounds.height : nil)
        return margin + (image.map { $0.width + CellMetrics.imageSpace } ?? 0)
    }

    private func hasText(_ label: UILabel?) -> Bool { label?.text?.isEmpty == false }

    private func height(of label: UILabel, _ width: CGFloat) -> CGFloat {
        label.sizeThatFits(CGSize(width: max(0, width), height: .greatestFiniteMagnitude)).height
    }

    /// Returns the width of the value beside a text.
    private func valueWidth(in room: CGFloat) -> CGFloat {
        guard let detail = parts.detail, hasText(detail) else { return 0 }
        let wanted = detail.sizeThatFits(CGSize(width: room, height: .greatestFiniteMagnitude)).width
        guard let label = parts.label, hasText(label) else { return min(wanted, room) }
        let text = label.sizeThatFits(CGSize(width: room, height: .greatestFiniteMagnitude)).width
        // The text takes precedence, but leaves at least a quarter to the value.
        return min(wanted, max(room - text - CellMetrics.valueSpace, room / 4))
    }

    func layOutLabels() {
        let content = parts.contentView.bounds
        guard parts.image != nil || parts.label != nil || parts.detail != nil else { return }
        let margins = parts.contentView.directionalLayoutMargins
        func setFrame(of view: UIView?, to rect: CGRect) {
            let x = isRightToLeft ? content.width - rect.maxX : rect.minX
            let frame = CGRect(x: x, y: rect.minY, width: rect.width, height: rect.height)
            if let view, view.frame != frame { view.frame = frame }
        }
        if let size = imageSize(content.height) {
            setFrame(
                of: parts.image,
                to: CGRect(
                    x: margins.leading, y: (content.height - size.height) / 2, width: size.width, height: size.height))
        } else {
            setFrame(of: parts.image, to: .zero)
        }
        let start = textStart
        // The trailing margin is 0 beside an accessory.
        let room = max(0, content.width - start - margins.trailing)
        switch parts.style {
        case .default:
            setFrame(of: parts.label, to: CGRect(x: start, y: 0, width: room, height: content.height))
        case .value1:
            let value = valueWidth(in: room)
            let gap = value > 0 ? CellMetrics.valueSpace : 0
            setFrame(
                of: parts.label, to: CGRect(x: start, y: 0, width: max(0, room - value - gap), height: content.height))
            setFrame(of: parts.detail, to: CGRect(x: start + room - value, y: 0, width: value, height: content.height))
            parts.detail?.textAlignment = isRightToLeft ? .left : .right
        case .value2:
            let name = min(CellMetrics.nameWidth, room)
            let value = start + name + CellMetrics.valueSpace
            setFrame(of: parts.label, to: CGRect(x: start, y: 0, width: name, height: content.height))
            setFrame(
                of: parts.detail,
                to: CGRect(
                    x: value, y: 0, width: max(0, content.width - value - margins.trailing), height: content.height))
        case .subtitle:
            let first = hasText(parts.label) ? parts.label.map { height(of: $0, room) } ?? 0 : 0
            let second = hasText(parts.detail) ? parts.detail.map { height(of: $0, room) } ?? 0 : 0
            let gap = first > 0 && second > 0 ? CellMetrics.lineSpace : 0
            let top = ((content.height - first - gap - second) / 2).rounded(.down)
            setFrame(of: parts.label, to: CGRect(x: start, y: top, width: room, height: first))
            setFrame(of: parts.detail, to: CGRect(x: start, y: top + first + gap, width: room, height: second))
        }
    }

    // MARK: Size

    /// Returns the size that fits the content at a width, including the separator below it.
    func fittingSize(ofWidth width: CGFloat) -> CGSize {
        updateConfigurationIfMarked()
        let content = parts.contentView
        let room = arrangement(in: CGSize(width: width, height: bounds.height)).content.width
        let line = 1 / max(traitCollection.displayScale, 1)
        if parts.content != nil || content.hasConstraints {
            let size = content.systemLayoutSizeFitting(
                CGSize(width: room, height: 0), withHorizontalFittingPriority: .required,
                verticalFittingPriority: .fittingSizeLevel)
            return CGSize(width: width, height: size.height + (parts.content == nil ? line : 0))
        }
        let margins = content.directionalLayoutMargins
        let textRoom = room - textStart - margins.trailing
        var height: CGFloat = 0
        switch parts.style {
        case .default: height = parts.label.map { self.height(of: $0, textRoom) } ?? 0
        case .value1, .value2:
            let value = parts.style == .value1 ? valueWidth(in: textRoom) : textRoom - CellMetrics.nameWidth
            height = max(
                parts.label.map { self.height(of: $0, textRoom - value) } ?? 0,
                parts.detail.map { self.height(of: $0, value) } ?? 0)
        case .subtitle:
            height = hasText(parts.label) ? parts.label.map { self.height(of: $0, textRoom) } ?? 0 : 0
            if hasText(parts.detail), let detail = parts.detail {
                height += (height > 0 ? CellMetrics.lineSpace : 0) + self.height(of: detail, textRoom)
            }
        }
        height += margins.top + margins.bottom
        if let image = imageSize(nil) { height = max(height, image.height + 2) }
        return CGSize(width: width, height: max(CellMetrics.leastHeight, height.rounded(.up)))
    }
}

/// An image view that reports a change of its image, because the text moves to make space for it.
private final class CellImageView: UIImageView {
    var onChange: (() -> Void)?

    override var image: UIImage? {
        get { super.image }
        set {
            super.image = newValue
            onChange?()
        }
    }
}

extension UIView {
    /// Whether constraints determine the size of the view's content.
    var hasConstraints: Bool {
        !constraints.isEmpty || subviews.contains { !$0.translatesAutoresizingMaskIntoConstraints }
    }
}
