/// Something with places and lengths to make constraints of: a view, or a guide.
protocol LayoutItem: AnyObject {
    var layoutNode: LayoutNode { get }
}

extension LayoutItem {
    fileprivate func x(_ attribute: NSLayoutConstraint.Attribute) -> NSLayoutXAxisAnchor {
        NSLayoutXAxisAnchor(LayoutTerm(layoutNode, attribute))
    }

    fileprivate func y(_ attribute: NSLayoutConstraint.Attribute) -> NSLayoutYAxisAnchor {
        NSLayoutYAxisAnchor(LayoutTerm(layoutNode, attribute))
    }

    fileprivate func length(_ attribute: NSLayoutConstraint.Attribute) -> NSLayoutDimension {
        NSLayoutDimension(LayoutTerm(layoutNode, attribute))
    }
}

extension UIView: LayoutItem {
    /// Where text begins.
    public var leadingAnchor: NSLayoutXAxisAnchor { x(.leading) }
    /// Where text ends.
    public var trailingAnchor: NSLayoutXAxisAnchor { x(.trailing) }
    public var leftAnchor: NSLayoutXAxisAnchor { x(.left) }
    public var rightAnchor: NSLayoutXAxisAnchor { x(.right) }
    public var topAnchor: NSLayoutYAxisAnchor { y(.top) }
    public var bottomAnchor: NSLayoutYAxisAnchor { y(.bottom) }
    public var widthAnchor: NSLayoutDimension { length(.width) }
    public var heightAnchor: NSLayoutDimension { length(.height) }
    public var centerXAnchor: NSLayoutXAxisAnchor { x(.centerX) }
    public var centerYAnchor: NSLayoutYAxisAnchor { y(.centerY) }
    /// The first line of text; the bottom edge of a view that has none.
    public var firstBaselineAnchor: NSLayoutYAxisAnchor { y(.firstBaseline) }
    /// The last line of text; the bottom edge of a view that has none.
    public var lastBaselineAnchor: NSLayoutYAxisAnchor { y(.lastBaseline) }
}

extension UILayoutGuide: LayoutItem {
    /// Where text begins.
    public var leadingAnchor: NSLayoutXAxisAnchor { x(.leading) }
    /// Where text ends.
    public var trailingAnchor: NSLayoutXAxisAnchor { x(.trailing) }
    public var leftAnchor: NSLayoutXAxisAnchor { x(.left) }
    public var rightAnchor: NSLayoutXAxisAnchor { x(.right) }
    public var topAnchor: NSLayoutYAxisAnchor { y(.top) }
    public var bottomAnchor: NSLayoutYAxisAnchor { y(.bottom) }
    public var widthAnchor: NSLayoutDimension { length(.width) }
    public var heightAnchor: NSLayoutDimension { length(.height) }
    public var centerXAnchor: NSLayoutXAxisAnchor { x(.centerX) }
    public var centerYAnchor: NSLayoutYAxisAnchor { y(.centerY) }
}
