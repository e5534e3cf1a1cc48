package import Foundation
package import TileGraphics
import TileLayers

/// A scroll view that creates views only for its visible content, as lists do, and can display all of its content in
/// sections.
package protocol ContentRecycling: UIScrollView {
    /// Called when `showsAllContent` has changed.
    func contentModeChanged()
    /// A Boolean value that indicates whether the size of content that was not displayed yet is estimated.
    var hasEstimates: Bool { get }
}

/// An error that reports that a scroll view has too much content of estimated size to be shown as a whole.
package struct TooManyEstimates: Error {
    /// The number of view-sized sections that were measured before measuring was stopped.
    package let views: Int
}

/// A scroll view on a screen of its own with the same size, on which it is scrolled to one position after another.
///
/// Time does not advance on the screen. Decorations that are attached to the view rather than the content are not
/// shown: indicators and an index are hidden, floating headers are at their places in the content, and the background
/// behind rows is left out.
package final class ScrollStage {
    package let view: UIScrollView
    package let plan: ScrollPlan
    private let screen: UIScreen
    private let window: UIWindow

    /// The maximum number of view-sized sections that are laid out once, from beginning to end, to measure content of
    /// estimated size. It takes a few seconds.
    package static let mostMeasuredViews = 2000

    private final class StillClock: FrameClock { var now: Double { 0 } }

    /// Creates a stage.
    ///
    /// - Parameters:
    ///   - view: A scroll view with the size of a block.
    ///   - scale: The scale that views see, in pixels per point.
    ///   - prepare: Configures the screen before the view is added.
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
        Self.show(.zero, in: view, on: screen)
        if (view as? any ContentRecycling)?.hasEstimates == true { try Self.measure(view, screen) }
        func axis(_ length: CGFloat, _ view: CGFloat) -> BlockAxis {
            BlockAxis(length: Double(length > 0 ? length : view), view: Double(view))
        }
        plan = ScrollPlan(
            horizontal: axis(view.contentSize.width, size.width), vertical: axis(view.contentSize.height, size.height))
    }

    /// Lays out all of the content once, from top left to bottom right, so that no size is estimated.
    private static func measure(_ view: UIScrollView, _ screen: UIScreen) throws(TooManyEstimates) {
        let size = view.bounds.size
        var count = 0
        var y: CGFloat = 0
        repeat {
            var x: CGFloat = 0
            repeat {
                guard count < mostMeasuredViews else { throw TooManyEstimates(views: count) }
                count += 1
                show(CGPoint(x: x, y: y), in: view, on: screen)
                x += size.width
            } while x < view.contentSize.width
            y += size.height
        } while y < view.contentSize.height
    }

    /// The maximum number of frames for one position, in case layout does not settle.
    private static let maxFrames = 4

    @discardableResult
    private static func show(_ origin: CGPoint, in view: UIScrollView, on screen: UIScreen) -> RenderTree {
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

    /// Returns what the view shows at a content offset.
    package func picture(at origin: CGPoint) -> Picture { Self.show(origin, in: view, on: screen).picture }

    /// Runs code with the view, followed by a frame.
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

    /// The counters of the screen.
    package var counters: FrameCounters { screen.counters }
}
