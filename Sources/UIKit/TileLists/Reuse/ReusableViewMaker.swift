package import TileViews

/// Makes views for a list to use again and again: a nib.
package protocol ReusableViewMaker: AnyObject {
    /// A new view; nil when there is none, or what there is is no view.
    func makeReusableView() -> UIView?
}
