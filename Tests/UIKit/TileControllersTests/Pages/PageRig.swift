import Foundation
import TestSupport
import TileControllers
import TileDrawing
import TileGraphics
import TileViews

/// Ten pages, and the data source and delegate of a page view controller.
final class PageRig: NSObject, UIPageViewControllerDataSource, UIPageViewControllerDelegate {
    let rig = ControllerRig()
    let all: [Teller]
    var dotCount = 0
    var dotIndex = 0
    var asked: [String] = []

    override init() {
        all = (0..<10).map { [diary = rig.diary] in Teller("\($0)", diary) }
        super.init()
    }

    func make(
        _ style: UIPageViewController.TransitionStyle,
        _ orientation: UIPageViewController.NavigationOrientation = .horizontal,
        options: [UIPageViewController.OptionsKey: Any] = [:], first: [Int] = [4]
    ) -> UIPageViewController {
        let pages = UIPageViewController(transitionStyle: style, navigationOrientation: orientation, options: options)
        pages.dataSource = self
        pages.delegate = self
        pages.setViewControllers(first.map { all[$0] }, direction: .forward, animated: false)
        rig.show(pages)
        rig.settle()
        _ = rig.diary.drain()
        asked = []
        return pages
    }

    func pageViewController(
        _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
    ) -> UIViewController? { neighbor(of: viewController, by: -1) }
    func pageViewController(
        _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
    ) -> UIViewController? { neighbor(of: viewController, by: 1) }

    private func neighbor(of controller: UIViewController, by step: Int) -> UIViewController? {
        guard let index = all.firstIndex(where: { $0 === controller }) else { return nil }
        asked.append("\(index)\(step > 0 ? "+" : "-")")
        return all.indices.contains(index + step) ? all[index + step] : nil
    }

    func presentationCount(for pageViewController: UIPageViewController) -> Int { dotCount }
    func presentationIndex(for pageViewController: UIPageViewController) -> Int { dotIndex }

    func pageViewController(
        _ pageViewController: UIPageViewController, willTransitionTo pendingViewControllers: [UIViewController]
    ) { rig.diary.write("will(\(names(pendingViewControllers)))") }
    func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool
    ) { rig.diary.write("did(\(names(previousViewControllers)),\(completed ? "turned" : "back"))") }

    func names(_ controllers: [UIViewController]?) -> String {
        (controllers ?? []).map { "\($0)" }.joined(separator: "+")
    }

    // MARK: Touches

    /// Moves a finger in steps of one frame, and keeps it down.
    func drag(_ finger: TouchSequence, from start: CGPoint, by way: CGSize, steps: Int = 10) {
        finger.send(TouchSample(.began, at: start, timestamp: rig.clock.now))
        for step in 1...steps {
            rig.frame(after: 1 / 60)
            let part = CGFloat(step) / CGFloat(steps)
            finger.send(
                TouchSample(
                    .moved, at: CGPoint(x: start.x + way.width * part, y: start.y + way.height * part),
                    timestamp: rig.clock.now))
        }
        rig.frame(after: 1 / 60)
    }

    func lift(_ finger: TouchSequence, at place: CGPoint, resting: Bool = true) {
        if resting {
            for _ in 0..<12 {
                rig.frame(after: 1 / 60)
                finger.send(TouchSample(.moved, at: place, timestamp: rig.clock.now))
            }
        }
        finger.send(TouchSample(.ended, at: place, timestamp: rig.clock.now))
        rig.settle()
    }

    func swipe(from start: CGPoint, by way: CGSize, resting: Bool = true) {
        let finger = TouchSequence(on: rig.screen)
        drag(finger, from: start, by: way)
        lift(finger, at: CGPoint(x: start.x + way.width, y: start.y + way.height), resting: resting)
    }
}
