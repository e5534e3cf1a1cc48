public import Foundation

/// Is told what a scroll view does, and may have a say in it. All is optional, as in UIKit: each requirement has a
/// default that does nothing.
///
/// For a drag the calls come in this order: will begin dragging; did scroll, for each change; will end dragging; did
/// end dragging; if it goes on by itself: will begin decelerating, did scroll for each change, did end decelerating.
public protocol UIScrollViewDelegate: AnyObject {
    /// The content offset has changed, by whatever cause.
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    /// The zoom scale has changed, by whatever cause.
    func scrollViewDidZoom(_ scrollView: UIScrollView)

    /// A finger has begun to move the content.
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    /// The last finger is being lifted. `velocity` is in points a millisecond, of the content offset. The offset at
    /// which the content will come to rest may be changed.
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>)
    /// The last finger was lifted; `decelerate` says whether the content goes on moving.
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    /// The content goes on moving after a drag.
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
    /// The content has come to rest, or a finger has stopped it.
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)

    /// An animation that `setContentOffset(_:animated:)`, `scrollRectToVisible(_:animated:)` or a zoom began is over.
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)

    /// The subview that is scaled when the scroll view zooms; nil, as by default, where it does not.
    func viewForZooming(in scrollView: UIScrollView) -> UIView?
    /// Fingers have begun to zoom.
    func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?)
    /// Zooming is over, with it the bounce.
    func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat)

    /// Whether `scrollToTop(animated:)` may; true by default.
    func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
    /// The content has been scrolled to its top.
    func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
    /// The insets, with those of the safe area, have changed.
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
