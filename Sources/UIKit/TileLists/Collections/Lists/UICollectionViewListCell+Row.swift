import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

/// The state of a row, apart from the properties that subclasses may override.
struct ListRow {
    let separator = UIView(frame: .zero)
    let separatorGuide = UILayoutGuide()
    var place: ListPlace?
    var isExpanded = false
    var accessoriesChanged = false
    /// Whether the background is the list's standard one, not set by the program.
    var hasStandardBackground = false
    /// The visible accessories of each side, ordered from the cell's edge inward.
    var leading: [Shown] = []
    var trailing: [Shown] = []

    struct Shown {
        let view: UIView
        /// The width of the space in which the view is centered.
        let width: CGFloat
    }
}

extension UICollectionViewListCell {
    /// The distance from the cell's edge to the accessories (`edge`) and between accessories (`gap`), in points.
    private static let edge: CGFloat = 16
    private static let gap: CGFloat = 10
    /// The minimum width of standard accessories, so that those of several rows line up.
    private static let standardWidth: CGFloat = 9

    var standardContent: UIListContentConfiguration {
        if row.place?.isHeader == true { return .groupedHeader() }
        return row.place?.appearance == .sidebar ? .sidebarCell() : .cell()
    }

    var standardBackground: UIBackgroundConfiguration {
        switch row.place?.appearance {
        case .plain, nil: .listPlainCell()
        case .grouped, .insetGrouped: row.place?.isHeader == true ? .clear() : .listGroupedCell()
        case .sidebar, .sidebarPlain: .listSidebarCell()
        }
    }

    /// Updates the row's position in its list.
    func updatePlace(_ place: ListPlace?) {
        guard place != row.place else { return }
        row.place = place
        if cell.background == nil || row.hasStandardBackground {
            setBackgroundConfiguration(standardBackground)
            row.hasStandardBackground = true
        }
        noteConfigurations()
        setNeedsLayout()
    }

    // MARK: Accessories

    /// Creates the views of the currently visible accessories.
    func arrangeAccessories() {
        noteOutline()
        guard row.accessoriesChanged else { return }
        row.accessoriesChanged = false
        for shown in row.leading + row.trailing { shown.view.removeFromSuperview() }
        (row.leading, row.trailing) = ([], [])
        let shown = accessories.filter { $0.shows(isEditing: isInEditingCollection) }
        row.leading = ordered(shown.filter(\.isLeading)).map(show)
        row.trailing = ordered(shown.filter { !$0.isLeading }).reversed().map(show)
    }

    /// Returns the accessories from leading to trailing: system accessories in their standard order, custom ones at the
    /// index that they request.
    private func ordered(_ accessories: [UICellAccessory]) -> [UICellAccessory] {
        let system = accessories.filter { $0.position == nil }
        var list = system.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(
            \.element)
        for each in accessories {
            guard let position = each.position else { continue }
            list.insert(each, at: min(max(0, position(list)), list.count))
        }
        return list
    }

    private func show(_ accessory: UICellAccessory) -> ListRow.Shown {
        let view = view(of: accessory)
        addSubview(view)
        let width =
            switch accessory.reservedLayoutWidth {
            case .actual: view.bounds.width
            case .standard: max(Self.standardWidth, view.bounds.width)
            case .custom(let width): max(0, width)
            }
        return ListRow.Shown(view: view, width: width)
    }

    private func view(of accessory: UICellAccessory) -> UIView {
        let sign: AccessoryView.Sign
        switch accessory.kind {
        case .label(let text, let font):
            let label = UILabel()
            label.text = text
            label.font = font
            label.textColor = accessory.tintColor ?? .secondaryLabel
            label.sizeToFit()
            return label
        case .custom(let view):
            if view.bounds.size == .zero { view.sizeToFit() }
            return view
        case .disclosure: sign = .chevron
        case .detail: sign = .info
        case .checkmark: sign = .check
        case .delete: sign = .minus
        case .insert: sign = .plus
        case .reorder: sign = .lines
        case .multiselect: sign = isSelected ? .filledRing : .ring
        case .outline: sign = row.isExpanded ? .chevronDown : .chevron
        }
        let view = AccessoryView(sign, color: accessory.tintColor)
        switch accessory.kind {
        case .detail, .delete, .insert:
            view.addAction(UIAction { _ in accessory.action?() }, for: .touchUpInside)
        case .outline:
            view.addAction(
                UIAction { [weak self] _ in
                    if let action = accessory.action { action() } else { self?.toggleOutline() }
                }, for: .touchUpInside)
        case .reorder: view.addGestureRecognizer(reorderGesture())
        default: view.isUserInteractionEnabled = false
        }
        return view
    }

    // MARK: Outlines and reordering

    var collectionAround: UICollectionView? {
        var view = superview
        while let each = view {
            if let collection = each as? UICollectionView { return collection }
            view = each.superview
        }
        return nil
    }

    private func noteOutline() {
        guard let collection = collectionAround, let path = collection.indexPath(for: self),
            let state = (collection.dataSource as? any OutlineDataSource)?.outlineState(at: path)
        else { return }
        if state.level != indentationLevel { indentationLevel = state.level }
        if state.isExpanded != row.isExpanded {
            row.isExpanded = state.isExpanded
            row.accessoriesChanged = true
            noteConfigurations()
        }
    }

    func toggleOutline() {
        guard let collection = collectionAround, let path = collection.indexPath(for: self) else { return }
        (collection.dataSource as? any OutlineDataSource)?.toggleExpansion(at: path)
        row.accessoriesChanged = true
        setNeedsLayout()
    }

    /// Whether a tap anywhere on the row expands or collapses its children.
    var togglesByTap: Bool {
        accessories.contains { accessory in
            guard case .outline(let style) = accessory.kind else { return false }
            return style == .header || (style == .automatic && row.place?.isHeader == true)
        }
    }

    private func reorderGesture() -> UIGestureRecognizer {
        let press = UILongPressGestureRecognizer()
        press.minimumPressDuration = 0.05
        press.addAction(
            UIAction { [weak self, weak press] _ in
                guard let self, let press, let collection = collectionAround else { return }
                let place = press.location(in: collection)
                switch press.state {
                case .began:
                    if let path = collection.indexPath(for: self) {
                        collection.beginInteractiveMovementForItem(at: path)
                    }
                case .changed:
                    collection.updateInteractiveMovementTargetPosition(
                        CGPoint(x: collection.bounds.midX, y: place.y))
                case .ended: collection.endInteractiveMovement()
                case .cancelled, .failed: collection.cancelInteractiveMovement()
                default: break
                }
            })
        return press
    }

    // MARK: Places

    private var indentation: CGFloat { CGFloat(max(0, indentationLevel)) * indentationWidth }

    private func room(_ shown: [ListRow.Shown]) -> CGFloat {
        shown.isEmpty ? 0 : Self.edge + shown.reduce(0) { $0 + $1.width } + Self.gap * CGFloat(shown.count - 1)
    }

    var rowContentFrame: CGRect {
        let (before, after) = (indentation + room(row.leading), room(row.trailing))
        return CGRect(
            x: isMirrored ? after : before, y: 0, width: max(0, bounds.width - before - after), height: bounds.height)
    }

    private var isMirrored: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    func layOutRow() {
        var place = Self.edge + (indentsAccessories ? indentation : 0)
        for shown in row.leading {
            put(shown, from: place)
            place += shown.width + Self.gap
        }
        place = bounds.width - Self.edge
        for shown in row.trailing {
            put(shown, from: place - shown.width)
            place -= shown.width + Self.gap
        }
        layOutSeparator()
        roundCorners()
    }

    private func put(_ shown: ListRow.Shown, from start: CGFloat) {
        let middle = start + shown.width / 2
        shown.view.center = CGPoint(
            x: isMirrored ? bounds.width - middle : middle, y: (bounds.height / 2).rounded())
    }

    private func layOutSeparator() {
        // The separator starts at the text, which has its position only after layout.
        contentView.layoutIfNeeded()
        let separator = row.separator
        guard let place = row.place, let look = place.separators, look.bottomSeparatorVisibility != .hidden,
            !(place.isLast && place.appearance != .plain) || look.bottomSeparatorVisibility == .visible, !place.isHeader
        else {
            separator.isHidden = true
            return
        }
        separator.isHidden = false
        separator.backgroundColor = look.color
        let insets = look.bottomSeparatorInsets
        let automatic = CGFloat.greatestFiniteMagnitude
        let start = insets.leading == automatic ? rowContentFrame.minX + contentStart : insets.leading
        let end = insets.trailing == automatic ? 0 : insets.trailing
        let scale = window?.screen.scale ?? max(1, traitCollection.displayScale)
        let line = 1 / max(1, scale)
        separator.frame = CGRect(
            x: isMirrored ? end : start, y: bounds.height - line, width: max(0, bounds.width - start - end),
            height: line)
        bringSubviewToFront(separator)
    }

    /// The distance from the content's start to its text.
    private var contentStart: CGFloat { (contentView as? UIListContentView)?.textStart ?? Self.edge }

    private func roundCorners() {
        guard let place = row.place else { return }
        let isRound = place.appearance == .insetGrouped && !place.isHeader
        var corners: CACornerMask = []
        if isRound, place.isFirst { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
        if isRound, place.isLast { corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
        layer.cornerRadius = corners.isEmpty ? 0 : 10
        layer.maskedCorners = corners
        clipsToBounds = !corners.isEmpty
    }
}
