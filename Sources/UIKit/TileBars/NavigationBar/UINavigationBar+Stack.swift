import Foundation
import TileViews

extension UINavigationBar {
    func push(_ item: UINavigationItem, _ animated: Bool) {
        guard item.bar !== self else { return }
        guard delegate?.navigationBar(self, shouldPush: item) ?? true, item.bar !== self else { return }
        change(.push, animated) {
            add(item)
        } completion: { [weak self, weak delegate] in
            if let self { delegate?.navigationBar(self, didPush: item) }
        }
    }

    func pop(_ animated: Bool) -> UINavigationItem? {
        guard stack.count > 1, let item = stack.last else { return nil }
        guard delegate?.navigationBar(self, shouldPop: item) ?? true else { return nil }
        // The delegate may have changed the stack.
        guard stack.count > 1, stack.last === item else { return nil }
        change(.pop, animated) {
            removeTop()
        } completion: { [weak self, weak delegate] in
            if let self { delegate?.navigationBar(self, didPop: item) }
        }
        return item
    }

    func replaceStack(by items: [UINavigationItem], _ animated: Bool) {
        let isPop = stack.dropLast().contains { $0 === items.last }
        change(isPop ? .pop : .push, animated) {
            for item in stack where item.bar === self { item.bar = nil }
            stack = []
            stack.reserveCapacity(items.count)
            for item in items where item.bar !== self { add(item) }
        } completion: {
        }
    }

    private func add(_ item: UINavigationItem) {
        // An item belongs to one bar; another bar stops following it.
        item.bar = self
        item.isLargeByDefault = stack.last.map(\.isLarge) ?? true
        stack.append(item)
    }

    private func removeTop() { stack.removeLast().bar = nil }

    /// Recomputes the automatic large title mode of all items, after it changed in one of them.
    func updateLargeTitles() {
        var isLarge = true
        for item in stack {
            item.isLargeByDefault = isLarge
            isLarge = item.isLarge
        }
    }

    func backButtonWasTapped() {
        guard let top = topItem, transition == nil else { return }
        if let action = top.backAction { return action.performWithSender(self, target: nil) }
        if popHandler?(self, top) == true { return }
        popItem(animated: true)
    }

    // MARK: Transitions

    enum Change { case push, pop }

    private func change(
        _ change: Change, _ animated: Bool, body: () -> Void, completion: @escaping () -> Void
    ) {
        // A running transition ends first.
        settle()
        body()
        if let shownContent, shownContent.item === topItem {
            shownContent.below = backItem
            didShowTop()
            return completion()
        }
        guard animated, window != nil, let old = shownContent, let top = topItem else {
            shownContent?.removeFromSuperview()
            shownContent = nil
            didShowTop()
            return completion()
        }
        let next = NavigationBarContent(top, below: backItem, in: self)
        next.update()
        begin(next, from: old, as: change)
        transition?.completion = completion
        run(to: change == .push ? 1 : 0, Self.transitionDuration)
    }

    /// The content for the top item, created on demand, so that of many pushes in a row only the last one creates
    /// content.
    var content: NavigationBarContent? {
        if shownContent == nil, let top = topItem {
            let made = NavigationBarContent(top, below: backItem, in: self)
            made.overrideUserInterfaceStyle = legacyStyle.interfaceStyle
            made.update()
            addSubview(made)
            shownContent = made
        }
        return shownContent
    }

    private func begin(_ next: NavigationBarContent, from old: NavigationBarContent, as change: Change) {
        next.frame = bounds
        if change == .push { addSubview(next) } else { insertSubview(next, belowSubview: old) }
        shownContent = next
        let made = NavigationBarTransition(
            under: change == .push ? old : next, over: change == .push ? next : old, isPush: change == .push)
        transition = made
        for content in [old, next] { content.isUserInteractionEnabled = false }
        didShowTop()
        UIView.performWithoutAnimation {
            layoutIfNeeded()
            made.apply(change == .push ? 0 : 1)
        }
    }

    private func run(to part: CGFloat, _ duration: TimeInterval) {
        guard let running = transition else { return }
        UIView.animateKeyframes(withDuration: duration, delay: 0) {
            running.addKeyframes(to: part)
        } completion: { [weak self, weak running] _ in
            if let self, let running, transition === running { settle() }
        }
    }

    /// Finishes a running push or pop immediately.
    func settle() {
        guard let ended = transition else { return }
        transition = nil
        // An interactive pop is canceled.
        let (stays, goes) = ended.isHeld ? (ended.outgoing, ended.incoming) : (ended.incoming, ended.outgoing)
        goes.removeFromSuperview()
        shownContent = stays
        NavigationBarTransition.reset(stays)
        stays.setNeedsLayout()
        setNeedsLayout()
        ended.completion?()
    }

    private func didShowTop() {
        updateBackdrops()
        invalidateIntrinsicContentSize()
        setNeedsLayout()
        tellHeights()
    }

    // MARK: Interactive pops

    /// Begins an interactive pop of the top item. The stack does not change until `endPop`. The delegate is not asked.
    ///
    /// - Returns: False if there is nothing to pop, or the bar is not in a window.
    package final func beginPop() -> Bool {
        settle()
        guard let old = content, let below = backItem, window != nil else { return false }
        let next = NavigationBarContent(below, below: stack.dropLast(2).last, in: self)
        next.update()
        begin(next, from: old, as: .pop)
        transition?.isHeld = true
        return true
    }

    /// Updates the progress of an interactive pop.
    ///
    /// - Parameter part: The fraction of the pop that is done, 0…1.
    package final func updatePop(_ part: CGFloat) {
        if let transition, transition.isHeld { transition.apply(1 - min(1, max(0, part))) }
    }

    /// Completes or cancels an interactive pop with an animation.
    ///
    /// - Parameters:
    ///   - isCompleted: Whether the item is popped. The delegate is notified at the end.
    ///   - duration: The seconds for the rest of the animation.
    package final func endPop(_ isCompleted: Bool, duration: TimeInterval) {
        guard let running = transition, running.isHeld, let item = stack.last else { return }
        running.isHeld = false
        if isCompleted {
            removeTop()
            running.completion = { [weak self] in
                if let self { delegate?.navigationBar(self, didPop: item) }
            }
            return run(to: 0, duration)
        }
        shownContent = running.over
        let back = NavigationBarTransition(under: running.under, over: running.over, isPush: true)
        transition = back
        didShowTop()
        run(to: 1, duration)
    }

    // MARK: Changes of items

    /// Updates the bar after an item changed.
    func navigationItemDidChange(_ item: UINavigationItem, animated: Bool) {
        if item === topItem {
            shownContent?.update()
            heightsDidChange()
            if animated, let shownContent { fadeIn(shownContent) }
        } else if item === backItem {
            shownContent?.update()
        }
    }

    func barButtonItemDidChange(_ barItem: UIBarItem, of item: UINavigationItem) {
        guard let barItem = barItem as? UIBarButtonItem else { return }
        if item === topItem { shownContent?.update(barItem) } else if item === backItem { shownContent?.update() }
    }

    /// Fades new buttons in over 0.3 seconds. Removed buttons disappear at once.
    private func fadeIn(_ content: NavigationBarContent) {
        guard window != nil, transition == nil else { return }
        let new = content.newButtons
        UIView.performWithoutAnimation {
            layoutIfNeeded()
            for button in new { button.alpha = 0 }
        }
        UIView.animate(withDuration: 0.3) { for button in new { button.alpha = 1 } }
    }
}
