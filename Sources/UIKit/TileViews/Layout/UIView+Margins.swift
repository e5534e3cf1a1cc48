import Foundation
import TileDrawing
import TileLayers

// Margins are stored in the form in which they were last set: by sides, or by leading and trailing edges.
extension UIView {
    /// UIKit's default margins.
    static let standardMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)

    /// The margins that were set, by sides.
    private var ownMargins: UIEdgeInsets {
        switch rare?.margins {
        case nil: rare?.manager == nil ? Self.standardMargins : .zero
        case .sides(let insets): insets
        case .directional(let insets):
            effectiveUserInterfaceLayoutDirection == .leftToRight
                ? UIEdgeInsets(
                    top: insets.top, left: insets.leading, bottom: insets.bottom, right: insets.trailing)
                : UIEdgeInsets(
                    top: insets.top, left: insets.trailing, bottom: insets.bottom, right: insets.leading)
        }
    }

    /// The effective margins: those that were set, plus the safe area insets if the view includes them, and at least
    /// the parts of the superview's margins that overlap the view if it preserves them.
    var effectiveMargins: UIEdgeInsets {
        var margins = ownMargins
        if let least = rare?.manager?.minimumMargins {
            let isForward = effectiveUserInterfaceLayoutDirection == .leftToRight
            margins.top = max(margins.top, least.top)
            margins.left = max(margins.left, isForward ? least.leading : least.trailing)
            margins.bottom = max(margins.bottom, least.bottom)
            margins.right = max(margins.right, isForward ? least.trailing : least.leading)
        }
        if insetsLayoutMarginsFromSafeArea {
            let safe = safeAreaInsets
            margins.top += safe.top
            margins.left += safe.left
            margins.bottom += safe.bottom
            margins.right += safe.right
        }
        if preservesSuperviewLayoutMargins, let parent {
            let outer = inset(from: parent.layoutMargins, of: parent)
            margins.top = max(margins.top, outer.top)
            margins.left = max(margins.left, outer.left)
            margins.bottom = max(margins.bottom, outer.bottom)
            margins.right = max(margins.right, outer.right)
        }
        return margins
    }

    /// Returns the parts of an ancestor's insets that overlap this view.
    private func inset(from insets: UIEdgeInsets, of ancestor: UIView) -> UIEdgeInsets {
        let outer = ancestor.bounds
        let frame = frame
        return UIEdgeInsets(
            top: max(0, outer.minY + insets.top - frame.minY), left: max(0, outer.minX + insets.left - frame.minX),
            bottom: max(0, frame.maxY - (outer.maxY - insets.bottom)),
            right: max(0, frame.maxX - (outer.maxX - insets.right)))
    }

    func setMargins(_ margins: LayoutMargins) {
        guard margins != rare?.margins else { return }
        rareState.margins = margins
        spreadMargins()
    }

    /// Notifies the view and the subviews that preserve its margins.
    func spreadMargins() {
        layoutMarginsDidChange()
        rare?.manager?.viewLayoutMarginsDidChange()
        setNeedsLayout()
        noteGuideInsets()
        for child in children where child.preservesSuperviewLayoutMargins { child.spreadMargins() }
    }

    var directionalMargins: NSDirectionalEdgeInsets {
        let margins = effectiveMargins
        let isForward = effectiveUserInterfaceLayoutDirection == .leftToRight
        return NSDirectionalEdgeInsets(
            top: margins.top, leading: isForward ? margins.left : margins.right, bottom: margins.bottom,
            trailing: isForward ? margins.right : margins.left)
    }

    // MARK: Safe area

    /// The insets from the edges of the screen: the parts of the superview's insets that overlap this view, up to all
    /// of them for a view beyond the edge, plus those that its manager adds.
    var effectiveSafeArea: UIEdgeInsets {
        guard let host, host.mayHaveSafeArea else { return .zero }
        guard let parent else { return (self as? UIWindow)?.windowSafeArea ?? .zero }
        let above = parent.safeAreaInsets
        let own = above == .zero ? .zero : inset(from: above, of: parent).atMost(above)
        guard let added = rare?.manager?.addedSafeArea else { return own }
        return UIEdgeInsets(
            top: own.top + added.top, left: own.left + added.left, bottom: own.bottom + added.bottom,
            right: own.right + added.right)
    }

    /// Schedules layout after a move if that changed the safe area.
    func noteMoveInSafeArea() {
        // A view with pending layout updates its safe area then.
        guard let host, host.mayHaveSafeArea, !layer.needsLayout(), effectiveSafeArea != rare?.knownSafeArea ?? .zero
        else { return }
        setNeedsLayout()
    }

    /// Notifies the view of a changed safe area. Called on the way down during layout, when the frames of superviews
    /// are final.
    func announceSafeArea() {
        guard rare?.knownSafeArea != nil || host?.mayHaveSafeArea == true else { return }
        let area = safeAreaInsets
        guard area != rare?.knownSafeArea ?? .zero else { return }
        rareState.knownSafeArea = area
        safeAreaInsetsDidChange()
        rare?.manager?.viewSafeAreaInsetsDidChange()
        if insetsLayoutMarginsFromSafeArea {
            layoutMarginsDidChange()
            rare?.manager?.viewLayoutMarginsDidChange()
        }
        for child in children { child.setNeedsLayout() }
    }
}

extension UIWindow {
    /// A Boolean value that indicates whether any view in the window can have a nonzero safe area.
    final var mayHaveSafeArea: Bool { hasAddedSafeArea || screen.coveredInsets != .zero }

    /// The parts of the screen's insets that overlap the window.
    var windowSafeArea: UIEdgeInsets {
        let (screen, insets) = (screen.bounds, screen.coveredInsets)
        let frame = frame
        return UIEdgeInsets(
            top: max(0, insets.top - frame.minY), left: max(0, insets.left - frame.minX),
            bottom: max(0, frame.maxY - (screen.maxY - insets.bottom)),
            right: max(0, frame.maxX - (screen.maxX - insets.right)))
    }
}

extension UIEdgeInsets {
    fileprivate func atMost(_ other: UIEdgeInsets) -> UIEdgeInsets {
        UIEdgeInsets(
            top: min(top, other.top), left: min(left, other.left), bottom: min(bottom, other.bottom),
            right: min(right, other.right))
    }
}

extension UIView {
    /// Schedules layout of the whole tree, which updates its safe areas.
    func layOutForSafeArea() {
        setNeedsLayout()
        for child in children { child.layOutForSafeArea() }
    }
}

extension CGRect {
    /// Returns the rectangle with its edges moved inward. Edges that would cross meet in the middle, at zero size.
    func shrunk(by insets: UIEdgeInsets) -> CGRect {
        func span(_ start: CGFloat, length: CGFloat, before: CGFloat, after: CGFloat) -> (CGFloat, CGFloat) {
            let rest = length - before - after
            return rest >= 0 ? (start + before, rest) : (start + before + rest / 2, 0)
        }
        let (x, width) = span(minX, length: width, before: insets.left, after: insets.right)
        let (y, height) = span(minY, length: height, before: insets.top, after: insets.bottom)
        return CGRect(x: x, y: y, width: width, height: height)
    }
}

/// Margins in the form in which they were set.
enum LayoutMargins: Equatable {
    case sides(UIEdgeInsets)
    case directional(NSDirectionalEdgeInsets)
}
