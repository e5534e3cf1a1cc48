import Foundation
import TileBars
import TileDrawing
import TileGeometry
import TileLayers
import TileViews

// Backgrounds and separators.
extension UITableViewCell {
    func setUp() {
        parts.contentView.frame = bounds
        if parts.contentView.superview !== self { addSubview(parts.contentView) }
    }

    func noteLooks() {
        layOutSelection()
        setNeedsLayout()
    }

    func noteAccessory() {
        // The view is removed during layout, but added at once, because programs look for it.
        let view = looks.isEditing ? parts.editingAccessoryView : parts.accessoryView
        if let view, view.superview !== self { addSubview(view) }
        setNeedsLayout()
    }

    /// Requests a layout after a change of the content, which may change the cell's height.
    func noteContent() {
        setNeedsLayout()
        if place != nil { tableView?.cellContentDidChange(self) }
    }

    // MARK: Backgrounds

    func setBackgroundView(_ view: UIView?) {
        guard view !== parts.backgroundView else { return }
        parts.backgroundView?.removeFromSuperview()
        parts.backgroundView = view
        if let view {
            setBackground(nil)
            insertSubview(view, at: 0)
        }
        setNeedsLayout()
    }

    func setSelectedBackgroundView(_ view: UIView?) {
        guard view !== parts.selectedBackgroundView else { return }
        parts.selectedBackgroundView?.removeFromSuperview()
        parts.selectedBackgroundView = view
        noteLooks()
    }

    /// The view behind the content of a selected or highlighted cell.
    private var wantedSelection: UIView? {
        guard looks.isSelected || looks.isHighlighted, parts.background == nil, !looks.isReordering else { return nil }
        if looks.isChosenByControl || place?.allowsMultipleSelection == true,
            let view = parts.multipleSelectionBackgroundView
        {
            return view
        }
        guard looks.selectionStyle != .none else { return nil }
        if let view = parts.selectedBackgroundView { return view }
        if let view = parts.standardSelection { return view }
        let view = UIView()
        view.backgroundColor = .systemGray4
        parts.standardSelection = view
        return view
    }

    func layOutSelection() {
        let wanted = wantedSelection
        if wanted !== parts.shownSelection {
            parts.shownSelection?.removeFromSuperview()
            parts.shownSelection = wanted
            if let wanted {
                let behind = parts.backgroundView?.superview === self ? 1 : 0
                insertSubview(wanted, at: behind)
            }
        }
        if let wanted, wanted.frame != bounds { wanted.frame = bounds }
    }

    func layOutBackgrounds() {
        for view in [parts.backgroundView, parts.background] {
            if let view, view.frame != bounds { view.frame = bounds }
        }
        layOutSelection()
    }

    func setBackground(_ configuration: UIBackgroundConfiguration?) {
        guard let configuration else {
            parts.background?.removeFromSuperview()
            parts.background = nil
            showStandardBackground()
            return
        }
        let state = currentState
        let look = automaticallyUpdatesBackgroundConfiguration ? configuration.updated(for: state) : configuration
        if let background = parts.background {
            background.configuration = look
        } else {
            parts.backgroundView?.removeFromSuperview()
            parts.backgroundView = nil
            super.backgroundColor = nil
            looks.hasOwnBackground = false
            let background = ConfiguredBackground(look)
            background.frame = bounds
            parts.background = background
            insertSubview(background, at: 0)
            layOutSelection()
        }
    }

    /// Shows the table's standard background, unless the cell has its own.
    func showStandardBackground() {
        guard !looks.hasOwnBackground, parts.background == nil, let place else { return }
        let color: UIColor = place.style == .plain ? .systemBackground : .secondarySystemGroupedBackground
        if super.backgroundColor !== color { super.backgroundColor = color }
    }

    var standardBackground: UIBackgroundConfiguration {
        (place?.style ?? .plain) == .plain ? .listPlainCell() : .listGroupedCell()
    }

    // MARK: Place

    /// Updates the cell for its position in the table.
    func updatePlace(_ new: CellPlace) {
        guard new != place else { return }
        let isElsewhere = new.style != place?.style || new.position != place?.position
        place = new
        if isElsewhere {
            showStandardBackground()
            roundCorners(new)
        }
        setNeedsLayout()
    }

    /// The corner radius in points, as it appears in UIKit.
    static let cornerRadius: CGFloat = 10

    private func roundCorners(_ place: CellPlace) {
        let isRounded = place.style == .insetGrouped && place.position != .middle
        guard isRounded || layer.cornerRadius != 0 && layer.maskedCorners != Self.allCorners else {
            if place.style == .insetGrouped { (layer.cornerRadius, clipsToBounds) = (0, false) }
            return
        }
        var corners: CACornerMask = []
        if place.position.isFirst { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
        if place.position.isLast { corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
        layer.maskedCorners = isRounded ? corners : Self.allCorners
        layer.cornerRadius = isRounded ? Self.cornerRadius : 0
        clipsToBounds = isRounded
    }

    private static let allCorners: CACornerMask = [
        .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
    ]

    // MARK: Lines

    var standardSeparatorInset: UIEdgeInsets {
        place?.separatorInset ?? UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
    }

    func layOutLines(_ arrangement: Arrangement) {
        guard let place, place.separatorStyle != .none else {
            for line in [parts.topLine, parts.bottomLine] { line?.removeFromSuperview() }
            (parts.topLine, parts.bottomLine) = (nil, nil)
            return
        }
        let height = 1 / max(traitCollection.displayScale, 1)
        let isEnd = place.style != .plain && place.position.isLast
        let top =
            place.style == .grouped && place.position.isFirst
            ? CGRect(x: 0, y: 0, width: bounds.width, height: height) : nil
        put(&parts.topLine, at: top, place)
        var bottom: CGRect?
        if !isEnd {
            let own = looks.separatorInset
            var insets = own ?? place.separatorInset
            if place.countsInsetFromContent || own == nil {
                // By default, the line starts at the text.
                let text = parts.content == nil ? textStart : contentTextStart
                let start = arrangement.content.minX + text - (place.margin + indentation)
                if insets != UIEdgeInsets.zero { insets.left += max(0, start) }
            }
            let width = max(0, bounds.width - insets.left - insets.right)
            let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
            bottom = CGRect(
                x: isRightToLeft ? insets.right : insets.left, y: bounds.height - height, width: width, height: height)
        } else if place.style == .grouped {
            bottom = CGRect(x: 0, y: bounds.height - height, width: bounds.width, height: height)
        }
        put(&parts.bottomLine, at: bottom, place)
    }

    private var contentTextStart: CGFloat {
        (parts.contentView as? UIListContentView)?.textStart ?? (place?.margin ?? 16)
    }

    private func put(_ line: inout UIView?, at frame: CGRect?, _ place: CellPlace) {
        guard let frame else {
            line?.removeFromSuperview()
            line = nil
            return
        }
        let view = line ?? CellLine()
        if line == nil {
            line = view
            addSubview(view)
        }
        if view.frame != frame { view.frame = frame }
        let color = place.separatorColor ?? .separator
        if view.backgroundColor !== color { view.backgroundColor = color }
    }
}

/// The line between two cells.
private final class CellLine: UIView, ViewPart {
    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    required init?(coder: NSCoder) { nil }
}
