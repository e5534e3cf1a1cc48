/// An item with positions and lengths for constraints: a view or a guide.
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
    /// The leading edge.
    public var leadingAnchor: NSLayoutXAxisAnchor { x(.leading) }
    /// The trailing edge.
    public var trailingAnchor: NSLayoutXAxisAnchor { x(.trailing) }
    public var leftAnchor: NSLayoutXAxisAnchor { x(.left) }
    public var rightAnchor: NSLayoutXAxisAnchor { x(.right) }
    public var topAnchor: NSLayoutYAxisAnchor { y(.top) }
    public var bottomAnchor: NSLayoutYAxisAnchor { y(.bottom) }
    public var widthAnchor: NSLayoutDimension { length(.width) }
    public var heightAnchor: NSLayoutDimension { length(.height) }
    public var centerXAnchor: NSLayoutXAxisAnchor { x(.centerX) }
    public var centerYAnchor: NSLayoutYAxisAnchor { y(.centerY) }
    /// The baseline of the first line of text, or the bottom edge of a view without text.
    public var firstBaselineAnchor: NSLayoutYAxisAnchor { y(.firstBaseline) }
    /// The baseline of the last line of text, or the bottom edge of a view without text.
    public var lastBaselineAnchor: NSLayoutYAxisAnchor { y(.lastBaseline) }
}

extension UILayoutGuide: LayoutItem {
    /// The leading edge.
    public var leadingAnchor: NSLayoutXAxisAnchor { x(.leading) }
    /// The trailing edge.
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
