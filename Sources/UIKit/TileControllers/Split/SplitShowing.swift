import Foundation
import TileBars
import TileDrawing
import TileGraphics
import TileViews

/// The state of a split view controller's presentation of its columns.
struct SplitShowing {
    typealias Column = UISplitViewController.Column
    typealias Mode = UISplitViewController.DisplayMode

    var isCollapsed = false
    /// The visible controller while collapsed.
    var single: UIViewController?
    /// The controllers that each column contributed to the first column's stack.
    var taken: [Column: [UIViewController]] = [:]
    var mode = Mode.secondaryOnly
    /// The mode requested by the user or the program, with the width at that time.
    var asked: (mode: Mode, width: CGFloat)?
    /// The columns whose views are visible or appearing.
    var shown: [Column] = []
    /// The columns that are disappearing.
    var leaving: [Column] = []
    var isArranging = false
    /// The separator lines beside the first and the second column.
    let lines = (UIView(), UIView())
    var edgePan: UIScreenEdgePanGestureRecognizer?
    private var knownButton: UIBarButtonItem?

    mutating func button(of controller: UISplitViewController) -> UIBarButtonItem {
        if let knownButton { return knownButton }
        let made = UIBarButtonItem(
            primaryAction: UIAction(image: Self.symbol) { [weak controller] _ in controller?.toggleColumns() })
        made.accessibilityLabel = "Sidebar"
        knownButton = made
        return made
    }

    var buttonIfMade: UIBarButtonItem? { knownButton }

    /// The button's image: a window with a column at its side.
    private static var symbol: UIImage {
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 24, height: 20))
        return renderer.image { _ in
            let frame = UIBezierPath(roundedRect: CGRect(x: 1.5, y: 1.5, width: 21, height: 17), cornerRadius: 3)
            frame.move(to: CGPoint(x: 9, y: 1.5))
            frame.addLine(to: CGPoint(x: 9, y: 18.5))
            for y: CGFloat in [5.5, 8.5, 11.5] {
                frame.move(to: CGPoint(x: 4, y: y))
                frame.addLine(to: CGPoint(x: 6.5, y: y))
            }
            frame.lineWidth = 1.5
            frame.lineCapStyle = .round
            UIColor.black.setStroke()
            frame.stroke()
        }.withRenderingMode(.alwaysTemplate)
    }
}

extension UISplitViewController {
    var childrenOnShow: [UIViewController] {
        if showing.isCollapsed { return showing.single.map { [$0] } ?? [] }
        return (showing.shown + showing.leaving).compactMap { columns.holder($0) }
    }

    // MARK: Preferences

    /// Whether columns are by default beside the secondary one instead of over it, because the view is wider than high.
    private var isWide: Bool {
        let size = shownView?.bounds.size ?? UIScreen.main.bounds.size
        return size.width > size.height
    }

    var behavior: SplitBehavior {
        if preferredSplitBehavior != .automatic { return preferredSplitBehavior }
        let own = showing.mode.behavior
        return own != .automatic ? own : isWide ? .tile : .overlay
    }

    /// Returns the mode for a number of columns.
    private func mode(_ count: Int) -> DisplayMode {
        var behavior = preferredSplitBehavior
        if behavior == .automatic {
            behavior = isWide ? .tile : .overlay
            // Two columns beside a third need space for all three.
            let (widths, whole) = (self.widths, shownView?.bounds.width ?? 0)
            if count > 1, behavior == .tile, whole - widths.primary - widths.supplementary < widths.leastSecondary {
                behavior = .displace
            }
        }
        if !hasColumns, behavior == .displace { behavior = .tile }
        return DisplayMode(min(count, hasSupplementary ? 2 : 1), behavior)
    }

    /// The mode to show: the one requested at this width, else the preferred one, else one that fits.
    var resolvedMode: DisplayMode {
        if let asked = showing.asked, asked.width == view.bounds.width { return asked.mode }
        guard preferredDisplayMode == .automatic else {
            let count = preferredDisplayMode.columns(hasSupplementary: hasSupplementary).count
            // With two columns, a mode for three means the corresponding mode for two.
            return hasSupplementary ? preferredDisplayMode : DisplayMode(count, preferredDisplayMode.behavior)
        }
        return mode(isWide || preferredSplitBehavior == .tile ? 1 : 0)
    }

    func followPreferences(animated: Bool) {
        showing.asked = nil
        if isViewLoaded { arrange(animated: animated) }
    }

    func noteWidths() { shownView?.setNeedsLayout() }

    var widths: SplitArrangement.Widths {
        let whole = shownView?.bounds.width ?? UIScreen.main.bounds.width
        func width(
            _ preferred: CGFloat, _ fraction: CGFloat, least: CGFloat, most: CGFloat, usual: CGFloat
        ) -> CGFloat {
            var width = preferred >= 0 ? preferred : fraction >= 0 ? fraction * whole : min(320, 0.4 * whole)
            if most >= 0 || !hasColumns { width = min(width, most >= 0 ? most : 320) }
            if least >= 0 { width = max(width, least) }
            return width.isFinite ? min(max(0, width), whole) : usual
        }
        return SplitArrangement.Widths(
            primary: width(
                preferredPrimaryColumnWidth, preferredPrimaryColumnWidthFraction, least: minimumPrimaryColumnWidth,
                most: maximumPrimaryColumnWidth, usual: 320),
            supplementary: width(
                preferredSupplementaryColumnWidth, preferredSupplementaryColumnWidthFraction,
                least: minimumSupplementaryColumnWidth, most: maximumSupplementaryColumnWidth, usual: 320),
            leastSecondary: 400)
    }

    // MARK: Showing and hiding columns

    /// The number of columns beside or over the secondary one.
    private var countShown: Int { showing.mode.columns(hasSupplementary: hasSupplementary).count }

    func toggleColumns() {
        guard !showing.isCollapsed else { return }
        let asked = delegate?.targetDisplayModeForAction(in: self) ?? .automatic
        change(to: asked != .automatic ? asked : mode(countShown > 0 ? 0 : 1), animated: true)
    }

    func show(_ column: Column, animated: Bool) {
        if showing.isCollapsed { return bringUp(column, animated: animated) }
        let needed: Int
        switch column {
        case .primary: needed = hasSupplementary ? 2 : 1
        case .supplementary: needed = 1
        case .secondary, .compact:
            // The secondary column is visible; columns over it are hidden.
            if showing.mode.behavior == .overlay { change(to: .secondaryOnly, animated: animated) }
            return
        }
        if countShown < needed { change(to: mode(needed), animated: animated) }
    }

    func hide(_ column: Column, animated: Bool) {
        if showing.isCollapsed { return takeOff(column, animated: animated) }
        let left: Int
        switch column {
        case .primary: left = hasSupplementary ? 1 : 0
        case .supplementary: left = 0
        case .secondary, .compact: return
        }
        if countShown > left { change(to: mode(left), animated: animated) }
    }

    func change(to mode: DisplayMode, animated: Bool) {
        guard mode != .automatic else { return followPreferences(animated: animated) }
        showing.asked = (mode, shownView?.bounds.width ?? 0)
        if isViewLoaded { arrange(animated: animated) } else { showing.mode = mode }
    }

    // MARK: Gestures

    func prepareGestures() {
        curtain.backgroundColor = UIColor(white: 0, alpha: 0.12)
        curtain.addGestureRecognizer(
            UITapGestureRecognizer(
                primaryAction: UIAction { [weak self] _ in
                    guard let self, presentsWithGesture else { return }
                    change(to: .secondaryOnly, animated: true)
                }))
        let pan = UIScreenEdgePanGestureRecognizer(
            primaryAction: UIAction { [weak self] action in
                guard let self, let pan = action.sender as? UIScreenEdgePanGestureRecognizer else { return }
                follow(pan)
            })
        pan.edges = isAtLeft ? .left : .right
        pan.isEnabled = presentsWithGesture
        showing.edgePan = pan
        view.addGestureRecognizer(pan)
    }

    private func follow(_ pan: UIScreenEdgePanGestureRecognizer) {
        guard !showing.isCollapsed else { return }
        switch pan.state {
        case .began:
            delegate?.splitViewControllerInteractivePresentationGestureWillBegin(self)
            change(to: mode(countShown + 1), animated: true)
        case .ended, .cancelled, .failed: delegate?.splitViewControllerInteractivePresentationGestureDidEnd(self)
        default: break
        }
    }

    /// Whether the first column is on the left.
    var isAtLeft: Bool {
        (primaryEdge == .leading) == (shownView?.effectiveUserInterfaceLayoutDirection != .rightToLeft)
    }

    /// Adds the display mode button at the start of the secondary column, or removes it if there is nothing to show.
    func showButton() {
        let root = columns.navigation(.secondary)?.viewControllers.first?.navigationItem
        let isWanted =
            hasColumns && displayModeButtonVisibility != .never && !showing.isCollapsed && presentsWithGesture
        if isWanted, let root {
            if root.leftBarButtonItem == nil { root.leftBarButtonItem = displayModeButtonItem }
        } else if let button = showing.buttonIfMade {
            for column in order {
                for each in columns.navigation(column)?.viewControllers ?? []
                where each.navigationItem.leftBarButtonItem === button {
                    each.navigationItem.leftBarButtonItem = nil
                }
            }
        }
    }
}
