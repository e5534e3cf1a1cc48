import Foundation
import TileDrawing
import TileViews

/// The glass behind the items of a minimized tab bar: a capsule at the leading edge for the selected item, and one at
/// the trailing edge for the prominent item.
final class TabCapsules {
    let selected = MaterialView(frame: .zero)
    let prominent = MaterialView(frame: .zero)

    /// The side of a capsule in a bar of the usual height, and the distance of capsules from the edges and from each
    /// other, in points.
    static let side: CGFloat = 48
    static let margin: CGFloat = 16
    static let gap: CGFloat = 8

    init() {
        for view in [selected, prominent] {
            view.cornerConfiguration = .capsule()
            var material = UIGlassEffect(style: .regular).material
            // Visible over content of any color.
            material.edge = .separator
            view.show(material)
            view.alpha = 0
        }
    }

    func contains(_ point: CGPoint) -> Bool {
        [selected, prominent].contains { $0.alpha > 0 && $0.frame.contains(point) }
    }
}

extension UITabBar {
    /// The side of a capsule. It fits into the row of items.
    private var capsuleSide: CGFloat { min(TabCapsules.side, itemHeight) }

    private func capsuleFrame(isLeading: Bool) -> CGRect {
        let (side, safe) = (capsuleSide, safeAreaInsets)
        let left = safe.left + TabCapsules.margin
        let right = bounds.width - safe.right - TabCapsules.margin - side
        return CGRect(
            x: isLeading != isRightToLeft ? left : right, y: ((itemHeight - side) / 2).rounded(toScale: pixelScale),
            width: side, height: side)
    }

    /// The button of the selected item; the first one if none is selected.
    private var leadingButton: TabButton? {
        buttons.first { $0.item === selectedItem } ?? buttons.first
    }

    /// The button of the prominent item, unless that is selected.
    private var trailingButton: TabButton? {
        guard let prominentItem, prominentItem !== selectedItem else { return nil }
        return buttons.first { $0.item === prominentItem }
    }

    /// Places the capsules and their items, and hides the other items.
    func layOutCapsules() {
        let shown = capsules ?? TabCapsules()
        if capsules == nil {
            for view in [shown.selected, shown.prominent] { insertSubview(view, at: 2) }
            UIView.performWithoutAnimation {
                shown.selected.frame = capsuleFrame(isLeading: true)
                shown.prominent.frame = capsuleFrame(isLeading: false)
            }
            capsules = shown
        }
        let (leading, trailing) = (leadingButton, trailingButton)
        shown.selected.alpha = isMinimized && leading != nil ? 1 : 0
        shown.prominent.alpha = isMinimized && trailing != nil ? 1 : 0
        shown.selected.frame = capsuleFrame(isLeading: true)
        shown.prominent.frame = capsuleFrame(isLeading: false)
        for button in buttons {
            let isShown = !isMinimized || button === leading || button === trailing
            button.alpha = isShown ? 1 : 0
            button.isUserInteractionEnabled = isShown
        }
        guard isMinimized else { return }
        leading?.setUntransformedFrame(shown.selected.frame)
        trailing?.setUntransformedFrame(shown.prominent.frame)
    }

    /// The area between the capsules of a minimized bar, in the bar's coordinates.
    package final var areaBesideCapsules: CGRect {
        let (first, last) = (capsuleFrame(isLeading: true), capsuleFrame(isLeading: false))
        let gap = TabCapsules.gap
        let (left, right) = isRightToLeft ? (last, first) : (first, last)
        let start = isRightToLeft && trailingButton == nil ? left.minX : left.maxX + gap
        let end = !isRightToLeft && trailingButton == nil ? right.maxX : right.minX - gap
        return CGRect(x: start, y: first.minY, width: max(0, end - start), height: first.height)
    }
}
