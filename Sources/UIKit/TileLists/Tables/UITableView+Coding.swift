import Foundation
import TileDrawing
import TileGeometry
import TileViews

extension UITableView {
    private enum Key {
        static let rowHeight = "UIRowHeight"
        static let header = "UISectionHeaderHeight"
        static let footer = "UISectionFooterHeight"
        static let estimate = "UIEstimatedRowHeight"
        static let headerEstimate = "UIEstimatedSectionHeaderHeight"
        static let footerEstimate = "UIEstimatedSectionFooterHeight"
        static let separator = "UISeparatorStyle"
        static let color = "UISeparatorColor"
        static let inset = "UISeparatorInset"
        static let selection = "UIAllowsSelection"
        static let editingSelection = "UIAllowsSelectionDuringEditing"
        static let multiple = "UIAllowsMultipleSelection"
        static let editingMultiple = "UIAllowsMultipleSelectionDuringEditing"
        static let head = "UITableHeaderView"
        static let foot = "UITableFooterView"
        static let background = "UITableViewBackgroundView"
    }

    func storeTable(in coder: NSCoder) {
        coder.encode(style.rawValue, forKey: "UIStyle")
        for (length, key) in [
            (rowHeight, Key.rowHeight), (sectionHeaderHeight, Key.header), (sectionFooterHeight, Key.footer),
            (estimatedRowHeight, Key.estimate), (estimatedSectionHeaderHeight, Key.headerEstimate),
            (estimatedSectionFooterHeight, Key.footerEstimate),
        ] { coder.encode(Double(length), forKey: key) }
        coder.encode(separatorStyle.rawValue, forKey: Key.separator)
        coder.archive(separatorColor, forKey: Key.color)
        if let inset = table.separatorInset { coder.archive(inset, forKey: Key.inset) }
        coder.encode(allowsSelection, forKey: Key.selection)
        coder.encode(allowsSelectionDuringEditing, forKey: Key.editingSelection)
        coder.encode(allowsMultipleSelection, forKey: Key.multiple)
        coder.encode(allowsMultipleSelectionDuringEditing, forKey: Key.editingMultiple)
        coder.archive(table.headView, forKey: Key.head)
        coder.archive(table.footView, forKey: Key.foot)
        coder.archive(table.backgroundView, forKey: Key.background)
    }

    // Values that are missing or invalid in the archive keep their defaults.

    func restoreTable(from coder: NSCoder) {
        if let height = coder.archivedLength(Key.rowHeight) { rowHeight = height }
        if let height = coder.archivedLength(Key.header) { sectionHeaderHeight = height }
        if let height = coder.archivedLength(Key.footer) { sectionFooterHeight = height }
        if let height = coder.archivedLength(Key.estimate) { estimatedRowHeight = height }
        if let height = coder.archivedLength(Key.headerEstimate) { estimatedSectionHeaderHeight = height }
        if let height = coder.archivedLength(Key.footerEstimate) { estimatedSectionFooterHeight = height }
        if let value = coder.archivedCase(Key.separator, UITableViewCell.SeparatorStyle.self) { separatorStyle = value }
        if let color = coder.archivedObject(Key.color, of: UIColor.self) { separatorColor = color }
        if let inset = coder.archivedInsets(Key.inset) { separatorInset = inset }
        if let isOn = coder.archivedFlag(Key.selection) { allowsSelection = isOn }
        if let isOn = coder.archivedFlag(Key.editingSelection) { allowsSelectionDuringEditing = isOn }
        if let isOn = coder.archivedFlag(Key.multiple) { allowsMultipleSelection = isOn }
        if let isOn = coder.archivedFlag(Key.editingMultiple) { allowsMultipleSelectionDuringEditing = isOn }
        // The archive's subviews are already present; cells of a previous run must be removed.
        for view in subviews where view is UITableViewCell { view.removeFromSuperview() }
        if let view = coder.archivedObject(Key.head, of: UIView.self) { tableHeaderView = view }
        if let view = coder.archivedObject(Key.foot, of: UIView.self) { tableFooterView = view }
        if let view = coder.archivedObject(Key.background, of: UIView.self) { backgroundView = view }
    }
}
