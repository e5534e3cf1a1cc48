import Foundation
import TileDrawing
import TileViews

/// The page control below horizontally scrolling pages, if the data source provides their number.
final class PageDots {
    /// The height in points, the same as in UIKit.
    static let height: CGFloat = 37

    private var control: UIPageControl?
    private var count = 0
    private var current = 0

    func isShown(in controller: UIPageViewController) -> Bool {
        count > 0 && controller.transitionStyle == .scroll && controller.navigationOrientation == .horizontal
    }

    /// Updates the page count and the current page from the data source.
    func ask(_ controller: UIPageViewController) {
        count = max(0, controller.dataSource?.presentationCount(for: controller) ?? 0)
        current = count > 0 ? min(max(0, controller.dataSource?.presentationIndex(for: controller) ?? 0), count - 1) : 0
        show()
        controller.viewIfLoaded?.setNeedsLayout()
    }

    func step(_ direction: UIPageViewController.NavigationDirection) {
        current = min(max(0, current + (direction == .forward ? 1 : -1)), max(0, count - 1))
        show()
    }

    func layOut(in view: UIView, below room: CGRect) {
        let control = self.control ?? make(for: view)
        control.frame = CGRect(x: room.minX, y: room.maxY, width: room.width, height: Self.height)
        if control.superview !== view { view.addSubview(control) }
        show()
    }

    func hide() { control?.removeFromSuperview() }

    private func show() {
        guard let control else { return }
        control.numberOfPages = count
        control.currentPage = current
    }

    private func make(for view: UIView) -> UIPageControl {
        let made = UIPageControl()
        made.addAction(
            UIAction { [unowned self, weak view] _ in
                guard let controller = view?.nearestManager as? UIPageViewController else { return }
                turn(controller)
            }, for: .valueChanged)
        control = made
        return made
    }

    /// Turns one page after a touch of the page control.
    private func turn(_ controller: UIPageViewController) {
        guard let control, control.currentPage != current else { return }
        let direction: UIPageViewController.NavigationDirection = control.currentPage > current ? .forward : .reverse
        show()
        controller.scroller?.step(direction)
    }
}
