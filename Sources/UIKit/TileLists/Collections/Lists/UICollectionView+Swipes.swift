import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

/// A list row that is swiped aside, with its revealed actions.
struct ListSwipe {
    let cell: UICollectionViewListCell
    let actions: UISwipeActionsConfiguration
    let isAtRight: Bool
    let view: SwipeActionsView
    /// The cell's horizontal displacement, in points. `start` is its value when the touch began.
    var shift: CGFloat = 0
    var start: CGFloat = 0
    var isOpen = false

    var direction: CGFloat { isAtRight ? -1 : 1 }
}

/// The pan gesture that swipes list rows aside.
final class ListSwipePan: UIPanGestureRecognizer {
    init(of collection: UICollectionView) {
        super.init(target: nil, action: nil)
        maximumNumberOfTouches = 1
        addAction(UIAction { [weak collection] _ in collection?.followSwipe() })
    }
}

extension UICollectionView {
    /// The fraction of the row's width past which a swipe performs the first action.
    private static let fullPart: CGFloat = 0.6
    private static let swipeSeconds = 0.3

    /// Adds the swipe gesture recognizer if the list has swipe actions.
    func noteSwipes() {
        let layout = collection.layout as? UICollectionViewCompositionalLayout
        guard layout?.composition.hasSwipes == true else { return }
        if collection.swipePan == nil {
            let pan = ListSwipePan(of: self)
            collection.swipePan = pan
            addGestureRecognizer(pan)
        }
        // Layout moves cells to their attributes' frames; the swiped row must stay at the finger.
        if let swipe = collection.swipe, !isDecelerating { move(swipe, to: swipe.shift) }
    }

    func mayBeginSwipe(_ recognizer: UIGestureRecognizer) -> Bool {
        guard let pan = recognizer as? ListSwipePan, pan === collection.swipePan else { return true }
        guard !isEditing, collection.movement == nil, window != nil else { return false }
        let (way, speed) = (pan.translation(in: self), pan.velocity(in: self))
        let (across, along) = way == .zero ? (speed.x, speed.y) : (way.x, way.y)
        guard abs(across) > abs(along) else { return false }
        let finger = pan.location(in: self)
        guard let path = indexPathForItem(at: CGPoint(x: finger.x - way.x, y: finger.y - way.y)),
            let cell = cellForItem(at: path) as? UICollectionViewListCell
        else { return collection.swipe != nil }
        return prepareSwipe(cell, path, isAtRight: across < 0)
    }

    private func prepareSwipe(_ cell: UICollectionViewListCell, _ path: IndexPath, isAtRight: Bool) -> Bool {
        if let swipe = collection.swipe {
            // The open row can be moved back by the same gesture.
            if swipe.cell === cell { return true }
            closeSwipe(animated: true)
        }
        let isTrailing = isAtRight != (effectiveUserInterfaceLayoutDirection == .rightToLeft)
        let layout = collection.layout as? UICollectionViewCompositionalLayout
        guard let actions = layout?.swipeActions(at: path, isTrailing: isTrailing), !actions.actions.isEmpty else {
            return false
        }
        let view = SwipeActionsView(actions.actions, isAtRight: isAtRight)
        view.onTap = { [weak self] action, button in self?.perform(action, from: button) }
        (cell.superview ?? self).insertSubview(view, belowSubview: cell)
        collection.swipe = ListSwipe(cell: cell, actions: actions, isAtRight: isAtRight, view: view)
        return true
    }

    func followSwipe() {
        guard let pan = collection.swipePan, let swipe = collection.swipe else { return }
        switch pan.state {
        case .began:
            collection.swipe?.start = swipe.shift
            swipe.cell.isSwiped = true
            pull(by: pan.translation(in: self).x)
        case .changed: pull(by: pan.translation(in: self).x)
        case .ended: letGo(swipe, at: pan.velocity(in: self).x)
        case .cancelled, .failed: settleSwipe(isOpen: swipe.isOpen, animated: true)
        default: break
        }
    }

    /// Moves the row with the finger. Past the width of its actions it moves half as far, unless a full swipe is
    /// permitted.
    private func pull(by translation: CGFloat) {
        guard let swipe = collection.swipe else { return }
        let way = max(0, (swipe.start + translation) * swipe.direction)
        let rest = swipe.view.restWidth
        let isFree = swipe.actions.performsFirstActionWithFullSwipe
        let shift = swipe.direction * (way <= rest || isFree ? way : rest + (way - rest) / 2)
        collection.swipe?.shift = shift
        move(swipe, to: shift)
    }

    private func move(_ swipe: ListSwipe, to shift: CGFloat) {
        guard let key = swipe.cell.elementKey, let element = collection.visible[key] else { return }
        var frame = element.attributes.frame
        let width = abs(shift)
        swipe.view.frame = CGRect(
            x: shift < 0 ? frame.maxX - width : frame.minX, y: frame.minY, width: width, height: frame.height)
        swipe.view.layoutIfNeeded()
        frame.origin.x += shift
        if swipe.cell.frame != frame { swipe.cell.frame = frame }
    }

    private func letGo(_ held: ListSwipe, at speed: CGFloat) {
        guard let swipe = collection.swipe, swipe.cell === held.cell else { return }
        let way = swipe.shift * swipe.direction
        if swipe.actions.performsFirstActionWithFullSwipe, way > swipe.cell.bounds.width * Self.fullPart,
            let first = swipe.actions.actions.first
        {
            return perform(first, from: swipe.view.buttons.first ?? swipe.view)
        }
        settleSwipe(isOpen: way + speed * swipe.direction * 0.1 > swipe.view.restWidth / 2, animated: true)
    }

    func closeSwipe(animated: Bool) { settleSwipe(isOpen: false, animated: animated) }

    /// Closes an open row on a touch outside its actions. The touch has no other effect.
    func closesSwipe(_ touch: UITouch) -> Bool {
        guard let swipe = collection.swipe, swipe.isOpen, touch.view?.isDescendant(of: swipe.view) != true else {
            return false
        }
        closeSwipe(animated: true)
        return true
    }

    private func settleSwipe(isOpen: Bool, animated: Bool) {
        guard var swipe = collection.swipe else { return }
        swipe.isOpen = isOpen
        swipe.shift = isOpen ? swipe.view.restWidth * swipe.direction : 0
        collection.swipe = isOpen ? swipe : nil
        let settled = swipe
        let isAnimated = animated && window != nil
        UIView.animate(withDuration: isAnimated ? Self.swipeSeconds : 0) {
            self.move(settled, to: settled.shift)
        } completion: { _ in
            if !isOpen { settled.view.removeFromSuperview() }
        }
        if !isOpen { swipe.cell.isSwiped = false }
    }

    private func perform(_ action: UIContextualAction, from view: UIView) {
        let cell = collection.swipe?.cell
        action.handler(action, view) { [weak self] _ in
            guard let self, let swipe = collection.swipe, swipe.cell === cell else { return }
            closeSwipe(animated: true)
        }
    }

    /// Removes the swipe actions of a row that is being removed.
    func forgetSwipe(of view: UICollectionReusableView) {
        guard let swipe = collection.swipe, swipe.cell === view else { return }
        collection.swipe = nil
        swipe.view.removeFromSuperview()
        swipe.cell.isSwiped = false
    }
}

extension UICollectionViewCompositionalLayout {
    final func swipeActions(at path: IndexPath, isTrailing: Bool) -> UISwipeActionsConfiguration? {
        guard composition.sections.indices.contains(path.section) else { return nil }
        let list = composition.sections[path.section].solution.section.list?.configuration
        let provider =
            isTrailing
            ? list?.trailingSwipeActionsConfigurationProvider : list?.leadingSwipeActionsConfigurationProvider
        return provider?(path)
    }
}
