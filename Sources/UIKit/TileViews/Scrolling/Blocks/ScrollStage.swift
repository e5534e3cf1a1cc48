package import Foundation
package import TileGraphics
import TileLayers

/// A scroll view that makes views of what shows alone, as lists do, and can show all of its content, piece by piece.
package protocol ContentRecycling: UIScrollView {
    /// It is to show all of its content so from now on (`showsAllContent`), or no longer.
    func contentModeChanged()
    /// Whether the size of what did not show yet is an estimate.
    var hasEstimates: Bool { get }
}

/// Why a scroll view's content can't be shown whole.
package struct TooManyEstimates: Error {
    /// So many views' lengths were looked at, and there was more.
    package let views: Int
}

/// A scroll view on a screen of its own, as large as it, on which it is put to one place of its content after the
/// other.
///
/// Time stands still on the screen. What sticks to the view, and not to the content, does not show: indicators, an
/// index, headers that float are where they belong, and what is behind the rows is left out.
package final class ScrollStage {
    package let view: UIScrollView
    package let plan: ScrollPlan
    private let screen: UIScreen
    private let window: UIWindow

    /// Content whose size is an estimate is laid out once from its beginning to its end, up to so many views' lengths:
    /// a few seconds.
    package static let mostMeasuredViews = 2000

    private final class StillClock: FrameClock { var now: Double { 0 } }

    /// - Parameters:
    ///   - view: of the size of a block.
    ///   - scale: pixels per point that views are told.
    ///   - prepare: sets the screen up before the view is on it.
    /// - Throws: `TooManyEstimates`.
    package init(_ view: UIScrollView, scale: CGFloat, prepare: (UIScreen) -> Void) throws(TooManyEstimates) {
        let size = view.frame.size
        let screen = UIScreen(size: size, scale: scale)
        screen.drawsTiledLayersWhole = true
        screen.keyboard.caretBlinkPeriod = 0
        screen.clock = StillClock()
        screen.runsAnimations = false
        prepare(screen)
        let window = UIWindow(screen: screen)
        (self.view, self.screen, self.window) = (view, screen, window)
        view.showsAllContent = true
        view.frame.origin = .zero
        window.addSubview(view)
        window.makeKeyAndVisible()
        Self.show(.zero, view, screen)
        if (view as? any ContentRecycling)?.hasEstimates == true { try Self.measure(view, screen) }
        func axis(_ length: CGFloat, _ view: CGFloat) -> BlockAxis {
            BlockAxis(length: Double(length > 0 ? length : view), view: Double(view))
        }
        plan = ScrollPlan(
            horizontal: axis(view.contentSize.width, size.width), vertical: axis(view.contentSize.height, size.height))
    }

    /// Lays everything out once, from the top left to the bottom right, so that nothing is an estimate.
    private static func measure(_ view: UIScrollView, _ screen: UIScreen) throws(TooManyEstimates) {
        let size = view.bounds.size
        var count = 0
        var y: CGFloat = 0
        repeat {
            var x: CGFloat = 0
            repeat {
                guard count < mostMeasuredViews else { throw TooManyEstimates(views: count) }
                count += 1
                show(CGPoint(x: x, y: y), view, screen)
                x += size.width
            } while x < view.contentSize.width
            y += size.height
        } while y < view.contentSize.height
    }

    /// Frames that one place takes at most, where layout does not settle.
    private static let maxFrames = 4

    @discardableResult
    private static func show(_ origin: CGPoint, _ view: UIScrollView, _ screen: UIScreen) -> RenderTree {
        screen.asMain {
            var tree: RenderTree?
            CATransaction.turn {
                view.setContentOffset(origin, animated: false)
            } finally: {
                tree = screen.frame()
                for _ in 1..<maxFrames where screen.hasMarks || view.contentOffset != origin {
                    if view.contentOffset != origin { view.setContentOffset(origin, animated: false) }
                    tree = screen.frame()
                }
            }
            return tree ?? screen.frame()
        }
    }

    /// What the view shows where its content has been scrolled to a place.
    package func picture(at origin: CGPoint) -> Picture { Self.show(origin, view, screen).picture }

    /// Runs code on the view, and a frame after it.
    package func change<Result, Failure: Error>(
        _ body: (UIScrollView) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try screen.asMain { () throws(Failure) in
            try CATransaction.turn { () throws(Failure) in
                try body(view)
            } finally: {
                _ = screen.frame()
            }
        }
    }

    /// What the screen has counted.
    package var counters: FrameCounters { screen.counters }
}
