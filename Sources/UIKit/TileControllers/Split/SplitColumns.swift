import Foundation
import TileViews

/// The controllers of the columns, and the containers that show them.
struct SplitColumns {
    typealias Column = UISplitViewController.Column

    /// The controllers that were set for the columns.
    private var own: [Column: UIViewController] = [:]
    /// The visible containers of the columns: the controller itself or the navigation controller that wraps it.
    private var holders: [Column: UIViewController] = [:]

    subscript(column: Column) -> UIViewController? { own[column] }
    func holder(_ column: Column) -> UIViewController? { holders[column] }
    func navigation(_ column: Column) -> UINavigationController? { holders[column] as? UINavigationController }

    mutating func put(_ controller: UIViewController?, in column: Column, holder: UIViewController? = nil) {
        own[column] = controller
        holders[column] = controller == nil ? nil : holder ?? controller
    }

    func column(of holder: UIViewController) -> Column? { holders.first { $0.value === holder }?.key }
}

extension UISplitViewController {
    var hasColumns: Bool { style != .unspecified }
    var hasSupplementary: Bool { style == .tripleColumn }

    /// The columns in order.
    var order: [Column] { hasSupplementary ? [.primary, .supplementary, .secondary] : [.primary, .secondary] }

    var knownViewControllers: [UIViewController] {
        if showing.isCollapsed { return showing.single.map { [$0] } ?? [] }
        return order.compactMap { columns.holder($0) }
    }

    func set(_ controller: UIViewController?, _ column: Column) {
        precondition(hasColumns, "a split view controller without a style has no columns: set viewControllers")
        precondition(
            column == .compact || order.contains(column), "a split view controller of two columns has no \(column)")
        if let controller {
            let other = ([.compact] + order).first { $0 != column && columns[$0] === controller }
            precondition(other == nil, "\(controller) can't be in two columns: it is in \(other!)")
        }
        guard columns[column] !== controller else { return }
        let old = columns.holder(column)
        if showing.isCollapsed, column != .compact { return setCollapsed(controller, column) }
        var holder = controller
        if let controller, column != .compact, !(controller is UINavigationController) {
            // An existing navigation controller is reused, with the new controller as its only one.
            if let navigation = old as? UINavigationController, navigation !== columns[column] {
                columns.put(controller, in: column, holder: navigation)
                navigation.setViewControllers([controller], animated: false)
                return showButton()
            }
            holder = UINavigationController(rootViewController: controller)
        }
        replace(old, by: holder, of: controller, in: column)
    }

    /// Sets the controllers in the older API: the first and optionally the second one.
    func setPair(_ new: [UIViewController]) {
        precondition(
            !hasColumns, "a split view controller with columns takes controllers by setViewController(_:for:)")
        precondition(
            new.count == 1 || new.count == 2, "a split view controller has one or two controllers, and not \(new.count)"
        )
        precondition(new.count == 1 || new[0] !== new[1], "\(new[0]) can't be both controllers")
        if showing.isCollapsed {
            if let old = showing.single, old !== new[0] { takeOut(old) }
            columns.put(new[0], in: .primary)
            columns.put(new.count > 1 ? new[1] : nil, in: .secondary)
            showing.isCollapsed = false
            showing.single = nil
            return arrange(animated: false)
        }
        let pair: [(Column, UIViewController?)] = [(.primary, new[0]), (.secondary, new.count > 1 ? new[1] : nil)]
        for (column, controller) in pair where columns.holder(column) !== controller {
            // A controller may change its column; it leaves the old one first.
            if let controller, let other = columns.column(of: controller) { columns.put(nil, in: other) }
            replace(columns.holder(column), by: controller, of: controller, in: column)
        }
    }

    private func replace(
        _ old: UIViewController?, by holder: UIViewController?, of controller: UIViewController?, in column: Column
    ) {
        columns.put(controller, in: column, holder: holder)
        if let old, columns.column(of: old) == nil { takeOut(old) }
        showing.shown.removeAll { $0 == column }
        arrange(animated: false)
    }

    /// Removes a child and its view.
    func takeOut(_ child: UIViewController) {
        guard child.parent === self else { return }
        let isShown = child.appearance.isVisible
        child.willMove(toParent: nil)
        if isShown { child.beginAppearanceTransition(false, animated: false) }
        child.viewIfLoaded?.removeFromSuperview()
        if isShown { child.endAppearanceTransition() }
        child.removeFromParent()
    }

    func takeIn(_ child: UIViewController) {
        guard child.parent !== self else { return }
        addChild(child)
        child.didMove(toParent: self)
    }

    var deciding: UIViewController? { showing.isCollapsed ? showing.single : columns.holder(.secondary) }
}
