import Foundation

extension UIScrollView {
    /// Replaces or removes the refresh control.
    func exchangeRefreshControl(for new: UIRefreshControl?) {
        guard new !== scroll.refresh else { return }
        let old = scroll.refresh
        scroll.refresh = nil
        old?.removeFromScrollView()
        // The control may belong to another scroll view.
        if let other = new?.superview as? UIScrollView, other.refreshControl === new { other.refreshControl = nil }
        scroll.refresh = new
        noteInsets()
        guard let new else { return }
        if new.superview !== self { insertSubview(new, at: 0) }
        new.follow()
    }

    /// The distance by which the content is pulled below its top, in points; negative when it is scrolled.
    var pull: CGFloat { -(bounds.minY + plainInsets.top) }

    /// Returns the content to its top after the refresh control no longer needs its inset.
    func refreshRoomDidEnd() {
        guard window != nil, scroll.state.drag?.hasBegun != true, scroll.state.motion == nil else {
            noteInsets()
            // A finger holds the content where it is.
            if var drag = scroll.state.drag, drag.hasBegun {
                drag.free = freeOffset()
                scroll.state = scroll.state.with(drag)
            }
            return
        }
        UIView.animate(withDuration: Self.animationSeconds, delay: 0, options: .allowUserInteraction) {
            self.noteInsets()
        }
    }
}
