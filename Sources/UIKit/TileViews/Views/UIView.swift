public import Foundation
public import TileDrawing
public import TileGeometry
public import TileGraphics
public import TileLayers

/// A rectangle that draws content, lays out its subviews and handles touches.
///
/// A view is the delegate of its layer and shares its geometry and appearance: `frame`, `bounds`, `center`, `alpha`,
/// `isHidden` and similar properties read and write those of the layer. The view adds the responder chain, layout by
/// its superview, and `draw(_:)`.
///
/// Views are ordinary objects. A tree of views belongs to one thread at a time; different trees can be on different
/// threads. Changes do not draw immediately: they only mark views, and the screen's next `frame()` lays out, draws and
/// commits what is marked.
///
/// A view that overrides `draw(_:)` is drawn when it is first displayed, after calls of `setNeedsDisplay`, and after
/// changes of its size if its `contentMode` is `.redraw`.
open class UIView: UIResponder, NSCoding, UITraitEnvironment {
    /// The class of the layer for instances of this class.
    open class var layerClass: AnyClass { CALayer.self }

    /// The actions of a responder, and those that programs commonly send to views by name.
    open override class var actions: ActionTable {
        super.actions + [
            .action("setNeedsDisplay", { (it: UIView) in { it.setNeedsDisplay() } }),
            .action("setNeedsLayout", UIView.setNeedsLayout), .action("layoutIfNeeded", UIView.layoutIfNeeded),
            .action("removeFromSuperview", UIView.removeFromSuperview),
            // A sender in place of the argument counts as true, and nil as false.
            .action("endEditing:") { (it: UIView) in
                { (force: Any?) in _ = it.endEditing(force.map { $0 as? Bool ?? true } ?? false) }
            },
        ]
    }

    /// The view's layer. The view is always its delegate.
    public final let layer: CALayer

    // All overridable members are declared here, even if they are implemented elsewhere, because Swift does not allow
    // overriding members of extensions.

    // Properties that every view has. Others are in `rare`, which is created when one is first set, because trees can
    // contain hundreds of thousands of views.
    final var children: [UIView] = []
    // Not weak, because that would cost a side table for each superview and window. The referenced object clears these
    // properties before it is deallocated.
    unowned(unsafe) final var parent: UIView?
    unowned(unsafe) final var host: UIWindow?
    final var background: UIColor?
    final var flags = ViewFlags.standard
    final var mode = ContentMode.scaleToFill
    final var resizing: AutoresizingMask = []
    final var rare: RareViewState?

    /// Creates a view with a frame in the coordinates of its future superview.
    public init(frame: CGRect) {
        layer = Self.makeLayer()
        super.init()
        adoptLayer(frame: frame)
    }

    public override convenience init() { self.init(frame: .zero) }

    /// Creates a view from an archive of `encode(with:)` with its geometry, appearance, mask and subviews.
    ///
    /// Missing and invalid values are replaced by those of a new view. Numbers are limited to 10⁹, and subviews nested
    /// more than 250 levels deep are left out. An object of an unexpected class is dropped, but only after it was
    /// decoded: without secure coding, which `UIView` does not support here or in UIKit, the unarchiver creates an
    /// instance of any archivable class that the archive names and the program contains. Decode archives only from
    /// trusted sources. For an archive that may be damaged, set the unarchiver's `decodingFailurePolicy` to
    /// `.setErrorAndReturn`, because otherwise Foundation terminates the program when decoding fails.
    public required init?(coder: NSCoder) {
        layer = Self.makeLayer()
        super.init()
        adoptLayer(frame: .zero)
        restore(from: coder)
        coder.settle(self, as: UIView.self)
    }

    /// Encodes geometry, appearance and subviews. Subclasses of a program encode their own state in addition.
    open func encode(with coder: NSCoder) { store(in: coder) }

    deinit { leaveBehind() }

    /// The view's class, address, frame, autoresizing and layer, and what else differs from a new view.
    open override var description: String { summary }

    /// The manager of the view, such as a view controller, or else the superview. For a window, the scene.
    open override var next: UIResponder? { rare?.manager ?? parent }

    // MARK: Geometry

    /// The frame in the superview's coordinates.
    ///
    /// With a transform other than the identity, it is the smallest rectangle that encloses the transformed bounds.
    /// Setting it then moves `center` and sets the size of `bounds` by the inverse transform, as for a layer.
    open var frame: CGRect {
        get { layer.frame }
        set {
            let old = layer.bounds
            layer.frame = newValue
            boundsDidChange(from: old)
            noteFrame()
            noteMoveInSafeArea()
        }
    }

    /// The bounds in the view's own coordinates. The origin is the point at the top left corner. A change of the size
    /// keeps the anchor point, by default the center, in place.
    open var bounds: CGRect {
        get { layer.bounds }
        set {
            let old = layer.bounds
            layer.bounds = newValue
            boundsDidChange(from: old)
        }
    }

    /// The position of the anchor point in the superview's coordinates. By default this is the center.
    open var center: CGPoint {
        get { layer.position }
        set {
            layer.position = newValue
            noteFrame()
            noteMoveInSafeArea()
        }
    }

    /// The transform of the view relative to its anchor point.
    open var transform: CGAffineTransform {
        get { layer.affineTransform() }
        set {
            layer.setAffineTransform(newValue)
            noteTransform()
        }
    }

    /// The three-dimensional transform of the view relative to its anchor point.
    open var transform3D: CATransform3D {
        get { layer.transform }
        set {
            layer.transform = newValue
            noteTransform()
        }
    }

    /// The point of the bounds that `center` positions and that transforms are relative to, as a fraction of the
    /// bounds' size.
    open var anchorPoint: CGPoint {
        get { layer.anchorPoint }
        set {
            layer.anchorPoint = newValue
            noteTransform()
        }
    }

    /// The scale of the drawing of `draw(_:)` in pixels per point: that of the screen in a window, unless it was set.
    open var contentScaleFactor: CGFloat {
        get { layer.contentsScale }
        set { setContentScale(newValue) }
    }

    // MARK: Conversion

    /// Converts a point of this view to the coordinates of another view, or of the window if the view is nil. Views in
    /// different trees are treated as if the roots of the trees had the same superview.
    ///
    /// - Complexity: O(d) for d views between the two.
    open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { mapPoint(point, to: view) }
    open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint { mapPoint(point, from: view) }
    /// Converts a rectangle and returns the smallest one that contains the converted corners.
    ///
    /// - Complexity: O(d) for d views between the two.
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect { mapRect(rect, to: view) }
    /// Converts a rectangle and returns the smallest one that contains the converted corners.
    open func convert(_ rect: CGRect, from view: UIView?) -> CGRect { mapRect(rect, from: view) }

    // MARK: Hierarchy

    /// The superview. Held weakly.
    open var superview: UIView? { parent }

    /// The subviews from back to front.
    open var subviews: [UIView] { children }

    /// The window that contains the view, or the view itself if it is a window.
    open var window: UIWindow? { host }

    /// Adds a view in front of the other subviews. It is removed from its superview first.
    ///
    /// - Complexity: O(m) for m views in the added view if their window or traits change; otherwise O(1).
    open func addSubview(_ view: UIView) { insertChild(view, at: children.count) }

    /// Inserts a view at an index from the back. An index beyond the end stands for the front.
    ///
    /// - Complexity: O(n) for n siblings, in addition to that of `addSubview(_:)`.
    open func insertSubview(_ view: UIView, at index: Int) { insertChild(view, at: index) }

    /// Inserts a view directly in front of another one, or in front of all if that is not a subview.
    open func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
        insertChild(view, beside: sibling, offset: 1)
    }

    /// Inserts a view directly behind another one, or in front of all if that is not a subview.
    open func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
        insertChild(view, beside: sibling, offset: 0)
    }

    /// Exchanges the positions of two subviews.
    open func exchangeSubview(at first: Int, withSubviewAt second: Int) { exchange(first, second) }

    /// Moves a subview to the front. Does nothing for a view that is not a subview.
    open func bringSubviewToFront(_ view: UIView) {
        if view.parent === self { reorder(view, to: children.count - 1) }
    }

    /// Moves a subview to the back. Does nothing for a view that is not a subview.
    open func sendSubviewToBack(_ view: UIView) {
        if view.parent === self { reorder(view, to: 0) }
    }

    /// Removes the view from its superview, which releases it.
    ///
    /// - Complexity: O(n) for n siblings and views in the removed view.
    open func removeFromSuperview() { leaveSuperview() }

    /// Called after a subview was added. The default implementation does nothing.
    open func didAddSubview(_ subview: UIView) {}
    /// Called before a subview is removed. The default implementation does nothing.
    open func willRemoveSubview(_ subview: UIView) {}
    /// Called before the superview changes, possibly to nil. The default implementation does nothing.
    open func willMove(toSuperview newSuperview: UIView?) {}
    /// Called after the superview has changed. The default implementation does nothing.
    open func didMoveToSuperview() {}
    /// Called before the window changes, possibly to nil. The default implementation does nothing.
    open func willMove(toWindow newWindow: UIWindow?) {}
    /// Called after the window has changed. The default implementation does nothing.
    open func didMoveToWindow() {}

    /// Returns whether the view is the given view or inside it at any depth.
    ///
    /// - Complexity: O(d) for d superviews.
    open func isDescendant(of view: UIView) -> Bool {
        var ancestor: UIView? = self
        while let current = ancestor {
            if current === view { return true }
            ancestor = current.parent
        }
        return false
    }

    /// A number that a program chooses and passes to `viewWithTag(_:)`.
    open var tag: Int {
        get { rare?.tag ?? 0 }
        set { if newValue != tag { rareState.tag = newValue } }
    }

    /// Returns the first view with a tag, this view included, in depth-first order from the back.
    ///
    /// - Complexity: O(n) for n views in this one.
    open func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for child in children {
            if let found = child.viewWithTag(tag) { return found }
        }
        return nil
    }

    // MARK: Appearance

    /// The color behind the view's drawing; nil for none. A dynamic color follows the view's traits. A color that was
    /// set on the layer is returned too.
    open var backgroundColor: UIColor? {
        get { shownBackground }
        set { setBackground(newValue) }
    }

    /// The opacity from 0, invisible, to 1. It applies to the view and its subviews.
    open var alpha: CGFloat {
        get { CGFloat(layer.opacity) }
        set { layer.opacity = Float(min(max(newValue, 0), 1)) }
    }

    /// A Boolean value that indicates whether the view and its subviews are excluded from drawing and hit testing.
    open var isHidden: Bool {
        get { layer.isHidden }
        set {
            guard newValue != layer.isHidden else { return }
            layer.isHidden = newValue
            (parent as? UIStackView)?.noteHiding(of: self)
            noteOverEdge()
        }
    }

    /// A Boolean value that declares that the view fills its bounds, so that nothing behind it needs to be drawn. The
    /// default is true, as in UIKit.
    ///
    /// It applies only if the view draws something and its background color, if any, is not translucent. If the view
    /// does not fill its bounds after all, the compositor shows nothing in the remaining area.
    open var isOpaque: Bool {
        get { flags.contains(.opaque) }
        set {
            flags.set(.opaque, newValue)
            updateLayerOpacity()
        }
    }

    /// A Boolean value that indicates whether the drawing of this class leaves parts of its views clear.
    class var drawsOnlyParts: Bool { false }

    /// A Boolean value that indicates whether content outside the bounds is clipped.
    open var clipsToBounds: Bool {
        get { layer.masksToBounds }
        set { layer.masksToBounds = newValue }
    }

    /// A view with an alpha channel that determines the visible parts of this view. It has no superview.
    open var mask: UIView? {
        get { rare?.mask }
        set { setMask(newValue) }
    }

    /// A Boolean value that indicates whether `draw(_:)` starts with an empty rectangle. Otherwise it draws over the
    /// previous content.
    open var clearsContextBeforeDrawing: Bool {
        get { flags.contains(.clearsContext) }
        set { flags.set(.clearsContext, newValue) }
    }

    /// The placement of the drawing in bounds of another size.
    open var contentMode: ContentMode {
        get { mode }
        set { setContentMode(newValue) }
    }

    /// The stretchable part of the drawing, relative to its size, for content modes that scale. Parts beside it in one
    /// direction keep their size in that direction.
    open var contentStretch: CGRect {
        get { layer.contentsCenter }
        set { layer.contentsCenter = newValue }
    }

    // MARK: Drawing

    /// Draws the part `rect` of the view into the current context, which has the coordinates of the bounds and is
    /// clipped to `rect`. The default implementation does nothing.
    ///
    /// The drawing is recorded rather than rasterized: it is not called again for other scales and positions, but only
    /// when a redraw is requested.
    open func draw(_ rect: CGRect) {}

    /// Draws the part `rect` of the view for print. The default implementation calls `draw(_:)`.
    open func draw(_ rect: CGRect, for formatter: UIViewPrintFormatter) { draw(rect) }

    /// Returns a formatter that prints the view.
    open func viewPrintFormatter() -> UIViewPrintFormatter { UIViewPrintFormatter(view: self) }

    /// Draws the view and its subviews into the current context, stretched to `rect`. Returns false if there is no
    /// context or the view has no size.
    ///
    /// - Parameter afterScreenUpdates: Whether changes since the last frame are laid out and drawn first. Otherwise the
    ///   view is drawn as in the last frame, or in its current state if no frame has displayed it yet.
    @discardableResult
    open func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
        drawTree(in: rect, afterUpdates)
    }

    /// Returns a view with the current appearance of this one, or nil for a view without size. See
    /// `drawHierarchy(in:afterScreenUpdates:)`.
    open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
        snapshot(of: bounds, capInsets: .zero, afterUpdates)
    }

    /// Returns a view with the current appearance of a part of this one. When the snapshot is resized, the parts inside
    /// the insets keep their size.
    open func resizableSnapshotView(
        from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: UIEdgeInsets
    ) -> UIView? {
        snapshot(of: rect, capInsets: capInsets, afterUpdates)
    }

    /// Schedules a redraw of the whole view with the next frame.
    open func setNeedsDisplay() { layer.setNeedsDisplay() }

    /// Schedules a redraw of a part of the view with the next frame. Several rectangles are combined.
    open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay(rect) }

    // MARK: Properties

    /// Configures the content and style of the view before layout. Called after traits have changed and before
    /// `layoutSubviews()`, once initially and then on request; neither method causes a call of the other. The default
    /// implementation does nothing.
    ///
    /// The properties of `@Observable` objects that the method reads are tracked, and so are the view's traits. When
    /// one of them changes, another call is scheduled. The same holds for the observable properties that
    /// `updateConstraints()`, `layoutSubviews()` and `draw(_:)` read.
    open func updateProperties() {}

    /// Schedules a call of `updateProperties()` before the next layout. Several requests cause one call.
    open func setNeedsUpdateProperties() {
        flags.insert(.needsUpdateProperties)
        requestProperties()
    }

    /// Calls `updateProperties()` of the view, its controller, and all views and controllers inside it where it is due.
    ///
    /// - Complexity: O(n) for n views inside the view.
    open func updatePropertiesIfNeeded() { updateAllProperties() }

    // MARK: Layout

    /// Schedules a call of `layoutSubviews()` with the next frame.
    open func setNeedsLayout() { layer.setNeedsLayout() }

    /// Lays out the marked views of the view's tree immediately, from the topmost marked view down, after updating the
    /// properties and the constraints of the tree.
    ///
    /// - Complexity: O(n) for n views that are laid out and the views on the path to them. If there are none, O(d) for
    ///   d superviews.
    open func layoutIfNeeded() {
        updateConstraintsOfTree()
        layer.layoutIfNeeded()
    }

    /// Lays out the subviews. Called when the bounds have changed, when a subview was added or removed, and on request.
    /// The default implementation positions the subviews that constraints determine. Overrides call it before they read
    /// frames.
    open func layoutSubviews() { takeSolution() }

    /// Returns the best size of the view within `size`. The default is the current size.
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

    /// Resizes the view to its best size, with the top left corner of the frame in place.
    open func sizeToFit() {
        let origin = frame.origin
        bounds.size = sizeThatFits(bounds.size)
        let moved = frame.origin
        center = CGPoint(x: center.x + origin.x - moved.x, y: center.y + origin.y - moved.y)
    }

    /// The size of the view's content, with `noIntrinsicMetric` on an axis without a natural length.
    open var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }

    /// Reports a change of the intrinsic size. As in UIKit, it affects views that constraints position; a superview
    /// that sets frames is not laid out again.
    open func invalidateIntrinsicContentSize() { noteContentSize() }

    /// A Boolean value that indicates whether subviews are resized with the view according to their autoresizing masks.
    open var autoresizesSubviews: Bool {
        get { flags.contains(.autoresizesSubviews) }
        set { flags.set(.autoresizesSubviews, newValue) }
    }

    /// The margins and lengths that are flexible when the superview changes its size; see `AutoresizingMask`.
    open var autoresizingMask: AutoresizingMask {
        get { resizing }
        set {
            resizing = newValue
            noteFrame()
        }
    }

    // MARK: Constraints

    /// A Boolean value that indicates whether the class creates constraints in `updateConstraints()`. It has no effect
    /// here: the method is always called.
    open class var requiresConstraintBasedLayout: Bool { false }

    /// A Boolean value that indicates whether the frame and the autoresizing mask position the view, as fixed inputs of
    /// constraints. Otherwise only constraints position it. The default is true for views created in code.
    open var translatesAutoresizingMaskIntoConstraints: Bool {
        get { flags.contains(.placedByFrame) }
        set { setPlacedByFrame(newValue) }
    }

    /// Updates the constraints of the view. Called before layout, for subviews before their superviews, once initially
    /// and then on request. The default implementation does nothing. Overrides call it last.
    open func updateConstraints() {}

    /// Schedules a call of `updateConstraints()` before the next layout.
    open func setNeedsUpdateConstraints() { markForUpdate() }

    /// Returns whether a call of `updateConstraints()` is scheduled.
    open func needsUpdateConstraints() -> Bool { flags.contains(.needsUpdateConstraints) }

    /// Calls `updateConstraints()` for the view and its subviews where scheduled, and solves changed constraints.
    open func updateConstraintsIfNeeded() { updateConstraintsBelow() }

    /// The constraints held by the view, for it and its subviews, in the order of their activation, and then those for
    /// the autoresizing masks of subviews.
    open var constraints: [NSLayoutConstraint] { (rare?.layout?.owned.all ?? []) + maskConstraints }

    /// Adds a constraint for the view or its subviews. Activating a constraint chooses the view automatically.
    open func addConstraint(_ constraint: NSLayoutConstraint) { takeConstraint(constraint) }
    open func addConstraints(_ constraints: [NSLayoutConstraint]) { for each in constraints { addConstraint(each) } }

    /// Deactivates a constraint that the view holds.
    open func removeConstraint(_ constraint: NSLayoutConstraint) { letGo(of: constraint) }
    open func removeConstraints(_ constraints: [NSLayoutConstraint]) {
        for each in constraints { removeConstraint(each) }
    }

    /// Returns the rectangle that constraints use for a frame: the frame without `alignmentRectInsets`, which contain
    /// shadows and badges.
    open func alignmentRect(forFrame frame: CGRect) -> CGRect { frame.inset(by: alignmentRectInsets) }

    /// Returns the frame for an alignment rectangle.
    open func frame(forAlignmentRect alignmentRect: CGRect) -> CGRect {
        let insets = alignmentRectInsets
        return alignmentRect.inset(
            by: UIEdgeInsets(top: -insets.top, left: -insets.left, bottom: -insets.bottom, right: -insets.right))
    }

    /// The insets of the alignment rectangle in the frame. The default is zero.
    open var alignmentRectInsets: UIEdgeInsets { .zero }

    /// The view with the first line of text for baseline constraints: a subview or the view itself.
    open var forFirstBaselineLayout: UIView { self }
    /// The view with the last line of text for baseline constraints: a subview or the view itself.
    open var forLastBaselineLayout: UIView { self }

    /// Returns `forLastBaselineLayout`. Provided for older code; it is never called here.
    open func forBaselineLayout() -> UIView { forLastBaselineLayout }

    /// The distances of the first baseline from the top and the last baseline from the bottom of the alignment
    /// rectangle; nil without text.
    var baselineDistances: (first: CGFloat, last: CGFloat)? { nil }

    /// The default hugging priorities of the class on both axes.
    class var standardHugging: ContentPriorities { .low }

    /// A Boolean value that indicates whether the height of the content depends on its width.
    var wrapsContent: Bool { false }

    /// Returns the intrinsic size for a line width.
    func contentSize(lineWidth: CGFloat?) -> CGSize { intrinsicContentSize }

    /// Returns the priority of not being larger than the content.
    open func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        (rare?.layout?.hugging ?? type(of: self).standardHugging)[axis]
    }

    open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        setContentPriority(priority, axis, \.hugging)
    }

    /// Returns the priority of not being smaller than the content. The default is 750.
    open func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        (rare?.layout?.compressionResistance ?? .high)[axis]
    }

    open func setContentCompressionResistancePriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        setContentPriority(priority, axis, \.compressionResistance)
    }

    /// Returns the size that constraints determine if the given size is requested with `.fittingSizeLevel`, below other
    /// priorities. Use `layoutFittingCompressedSize` for the smallest size. The result is not rounded to pixels.
    ///
    /// - Complexity: That of solving all constraints in the view again.
    open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
        systemLayoutSizeFitting(
            targetSize, withHorizontalFittingPriority: .fittingSizeLevel, verticalFittingPriority: .fittingSizeLevel)
    }

    /// Returns the size that constraints determine if the given size is requested with the given priorities.
    open func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        fittingSize(targetSize, across: horizontalFittingPriority, down: verticalFittingPriority)
    }

    /// Returns the constraints that currently determine position and length on an axis, for debugging.
    open func constraintsAffectingLayout(for axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
        solveOfTree()
        return rare?.layout?.constraintsAffectingLayout(for: axis) ?? []
    }

    /// A Boolean value that indicates whether constraints leave the position or size undetermined, so that layout chose
    /// one of several solutions.
    open var hasAmbiguousLayout: Bool {
        solveOfTree()
        return rare?.layout.map { $0.isAmbiguous(along: .horizontal) || $0.isAmbiguous(along: .vertical) } ?? false
    }

    /// Moves a view with ambiguous layout to another possible position, for debugging.
    open func exerciseAmbiguityInLayout() { rare?.layout?.exerciseAmbiguity() }

    // MARK: Touches

    /// A Boolean value that indicates whether the view and its subviews receive touches.
    open var isUserInteractionEnabled: Bool {
        get { flags.contains(.interactionEnabled) }
        set { flags.set(.interactionEnabled, newValue) }
    }

    /// A Boolean value that indicates whether the view receives more than one touch at a time.
    open var isMultipleTouchEnabled: Bool {
        get { flags.contains(.multipleTouch) }
        set { flags.set(.multipleTouch, newValue) }
    }

    /// A Boolean value that indicates whether the view and other views of the window never have touches at the same
    /// time.
    open var isExclusiveTouch: Bool {
        get { flags.contains(.exclusiveTouch) }
        set { flags.set(.exclusiveTouch, newValue) }
    }

    /// Returns the frontmost view at a point: the view itself or a subview. Views that are hidden, nearly transparent
    /// (alpha below 0.01) or not interactive are skipped, together with their subviews.
    ///
    /// - Complexity: O(n) for n views at the point and their siblings.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { findHit(point, with: event) }

    /// Returns whether a point is inside the bounds. The left and top edges are inside, the others are not.
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        // The same as `contains(_:)`, which would double the time of a step of hit testing.
        let bounds = layer.bounds
        guard bounds.size.width >= 0, bounds.size.height >= 0 else { return bounds.contains(point) }
        return point.x >= bounds.origin.x && point.x < bounds.origin.x + bounds.size.width
            && point.y >= bounds.origin.y && point.y < bounds.origin.y + bounds.size.height
    }

    // MARK: Gestures

    /// The recognizers for touches in the view and its subviews, starting with the built-in ones of a scroll view. Nil
    /// if there are none.
    open var gestureRecognizers: [UIGestureRecognizer]? {
        get { shownRecognizers }
        set {
            let new = newValue ?? []
            for old in rare?.gestureRecognizers ?? [] where !new.contains(where: { $0 === old }) { remove(old) }
            for recognizer in new where !recognizer.isBuiltIn { add(recognizer) }
        }
    }

    /// Adds a recognizer to the view. It is removed from its previous view.
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) { add(gestureRecognizer) }

    /// Removes a recognizer and cancels its gesture in progress.
    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) { remove(gestureRecognizer) }

    /// Returns whether a gesture in touches of this view or a subview may begin. Called just before it would begin; the
    /// recognizer fails if the result is false. The default implementation returns true.
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

    // MARK: Tint

    /// The color of interactive elements: the view's own or the closest one of a superview, as adjusted by
    /// `tintAdjustmentMode`. Setting nil removes the view's own color.
    open var tintColor: UIColor! {
        get { effectiveTint }
        set { setTint(newValue) }
    }

    /// The adjustment of the tint color. The value is the effective one, never `.automatic`.
    open var tintAdjustmentMode: TintAdjustmentMode {
        get { isDimmed ? .dimmed : .normal }
        set { setTintAdjustmentMode(newValue) }
    }

    /// Called after the tint color or its adjustment has changed in this view or a superview. The default
    /// implementation does nothing.
    open func tintColorDidChange() {}

    // MARK: Traits

    /// The traits of the view: the inherited ones with the overrides of views from the screen down to this one.
    open var traitCollection: UITraitCollection {
        if flags.contains(.updatesProperties) { flags.insert(.readsTraits) }
        return effectiveTraits
    }

    /// The traits that the view overrides, also for its subviews.
    open var traitOverrides: any UITraitOverrides {
        get { rare?.traitOverrides ?? TraitOverrides() }
        set {
            let new = TraitOverrides(newValue)
            setTraitOverrides(new)
        }
    }

    /// The light or dark style of the view and its subviews; unspecified to inherit it.
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { traitOverrides.userInterfaceStyle }
        set {
            if newValue == .unspecified {
                traitOverrides.remove(UITraitUserInterfaceStyle.self)
            } else {
                traitOverrides.userInterfaceStyle = newValue
            }
        }
    }

    /// The minimum content size category of the view and its subviews; nil for no limit.
    open var minimumContentSizeCategory: UIContentSizeCategory? {
        get { rare?.traitOverrides?.smallestText }
        set { changeTraitOverrides { $0.smallestText = newValue } }
    }

    /// The maximum content size category of the view and its subviews; nil for no limit.
    open var maximumContentSizeCategory: UIContentSizeCategory? {
        get { rare?.traitOverrides?.largestText }
        set { changeTraitOverrides { $0.largestText = newValue } }
    }

    /// A description of the limits of the content size category, from this view upward, for debugging.
    open var appliedContentSizeCategoryLimitsDescription: String { textLimitsDescription }

    /// Called after the traits have changed. The default implementation does nothing. Layout, and redrawing of views
    /// that draw, are already scheduled.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    /// Does nothing: traits are always up to date. Changes are reported immediately, where UIKit may defer them to the
    /// next layout.
    open func updateTraitsIfNeeded() {}

    /// The meaning of the view's content, which determines whether it is mirrored. It applies to this view only. A
    /// change schedules layout, and a redraw of a view that draws.
    open var semanticContentAttribute: UISemanticContentAttribute {
        get { rare?.semantics ?? .unspecified }
        set { setSemantics(newValue) }
    }

    /// The direction of the view's content.
    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        UIView.direction(for: semanticContentAttribute, relativeTo: effectiveTraits.interfaceDirection)
    }

    /// Returns the direction of content with a semantic attribute, for the thread's current traits.
    open class func userInterfaceLayoutDirection(
        for attribute: UISemanticContentAttribute
    ) -> UIUserInterfaceLayoutDirection {
        direction(for: attribute, relativeTo: UITraitCollection.current.interfaceDirection)
    }

    /// Returns the direction of content with a semantic attribute in an interface with the given direction.
    open class func userInterfaceLayoutDirection(
        for attribute: UISemanticContentAttribute, relativeTo direction: UIUserInterfaceLayoutDirection
    ) -> UIUserInterfaceLayoutDirection {
        self.direction(for: attribute, relativeTo: direction)
    }

    // MARK: Margins and safe area

    /// The margins of the content: 8 points on each side, unless they were set. The value is the effective one,
    /// including the safe area and the superview's margins if they apply.
    open var layoutMargins: UIEdgeInsets {
        get { effectiveMargins }
        set { setMargins(.sides(newValue)) }
    }

    /// The layout margins by leading and trailing edges.
    open var directionalLayoutMargins: NSDirectionalEdgeInsets {
        get { directionalMargins }
        set { setMargins(.directional(newValue)) }
    }

    /// A Boolean value that indicates whether the margins are at least the overlap of the superview's margins.
    open var preservesSuperviewLayoutMargins: Bool {
        get { rare?.preservesSuperviewMargins ?? false }
        set {
            guard newValue != preservesSuperviewLayoutMargins else { return }
            rareState.preservesSuperviewMargins = newValue
            spreadMargins()
        }
    }

    /// A Boolean value that indicates whether the margins include the safe area insets.
    open var insetsLayoutMarginsFromSafeArea: Bool {
        get { !(rare?.ignoresSafeAreaInMargins ?? false) }
        set {
            guard newValue != insetsLayoutMarginsFromSafeArea else { return }
            rareState.ignoresSafeAreaInMargins = !newValue
            spreadMargins()
        }
    }

    /// Called after the margins have changed. The default implementation does nothing.
    open func layoutMarginsDidChange() {}

    /// The insets of the area that is not covered by bars and rounded corners of the screen; zero outside a window.
    open var safeAreaInsets: UIEdgeInsets { effectiveSafeArea }

    /// Called after the safe area has changed, before `layoutSubviews()`. The default implementation does nothing.
    open func safeAreaInsetsDidChange() {}

    /// A guide for the safe area of the view.
    open var safeAreaLayoutGuide: UILayoutGuide { guide(.safeArea) }
    /// A guide for the area inside the margins.
    open var layoutMarginsGuide: UILayoutGuide { guide(.margins) }
    /// A guide for the area inside the margins with a readable line width.
    open var readableContentGuide: UILayoutGuide { guide(.readableContent) }
    /// A guide for the keyboard at the bottom of the view.
    public final var keyboardLayoutGuide: UIKeyboardLayoutGuide {
        guard let guide = guide(.keyboard) as? UIKeyboardLayoutGuide else {
            preconditionFailure("the keyboard's guide is made as one")
        }
        return guide
    }

    /// The guides that the program has added to the view.
    open var layoutGuides: [UILayoutGuide] { rare?.guides ?? [] }

    /// Adds a guide to the view. It is removed from its previous view first.
    open func addLayoutGuide(_ guide: UILayoutGuide) {
        guard guide.owningView !== self else { return }
        guide.owningView?.removeLayoutGuide(guide)
        if guide.node != nil { layoutNode.need(.constraints) }
        guide.owningView = self
        rareState.guides.append(guide)
    }

    /// Removes a guide from the view.
    open func removeLayoutGuide(_ guide: UILayoutGuide) {
        guard guide.owningView === self, guide.kind == .own else { return }
        guide.endConstraints()
        guide.owningView = nil
        rareState.guides.removeAll { $0 === guide }
    }

    // MARK: The layer's delegate

    /// Displays the layer by recording `draw(_:)`. Overrides can set the contents of the layer instead.
    ///
    /// Contents that were set on the layer are kept if `draw(_:)` draws nothing, because on Linux it is unknown whether
    /// a class overrides it.
    open func display(_ layer: CALayer) {
        if layer.model() === self.layer { displayLayer(layer) }
    }

    /// Draws the layer by calling `draw(_:)` with the context and the traits of the view as current ones.
    open func draw(_ layer: CALayer, in ctx: CGContext) {
        // Other threads may draw the layer itself, and may not access the layer that it is a presentation of.
        if layer === self.layer || layer.model() === self.layer { drawLayer(in: ctx) }
    }

    /// Called before the layer is drawn. The default implementation does nothing.
    open func layerWillDraw(_ layer: CALayer) {}

    /// Lays out the layer by calling `layoutSubviews()`.
    open func layoutSublayers(of layer: CALayer) {
        if layer === self.layer { layOutSubviews() }
    }

    /// Returns the action for a change of a layer property: an animation in an animation block, otherwise none.
    open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        ViewAnimation.current?.action(for: self, layer, event) ?? UIView.noAction
    }

    /// A shared instance, because it is requested for each change of a property.
    private static let noAction = NSNull()

    /// The subviews that the class creates itself and does not archive.
    var ownParts: [UIView] { [] }

    // MARK: Editing and identifiers

    /// Makes the first responder resign if it is this view or inside it. Returns whether none is left. With `force`, it
    /// cannot refuse.
    @discardableResult
    open func endEditing(_ force: Bool) -> Bool { endFirstResponder(force) }

    /// An identifier for tests and other code.
    open var accessibilityIdentifier: String? {
        get { rare?.accessibilityIdentifier }
        set { rareState.accessibilityIdentifier = newValue }
    }

    /// An identifier for state restoration. Nothing is restored here.
    open var restorationIdentifier: String? {
        get { rare?.restorationIdentifier }
        set { rareState.restorationIdentifier = newValue }
    }

    // MARK: Interactions

    /// The interactions of the view in the order of their addition. Setting the property adds and removes interactions.
    open var interactions: [any UIInteraction] {
        get { rare?.interactions ?? [] }
        set { replaceInteractions(by: newValue) }
    }

    /// Adds an interaction. It is removed from its previous view first.
    open func addInteraction(_ interaction: any UIInteraction) { add(interaction) }

    /// Removes an interaction. Does nothing if it is not one of the view's.
    open func removeInteraction(_ interaction: any UIInteraction) { remove(interaction) }
}

extension UIView {
    /// A value of `intrinsicContentSize` for an axis without a natural length.
    public static let noIntrinsicMetric: CGFloat = -1
    /// A size for `systemLayoutSizeFitting(_:)` that requests the smallest possible size.
    public static let layoutFittingCompressedSize = CGSize.zero
    /// A size for `systemLayoutSizeFitting(_:)` that requests the largest possible size.
    public static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)
}
