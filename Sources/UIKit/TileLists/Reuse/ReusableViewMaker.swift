package import TileViews

/// A source of reusable views for a list, such as a nib.
package protocol ReusableViewMaker: AnyObject {
    /// Makes a new view; nil if there is none or the object isn't a view.
    func makeReusableView() -> UIView?
}
