import Foundation
import TileDrawing
import TileGeometry
import TileViews

/// Pages side by side or one below the other, in a scroll view that stops at each.
///
/// The scroll view holds at most three pages: the visible one and its neighbors. After another page has come to rest,
/// it is rearranged around that one. If a page is caught in motion and flicked on, its next neighbor is requested as a
/// fourth page.
final class PageScrollController {
    private unowned let controller: UIPageViewController
    let scroll: PageScroll
    private var before: UIViewController?
    private var after: UIViewController?
    /// The page past the neighbor that the current change leads to.
    private var beyond: UIViewController?
    /// Whether the drag of the current change has ended. A new drag may continue past the page.
    private var isReleased = false
    private var knowsNeighbors = false
    /// Whether offset changes are ignored, because the offset is being set.
    private var isArranging = false
    private var size = CGSize.zero
    /// Whether a check is scheduled after the next frame.
    private var isWatching = false

    init(_ controller: UIPageViewController) {
        self.controller = controller
        scroll = PageScroll()
        scroll.isPagingEnabled = true
        scroll.showsHorizontalScrollIndicator = false
        scroll.showsVerticalScrollIndicator = false
        scroll.contentInsetAdjustmentBehavior = .never
        scroll.scrollsToTop = false
        scroll.offsetFollower = { [weak self] _ in self?.follow() }
    }

    private typealias Direction = UIPageViewController.NavigationDirection

    private var isVertical: Bool { controller.navigationOrientation == .vertical }
    private var stride: CGFloat { (isVertical ? size.height : size.width) + controller.spacing }
    private var current: UIViewController? { controller.change?.old.first ?? controller.pages.first }

    // MARK: Places

    /// The pages in their visual order, from the left or the top.
    private var line: [UIViewController] {
        var logical = [before, current, after].compactMap { $0 }
        if let beyond {
            logical.insert(beyond, at: controller.change?.direction == .forward ? logical.endIndex : 0)
        }
        return controller.isMirrored ? logical.reversed() : logical
    }

    private func slot(of page: UIViewController) -> Int { line.firstIndex { $0 === page } ?? 0 }

    private func offset(of page: UIViewController) -> CGPoint {
        let place = CGFloat(slot(of: page)) * stride
        return isVertical ? CGPoint(x: 0, y: place) : CGPoint(x: place, y: 0)
    }

    private func frame(of page: UIViewController) -> CGRect {
        var frame = CGRect(origin: offset(of: page), size: size)
        if isVertical { frame.origin.y += controller.spacing / 2 } else { frame.origin.x += controller.spacing / 2 }
        return frame
    }

    func layOut(in room: CGRect) {
        let space = controller.spacing / 2
        let frame = isVertical ? room.insetBy(dx: 0, dy: -space) : room.insetBy(dx: -space, dy: 0)
        let isResized = room.size != size
        if isResized { controller.finishAtOnce() }
        size = room.size
        if scroll.frame != frame { arranging { scroll.frame = frame } }
        if controller.change == nil { arrange() } else { putPages() }
    }

    /// Arranges the scroll view around the visible page.
    private func arrange() {
        guard let current else { return }
        arranging {
            let length = CGFloat(line.count) * stride
            scroll.contentSize =
                isVertical ? CGSize(width: size.width, height: length) : CGSize(width: length, height: size.height)
            putPages()
            if !scroll.isDragging, scroll.contentOffset != offset(of: current) {
                scroll.contentOffset = offset(of: current)
            }
        }
    }

    private func putPages() {
        for page in controller.change.map({ $0.old + $0.new }) ?? controller.pages {
            let view = page.view!
            let place = frame(of: page)
            if view.transform.isIdentity, view.frame != place { view.frame = place }
            if view.superview !== scroll { scroll.addSubview(view) }
        }
    }

    private func arranging(_ change: () -> Void) {
        let before = isArranging
        isArranging = true
        UIView.performWithoutAnimation(change)
        isArranging = before
    }

    // MARK: Neighbors

    func forgetNeighbors() {
        guard controller.change == nil else { return }
        (before, after, knowsNeighbors) = (nil, nil, false)
    }

    /// Requests the neighbors of a page that has come to rest, once it is visible.
    func noteRest() {
        guard controller.appearance.isVisible, let screen = controller.screen else { return }
        screen.afterCommit { [weak self] in self?.learnNeighbors() }
    }

    private func learnNeighbors() {
        guard !knowsNeighbors, controller.change == nil, !controller.pages.isEmpty,
            controller.appearance.isVisible
        else { return }
        knowsNeighbors = true
        before = controller.neighbors(.reverse)?.first
        after = controller.neighbors(.forward)?.first
        // A page can appear only once.
        if before === current { before = nil }
        if after === current || after === before { after = nil }
        arrange()
    }

    // MARK: Interaction

    /// Handles a change of the offset: pages become visible or disappear.
    private func follow() {
        guard !isArranging, let current, stride > 0 else { return }
        let (offset, rest) = (scroll.contentOffset, offset(of: current))
        let way = isVertical ? offset.y - rest.y : offset.x - rest.x
        guard way != 0 else { return watch() }
        let direction: Direction = (way > 0) != controller.isMirrored ? .forward : .reverse
        if let change = controller.change {
            guard change.isByHand else { return watch() }
            guard change.direction != direction else { return goOn(change, by: abs(way)) }
            // The content has moved past the original page to the other side.
            leaveBeyond()
            controller.end(didComplete: false)
        }
        guard let page = direction == .forward ? after : before else { return }
        begin(PageChange(old: [current], new: [page], direction: direction, isByHand: true))
    }

    /// Handles a new page that was released, possibly caught again, and moved past its position.
    private func goOn(_ change: PageChange, by way: CGFloat) {
        watch()
        if !scroll.isDragging { isReleased = true }
        guard let new = change.new.first else { return }
        if isReleased, scroll.isDragging, beyond == nil { askBeyond(new, change.direction) }
        guard way > stride, let next = beyond else { return }
        let first = line.first
        (beyond, isReleased, knowsNeighbors) = (nil, false, false)
        (before, after) = change.direction == .forward ? (change.old.first, next) : (next, change.old.first)
        controller.end(didComplete: true)
        guard controller.change == nil, controller.pages.first === new else { return }
        moveStrip(after: first)
        begin(PageChange(old: [new], new: [next], direction: change.direction, isByHand: true))
    }

    private func askBeyond(_ page: UIViewController, _ direction: Direction) {
        let found =
            direction == .forward
            ? controller.dataSource?.pageViewController(controller, viewControllerAfter: page)
            : controller.dataSource?.pageViewController(controller, viewControllerBefore: page)
        guard let found, !line.contains(where: { $0 === found }) else { return }
        let first = line.first
        beyond = found
        moveStrip(after: first)
    }

    /// Removes the page past the neighbor.
    private func leaveBeyond() {
        isReleased = false
        guard beyond != nil else { return }
        let first = line.first
        beyond = nil
        moveStrip(after: first)
    }

    /// Adjusts the scroll view after a page was added or removed at its start or end. The visible content stays in
    /// place, and a drag continues.
    ///
    /// - Parameter first: the first page before the change.
    private func moveStrip(after first: UIViewController?) {
        guard let first, let newFirst = line.first else { return }
        let line = line
        arranging {
            let length = CGFloat(line.count) * stride
            let whole =
                isVertical ? CGSize(width: size.width, height: length) : CGSize(width: length, height: size.height)
            // The size is temporarily large enough for both arrangements, so that the offset isn't clamped.
            scroll.contentSize = CGSize(
                width: max(scroll.contentSize.width, whole.width) + (isVertical ? 0 : stride),
                height: max(scroll.contentSize.height, whole.height) + (isVertical ? stride : 0))
            let places = newFirst === first ? 0 : line.contains { $0 === first } ? 1 : -1 as CGFloat
            let way = places * stride
            scroll.shiftContent(by: isVertical ? CGVector(dx: 0, dy: way) : CGVector(dx: way, dy: 0))
            scroll.contentSize = whole
            putPages()
        }
    }

    private func begin(_ change: PageChange) {
        isReleased = false
        controller.begin(change)
        arranging { putPages() }
        watch()
    }

    /// Checks after each frame whether the page has come to rest.
    private func watch() {
        guard !isWatching, controller.change != nil, let screen = controller.screen else { return }
        isWatching = true
        screen.afterCommit { [weak self] in
            guard let self else { return }
            isWatching = false
            finishIfAtRest()
        }
    }

    private func finishIfAtRest() {
        guard let change = controller.change else { return }
        guard !scroll.isTracking, !scroll.isDragging, !scroll.isDecelerating, !scroll.isScrollAnimating else {
            return watch()
        }
        settle(change, finished: true)
    }

    /// Ends the change with the page that is visible most.
    private func settle(_ change: PageChange, finished: Bool) {
        guard let old = change.old.first, let new = change.new.first, stride > 0 else { return }
        let (way, rest) = (offset(of: new), offset(of: old))
        let whole = isVertical ? way.y - rest.y : way.x - rest.x
        let gone = isVertical ? scroll.contentOffset.y - rest.y : scroll.contentOffset.x - rest.x
        close(didComplete: !change.isByHand || gone / whole > 0.5, finished)
    }

    private func close(didComplete: Bool, _ finished: Bool) {
        guard let change = controller.change else { return }
        scroll.isUserInteractionEnabled = true
        (beyond, isReleased) = (nil, false)
        if didComplete {
            // The previous page is already known and needn't be requested.
            let old = change.isByHand ? change.old.first : nil
            (before, after) = change.direction == .forward ? (old, nil) : (nil, old)
            knowsNeighbors = false
        } else if !change.isByHand {
            (before, after, knowsNeighbors) = (nil, nil, false)
        }
        controller.end(didComplete: didComplete, finished: finished)
        guard controller.change == nil else { return }
        arrange()
        noteRest()
    }

    // MARK: Changes by the program

    /// Scrolls to a page that the program has set.
    func go(_ change: PageChange) {
        scroll.stopScrollingAndZooming()
        let page = change.new.first
        (beyond, isReleased) = (nil, false)
        (before, after) = change.direction == .forward ? (nil, page) : (page, nil)
        knowsNeighbors = false
        arrange()
        scroll.isUserInteractionEnabled = false
        begin(change)
        if let page { scroll.setContentOffset(offset(of: page), animated: true) }
    }

    /// Turns to the neighbor after a touch of the page control, in the same way as after a drag.
    func step(_ direction: UIPageViewController.NavigationDirection) {
        guard controller.change == nil, let current = controller.pages.first else { return }
        learnNeighbors()
        guard let page = direction == .forward ? after : before else { return }
        begin(PageChange(old: [current], new: [page], direction: direction, isByHand: true))
        scroll.setContentOffset(offset(of: page), animated: true)
    }

    func finishAtOnce() {
        guard let change = controller.change else { return }
        arranging { scroll.stopScrollingAndZooming() }
        settle(change, finished: false)
    }
}

/// The scroll view of the pages. Its delegate is available to the program.
final class PageScroll: UIScrollView {}
