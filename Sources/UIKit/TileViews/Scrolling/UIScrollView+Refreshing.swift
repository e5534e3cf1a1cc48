import Foundation

extension UIScrollView {
    /// Has another refresh control, or none.
    func exchangeRefreshControl(for new: UIRefreshControl?) {
        guard new !== scroll.refresh else { return }
        let old = scroll.refresh
        scroll.refresh = nil
        old?.leave()
        // It may be another scroll view's.
        if let other = new?.superview as? UIScrollView, other.refreshControl === new { other.refreshControl = nil }
        scroll.refresh = new
        noteInsets()
        guard let new else { return }
        if new.superview !== self { insertSubview(new, at: 0) }
        new.follow()
    }

    /// How far the content is pulled below its top, in points; negative when it is scrolled.
    var pull: CGFloat { -(bounds.minY + plainInsets.top) }

    /// The refresh control needs no more room: the content goes back to its top.
    func refreshRoomDidEnd() {
        guard window != nil, scroll.state.drag?.hasBegun != true, scroll.state.motion == nil else {
            noteInsets()
            // A finger on the content holds it where it is.
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
