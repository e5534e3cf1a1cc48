import Foundation
import TileViews

// When the split view collapses, the first column's stack takes over the controllers of the others. They are returned
// when it expands.
extension UISplitViewController {
    func collapse() {
        // The children are removed, because controllers in the stack get another parent.
        for child in childrenOnShow { takeOut(child) }
        (showing.shown, showing.leaving) = ([], [])
        showing.isCollapsed = true
        if hasColumns { collapseColumns() } else { collapsePair() }
        showButton()
        delegate?.splitViewControllerDidCollapse(self)
        noteDetailTarget()
    }

    func expand() {
        let single = showing.single
        if let single { takeOut(single) }
        showing.isCollapsed = false
        showing.single = nil
        if hasColumns { expandColumns(from: single) } else { expandPair(from: single) }
        let mode = resolvedMode
        if let asked = delegate?.splitViewController(self, displayModeForExpandingToProposedDisplayMode: mode),
            asked != .automatic, asked != mode
        {
            showing.asked = (asked, view.bounds.width)
        }
        delegate?.splitViewControllerDidExpand(self)
        noteDetailTarget()
    }

    private func noteDetailTarget() {
        NotificationCenter.default.post(name: UIViewController.showDetailTargetDidChangeNotification, object: self)
    }

    // MARK: Columns

    private func collapseColumns() {
        showing.taken = [:]
        if let compact = columns.holder(.compact) {
            showing.single = compact
            return
        }
        let present = order.filter { columns.holder($0) != nil }
        guard let first = present.first, let stack = columns.navigation(first) else { return }
        showing.single = stack
        let proposed = present.last ?? first
        var top = delegate?.splitViewController(self, topColumnForCollapsingToProposedTopColumn: proposed) ?? proposed
        if !present.contains(top) { top = proposed }
        stackUp(present.dropFirst().filter { $0.rawValue <= top.rawValue }, on: stack)
    }

    /// Pushes the columns' controllers onto the stack. For a column that was popped, these are its previous ones.
    private func stackUp(_ above: [Column], on stack: UINavigationController, animated: Bool = false) {
        var stacked = stack.viewControllers
        for column in above where !isStacked(column) {
            guard let navigation = columns.navigation(column), navigation !== stack else { continue }
            var given = navigation.viewControllers
            if given.isEmpty { given = showing.taken[column] ?? [columns[column]].compactMap { $0 } }
            given.removeAll { each in stacked.contains { $0 === each } }
            guard !given.isEmpty else { continue }
            showing.taken[column] = given
            navigation.setViewControllers([], animated: false)
            stacked += given
        }
        stack.setViewControllers(stacked, animated: animated)
    }

    private func expandColumns(from single: UIViewController?) {
        guard let stack = single as? UINavigationController, single !== columns.holder(.compact) else { return }
        // From the top down: controllers above a column's first one belong to that column.
        var rest = stack.viewControllers
        var back: [(UINavigationController, [UIViewController])] = []
        for column in order.reversed() {
            guard let given = showing.taken[column], let navigation = columns.navigation(column) else { continue }
            if let first = given.first, let index = rest.firstIndex(where: { $0 === first }) {
                back.append((navigation, Array(rest[index...])))
                rest = Array(rest[..<index])
            } else {
                back.append((navigation, given))
            }
        }
        showing.taken = [:]
        stack.setViewControllers(rest, animated: false)
        for (navigation, controllers) in back { navigation.setViewControllers(controllers, animated: false) }
    }

    /// The column with the topmost controllers.
    var topColumn: Column {
        guard hasColumns else { return .primary }
        if showing.single != nil, showing.single === columns.holder(.compact) { return .compact }
        let stack = (showing.single as? UINavigationController)?.viewControllers ?? []
        return order.last { column in
            (showing.taken[column] ?? []).contains { each in stack.contains { $0 === each } }
        } ?? order.first { columns.navigation($0) === showing.single } ?? .primary
    }

    func bringUp(_ column: Column, animated: Bool) {
        guard hasColumns, column != .compact, let stack = showing.single as? UINavigationController,
            topColumn != .compact
        else { return }
        if column.rawValue > topColumn.rawValue {
            let above = order.filter { $0.rawValue <= column.rawValue && columns.navigation($0) !== stack }
            stackUp(above, on: stack, animated: animated && view.window != nil)
        } else if let next = order.first(where: { $0.rawValue > column.rawValue && isStacked($0) }) {
            takeOff(next, animated: animated)
        }
    }

    private func isStacked(_ column: Column) -> Bool {
        let stack = (showing.single as? UINavigationController)?.viewControllers ?? []
        return (showing.taken[column] ?? []).contains { each in stack.contains { $0 === each } }
    }

    func takeOff(_ column: Column, animated: Bool) {
        guard hasColumns, let stack = showing.single as? UINavigationController,
            let first = showing.taken[column]?.first,
            let index = stack.viewControllers.firstIndex(where: { $0 === first }), index > 0
        else { return }
        stack.popToViewController(stack.viewControllers[index - 1], animated: animated && view.window != nil)
    }

    /// Sets a controller for a column while collapsed.
    func setCollapsed(_ controller: UIViewController?, _ column: Column) {
        let stack = showing.single as? UINavigationController
        let isBase = columns.navigation(column) === stack && stack != nil
        let wasStacked = isStacked(column)
        if isBase, let stack, let controller {
            let above = showing.taken.values.flatMap { $0 }
            let kept = stack.viewControllers.filter { each in above.contains { $0 === each } }
            columns.put(controller, in: column, holder: stack)
            stack.setViewControllers([controller] + kept, animated: false)
            return
        }
        if wasStacked, let stack, let first = showing.taken[column]?.first,
            let index = stack.viewControllers.firstIndex(where: { $0 === first })
        {
            stack.setViewControllers(Array(stack.viewControllers[..<index]), animated: false)
        }
        showing.taken[column] = nil
        guard let controller else { return columns.put(nil, in: column) }
        let holder = controller as? UINavigationController ?? UINavigationController(rootViewController: controller)
        columns.put(controller, in: column, holder: holder)
        if wasStacked, let stack { stackUp([column], on: stack) }
    }

    // MARK: Older API

    private func collapsePair() {
        guard let first = columns.holder(.primary) else { return }
        let second = columns.holder(.secondary)
        let target = delegate?.primaryViewController(forCollapsing: self) ?? first
        if let second {
            let isTaken =
                delegate?.splitViewController(self, collapseSecondary: second, onto: target) ?? false
            if !isTaken { target.collapseSecondaryViewController(second, for: self) }
        }
        showing.single = target
    }

    private func expandPair(from single: UIViewController?) {
        guard let single else { return }
        let first = delegate?.primaryViewController(forExpanding: self) ?? single
        let second =
            delegate?.splitViewController(self, separateSecondaryFrom: first)
            ?? first.separateSecondaryViewController(for: self)
        columns.put(first, in: .primary)
        // If nil is returned, the secondary controller is kept, unless it has permanently moved into another parent.
        if let second {
            columns.put(second, in: .secondary)
        } else if let known = columns.holder(.secondary), known.parent != nil {
            columns.put(nil, in: .secondary)
        }
    }

    // MARK: Showing other controllers

    func showInPrimary(_ other: UIViewController, _ sender: Any?) {
        if delegate?.splitViewController(self, show: other, sender: sender) == true { return }
        let stack = showing.isCollapsed ? showing.single : columns.holder(.primary)
        if let stack = stack as? UINavigationController {
            stack.pushViewController(other, animated: appearance.isVisible)
        } else if !hasColumns, !showing.isCollapsed {
            setPair([other] + [columns.holder(.secondary)].compactMap { $0 })
        } else {
            present(other, animated: true)
        }
    }

    func showInSecondary(_ other: UIViewController, _ sender: Any?) {
        if delegate?.splitViewController(self, showDetail: other, sender: sender) == true { return }
        if hasColumns {
            set(other, .secondary)
            return show(.secondary, animated: true)
        }
        guard showing.isCollapsed else {
            guard let first = columns.holder(.primary) else { return }
            return setPair([first, other])
        }
        guard let stack = showing.single as? UINavigationController else { return present(other, animated: true) }
        stack.takeUp(other, animated: true)
    }
}

extension UINavigationController {
    /// Pushes another controller; for a navigation controller, its stack.
    func takeUp(_ other: UIViewController, animated: Bool) {
        guard let navigation = other as? UINavigationController else {
            guard !stack.contains(where: { $0 === other }) else { return }
            return pushViewController(other, animated: animated)
        }
        let given = navigation.viewControllers
        guard let first = given.first else { return }
        takenUp = (navigation, first)
        navigation.setViewControllers([], animated: false)
        setViewControllers(stack.filter { each in !given.contains { $0 === each } } + given, animated: animated)
    }

    /// Returns the navigation controller that was taken over last, with its current stack; otherwise pops the top
    /// controller and returns it, unless it is the root.
    func giveBack() -> UIViewController? {
        if let (navigation, first) = takenUp {
            takenUp = nil
            if let index = stack.firstIndex(where: { $0 === first }), index > 0 {
                let given = Array(stack[index...])
                setViewControllers(Array(stack[..<index]), animated: false)
                navigation.setViewControllers(given, animated: false)
                return navigation
            }
        }
        guard stack.count > 1 else { return nil }
        return popViewController(animated: false)
    }
}
