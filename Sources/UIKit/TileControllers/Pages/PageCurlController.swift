import Foundation
import TileDrawing
import TileGraphics
import TileViews

/// The page curl: bound pages that are turned.
final class PageCurlController: NSObject, UIGestureRecognizerDelegate {
    private unowned let controller: UIPageViewController
    let view = UIView()
    private(set) var recognizers: [UIGestureRecognizer] = []
    private var pan: UIPanGestureRecognizer!
    private var tap: UITapGestureRecognizer!
    private var drive: UIPercentDrivenInteractiveTransition?
    private var transition: ControllerTransition?
    /// The turn that the beginning gesture will perform.
    private var asked: (direction: Direction, pages: [UIViewController], back: UIViewController?)?

    private typealias Direction = UIPageViewController.NavigationDirection

    /// The duration in seconds.
    private static let duration = 0.6
    /// The speed in points per second above which the direction alone decides whether to turn the page, regardless of
    /// its position.
    private static let flick: CGFloat = 300
    /// The fraction of the width at each side in which a tap turns the page.
    private static let tapZone: CGFloat = 0.25

    init(_ controller: UIPageViewController) {
        self.controller = controller
        super.init()
        view.clipsToBounds = true
        pan = UIPanGestureRecognizer(primaryAction: UIAction { [weak self] _ in self?.follow() })
        tap = UITapGestureRecognizer(primaryAction: UIAction { [weak self] _ in self?.turnByTap() })
        recognizers = [pan, tap]
        for recognizer in recognizers {
            recognizer.delegate = self
            view.addGestureRecognizer(recognizer)
        }
    }

    private var isVertical: Bool { controller.navigationOrientation == .vertical }

    // MARK: Places

    func layOut(in room: CGRect) {
        if view.frame != room {
            if view.frame.size != room.size { controller.finishAtOnce() }
            view.frame = room
        }
        guard controller.change == nil else { return }
        put(controller.pages)
    }

    private func put(_ pages: [UIViewController]) {
        for (index, page) in pages.enumerated() {
            let frame = self.frame(index)
            let shown = page.view!
            if shown.superview !== view { view.addSubview(shown) }
            if shown.transform.isIdentity, shown.frame != frame { shown.frame = frame }
        }
    }

    /// Returns the frame of the first or the second page.
    private func frame(_ index: Int) -> CGRect {
        let bounds = view.bounds
        guard controller.showsTwo else { return bounds }
        let isSecond = (index == 1) != controller.isMirrored
        if isVertical {
            let half = bounds.height / 2
            return CGRect(
                x: 0, y: isSecond ? half : 0, width: bounds.width, height: isSecond ? bounds.height - half : half)
        }
        let half = bounds.width / 2
        return CGRect(x: isSecond ? half : 0, y: 0, width: isSecond ? bounds.width - half : half, height: bounds.height)
    }

    /// The frame of a sheet before it is turned forward.
    private var sheet: PageTurn.Place {
        let isMirrored = (controller.spineLocation == .max) != controller.isMirrored
        return PageTurn.Place(
            sheet: controller.showsTwo ? frame(1) : view.bounds, isVertical: isVertical,
            isMirrored: controller.showsTwo ? controller.isMirrored : isMirrored)
    }

    // MARK: Turns

    /// Turns the page.
    ///
    /// - Parameter back: the page on the back of the turned sheet, if it isn't one of the new pages.
    func turn(
        _ change: PageChange, back: UIViewController?,
        by interaction: (any UIViewControllerInteractiveTransitioning)? = nil
    ) {
        // The controller is retained until the turn ends, because its owner may release it.
        let controller = controller
        let isForward = change.direction == .forward
        // A reverse turn is the forward turn run backward.
        let (turned, beneath) = isForward ? (change.old, change.new) : (change.new, change.old)
        let front = turned.last!
        controller.begin(change)
        let place = sheet
        var sheetBack = back?.view
        if controller.showsTwo { sheetBack = beneath.first!.view }
        for page in change.new { page.loadViewIfNeeded() }
        // The page that the sheet uncovers is below it; the one that it will cover is on the other side of the spine.
        let whole = turned.count > 1 ? [turned[0]] : []
        var data = ControllerTransition.Change(
            from: change.old.last, to: change.new.last, fromView: nil, toView: nil, container: view)
        for each in change.old { data.initialFrames[ObjectIdentifier(each)] = each.view.frame }
        for (index, each) in change.new.enumerated() { data.finalFrames[ObjectIdentifier(each)] = frame(index) }
        var paper: PageTurn!
        let mover = ViewMover(
            duration: Self.duration, curve: UICubicTimingParameters(animationCurve: .easeInOut),
            prepare: { [self] _ in
                for each in view.subviews { each.removeFromSuperview() }
                for each in whole { lay(each.view, frame(0)) }
                lay(beneath.last!.view, controller.showsTwo ? frame(1) : view.bounds)
                paper = PageTurn(front: front.view, back: sheetBack, place)
                paper.enter(view, turned: !isForward)
            },
            move: { _ in paper.moveToEnd(turned: isForward) },
            cleanUp: { _, _ in paper.removeViews() })
        let transition = ControllerTransition(data, animator: mover, interaction: interaction) { [self] didComplete in
            self.transition = nil
            drive = nil
            for each in change.old + change.new { each.family.transition = nil }
            controller.family.transition = nil
            back?.viewIfLoaded?.removeFromSuperview()
            for each in view.subviews { each.removeFromSuperview() }
            put(didComplete ? change.new : change.old)
            controller.end(didComplete: didComplete, finished: !isCutShort)
        }
        self.transition = transition
        for each in change.old + change.new { each.family.transition = transition }
        controller.family.transition = transition
        transition.run()
    }

    private func lay(_ page: UIView, _ frame: CGRect) {
        view.addSubview(page)
        page.frame = frame
    }

    private var isCutShort = false

    /// Finishes the current turn at once, at its target.
    func finishAtOnce() {
        guard let transition else { return }
        isCutShort = true
        defer { isCutShort = false }
        let cancels = transition.isCancelled || transition.isInteractive
        drive = nil
        if let animator = transition.viewAnimator {
            animator.stopAnimation(false)
            animator.finishAnimation(at: cancels ? .start : .end)
        } else {
            transition.completeTransition(!cancels)
        }
    }

    // MARK: Interaction

    /// Returns the pages of a turn by the user. If pages are double-sided and one is visible, the back of the sheet is
    /// the next page of the data source, and the visible page is the one after it.
    private func ask(_ direction: Direction) -> (pages: [UIViewController], back: UIViewController?)? {
        guard let next = controller.neighbors(direction) else { return nil }
        guard controller.isDoubleSided, !controller.showsTwo, let back = next.first else { return (next, nil) }
        let beyond =
            direction == .forward
            ? controller.dataSource?.pageViewController(controller, viewControllerAfter: back)
            : controller.dataSource?.pageViewController(controller, viewControllerBefore: back)
        return beyond.map { ([$0], back) }
    }

    private func prepare(_ direction: Direction) -> Bool {
        guard controller.change == nil, !controller.pages.isEmpty, let found = ask(direction),
            !found.pages.contains(where: { page in controller.pages.contains { $0 === page } })
        else { return false }
        asked = (direction, found.pages, found.back)
        return true
    }

    private func begin(by interaction: (any UIViewControllerInteractiveTransitioning)?) {
        guard let asked else { return }
        self.asked = nil
        let change = PageChange(
            old: controller.pages, new: asked.pages, direction: asked.direction, isByHand: true)
        turn(change, back: asked.back, by: interaction)
    }

    /// Returns the direction of a drag. Moving away from the spine is the reverse direction.
    private func direction(of way: CGFloat) -> Direction { (way < 0) != sheet.isMirrored ? .forward : .reverse }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard controller.dataSource != nil else { return false }
        if gestureRecognizer === pan {
            // The translation may be zero, beyond the distance that the recognizer needs to begin.
            let (moved, speed) = (pan.translation(in: view), pan.velocity(in: view))
            let way = moved == .zero ? speed : moved
            let (along, across) = isVertical ? (way.y, way.x) : (way.x, way.y)
            guard abs(along) > abs(across) else { return false }
            return prepare(direction(of: along))
        }
        let place = tap.location(in: view)
        let (at, length) = isVertical ? (place.y, view.bounds.height) : (place.x, view.bounds.width)
        if at > length * (1 - Self.tapZone) { return prepare(direction(of: -1)) }
        if at < length * Self.tapZone { return prepare(direction(of: 1)) }
        return false
    }

    private func turnByTap() { begin(by: nil) }

    private func follow() {
        let (way, speed) = (pan.translation(in: view), pan.velocity(in: view))
        var (along, pace) = isVertical ? (way.y, speed.y) : (way.x, speed.x)
        if let asked, pan.state == .began {
            let drive = UIPercentDrivenInteractiveTransition()
            self.drive = drive
            turnsForward = asked.direction == .forward
            begin(by: drive)
        }
        // The free edge of the sheet follows the finger, over its own width and again as far to the other side.
        let sign: CGFloat = turnsForward != sheet.isMirrored ? -1 : 1
        (along, pace) = (along * sign, pace * sign)
        let reach = sheet.width
        let part = along / (2 * max(1, reach))
        switch pan.state {
        case .began, .changed: drive?.update(part)
        case .ended:
            let isFar = part > (controller.showsTwo ? 0.5 : 0.25)
            if pace > Self.flick || pace > -Self.flick && isFar { drive?.finish() } else { drive?.cancel() }
            drive = nil
        case .cancelled, .failed:
            drive?.cancel()
            drive = nil
        default: break
        }
    }

    private var turnsForward = true
}
