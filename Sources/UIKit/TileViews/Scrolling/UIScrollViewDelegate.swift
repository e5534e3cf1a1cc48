public import Foundation

/// A delegate that is notified about a scroll view and can influence it. All methods are optional, as in UIKit: they
/// have default implementations that do nothing.
///
/// The calls for a drag are in this order: will begin dragging; did scroll, for each change; will end dragging; did end
/// dragging; and, if the content decelerates: will begin decelerating; did scroll, for each change; did end
/// decelerating.
public protocol UIScrollViewDelegate: AnyObject {
    /// Called when the content offset has changed, unless other code has set the bounds directly.
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    /// Called when the zoom scale has changed for any reason.
    func scrollViewDidZoom(_ scrollView: UIScrollView)

    /// Called when a finger has begun to scroll the content.
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    /// Called when the last finger lifts. `velocity` is that of the content offset in points per millisecond. The
    /// delegate can change the offset at which the content will come to rest.
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>)
    /// Called after the last finger was lifted. `decelerate` is true if the content continues to move.
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    /// Called when the content begins to decelerate after a drag.
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
    /// Called when the content has come to rest or a finger has stopped it.
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)

    /// Called at the end of an animation by `setContentOffset(_:animated:)`, `scrollRectToVisible(_:animated:)` or a
    /// zoom.
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)

    /// Returns the subview that is scaled by zooming. The default is nil, which disables zooming.
    func viewForZooming(in scrollView: UIScrollView) -> UIView?
    /// Called when zooming begins.
    func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?)
    /// Called when zooming has ended, including the bounce.
    func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat)

    /// Returns whether `scrollToTop(animated:)` may scroll. The default is true.
    func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
    /// Called when the content was scrolled to its top.
    func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
    /// Called when the adjusted content insets have changed.
    func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    public func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {}
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
    public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
    public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
    public func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {}
    public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
    public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
    public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
}
