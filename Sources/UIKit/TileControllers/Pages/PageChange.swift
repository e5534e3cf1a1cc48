import Foundation
import TileViews

/// A page change in progress.
struct PageChange {
    let old: [UIViewController]
    let new: [UIViewController]
    let direction: UIPageViewController.NavigationDirection
    /// Whether the user turns the page, which the delegate is informed of.
    let isByHand: Bool
    var completion: ((Bool) -> Void)?

    var entering: [UIViewController] { new.filter { each in !old.contains { $0 === each } } }
    var leaving: [UIViewController] { old.filter { each in !new.contains { $0 === each } } }
}

extension UIPageViewController {
    /// Whether the page numbers decrease with x, in a horizontal right-to-left layout.
    var isMirrored: Bool {
        navigationOrientation == .horizontal && shownView?.effectiveUserInterfaceLayoutDirection == .rightToLeft
    }

    var showsTwo: Bool { spineLocation == .mid }

    func layOutPages() {
        guard let view = shownView else { return }
        var room = view.bounds
        if dots.isShown(in: self) {
            room.size.height = max(0, room.height - PageDots.height)
            dots.layOut(in: view, below: room)
        } else {
            dots.hide()
        }
        scroller?.layOut(in: room)
        curler?.layOut(in: room)
    }

    func noteDataSource() {
        guard isViewLoaded else { return }
        dots.ask(self)
        scroller?.forgetNeighbors()
        scroller?.noteRest()
        view.setNeedsLayout()
    }

    // MARK: Changes by the program

    func set(
        _ new: [UIViewController], _ direction: NavigationDirection, animated: Bool, completion: ((Bool) -> Void)?
    ) {
        let needed = showsTwo || (isDoubleSided && animated && transitionStyle == .pageCurl) ? 2 : 1
        // The back of a page may be omitted if backs aren't visible, and may be given if they aren't required.
        precondition(
            new.count == needed || (!showsTwo && isDoubleSided && new.count == 2),
            "The number of view controllers provided (\(new.count)) doesn't match the number required (\(needed)) for "
                + "the requested transition")
        precondition(new.count < 2 || new[0] !== new[1], "a page can't show twice: \(new[0])")
        let back = !showsTwo && new.count == 2 ? new[1] : nil
        let shown = showsTwo ? new : [new[0]]
        finishAtOnce()
        let isWithin = isViewLoaded && view.window != nil && appearance.isVisible
        let isSame = pages.count == shown.count && zip(pages, shown).allSatisfy { $0 === $1 }
        guard animated, isWithin, !pages.isEmpty, !isSame else {
            replace(by: shown, isWithin)
            completion?(true)
            return
        }
        let change = PageChange(
            old: pages, new: shown, direction: direction, isByHand: false, completion: completion)
        if let scroller {
            scroller.go(change)
        } else {
            curler?.turn(change, back: back)
        }
        dots.ask(self)
    }

    /// Replaces the visible pages without animation.
    private func replace(by new: [UIViewController], _ isWithin: Bool) {
        let old = pages
        let change = PageChange(old: old, new: new, direction: .forward, isByHand: false, completion: nil)
        for each in change.entering where each.parent !== self { addChild(each) }
        pages = new
        defer {
            dots.ask(self)
            scroller?.noteRest()
        }
        guard isViewLoaded else { return endMoves(of: change) }
        let tells = isWithin && appearance.stage != .gone
        if tells {
            for each in change.entering { each.beginAppearanceTransition(true, animated: false) }
            for each in change.leaving { each.beginAppearanceTransition(false, animated: false) }
        }
        for each in change.leaving { each.viewIfLoaded?.removeFromSuperview() }
        scroller?.forgetNeighbors()
        layOutPages()
        if tells {
            for each in change.leaving { each.endAppearanceTransition() }
            if appearance.stage != .coming { for each in change.entering { each.endAppearanceAfterCommit() } }
        }
        endMoves(of: change)
    }

    private func endMoves(of change: PageChange) {
        for each in change.entering where each.isMovingToParent { each.didMove(toParent: self) }
        for each in change.leaving where each.parent === self {
            each.willMove(toParent: nil)
            each.removeFromParent()
        }
    }

    // MARK: During a change

    /// Begins the appearance and disappearance of pages. The caller positions their views.
    func begin(_ new: PageChange) {
        change = new
        if new.isByHand { delegate?.pageViewController(self, willTransitionTo: new.new) }
        for each in new.entering where each.parent !== self { addChild(each) }
        for each in new.entering { each.beginAppearanceTransition(true, animated: true) }
        for each in new.leaving { each.beginAppearanceTransition(false, animated: true) }
        // Pages set by the program take effect now; pages turned by the user take effect at the end.
        if !new.isByHand { pages = new.new }
    }

    /// Ends the change, with UIKit's order of callbacks for the style.
    ///
    /// - Parameter finished: whether the change wasn't interrupted.
    func end(didComplete: Bool, finished: Bool = true) {
        guard let change else { return }
        if didComplete {
            pages = change.new
            for each in change.leaving { each.viewIfLoaded?.removeFromSuperview() }
            let arrives = { for each in change.entering { each.endAppearanceTransition() } }
            let leaves = { for each in change.leaving { each.endAppearanceTransition() } }
            if transitionStyle == .scroll {
                arrives()
                self.change = nil
                leaves()
            } else {
                leaves()
                self.change = nil
                arrives()
            }
            endMoves(of: change)
        } else {
            pages = change.old
            for each in change.entering { each.viewIfLoaded?.removeFromSuperview() }
            for each in change.leaving { each.beginAppearanceTransition(true, animated: true) }
            for each in change.leaving { each.endAppearanceTransition() }
            for each in change.entering { each.beginAppearanceTransition(false, animated: true) }
            self.change = nil
            for each in change.entering {
                each.endAppearanceTransition()
                each.willMove(toParent: nil)
                each.removeFromParent()
            }
        }
        if change.isByHand {
            if didComplete { dots.step(change.direction) }
            delegate?.pageViewController(
                self, didFinishAnimating: finished, previousViewControllers: change.old,
                transitionCompleted: didComplete)
        }
        updateStatusBar()
        change.completion?(finished)
        if self.change == nil { shownView?.setNeedsLayout() }
    }

    /// Finishes the current change at once, at its target.
    func finishAtOnce() {
        guard change != nil else { return }
        scroller?.finishAtOnce()
        curler?.finishAtOnce()
    }

    // MARK: Neighbors

    /// Returns the pages after or before the visible ones; nil if there are none.
    func neighbors(_ direction: NavigationDirection) -> [UIViewController]? {
        guard let dataSource, let first = pages.first, let last = pages.last else { return nil }
        switch direction {
        case .forward:
            guard let next = dataSource.pageViewController(self, viewControllerAfter: last) else { return nil }
            guard showsTwo else { return [next] }
            return dataSource.pageViewController(self, viewControllerAfter: next).map { [next, $0] }
        case .reverse:
            guard let next = dataSource.pageViewController(self, viewControllerBefore: first) else { return nil }
            guard showsTwo else { return [next] }
            return dataSource.pageViewController(self, viewControllerBefore: next).map { [$0, next] }
        }
    }
}
