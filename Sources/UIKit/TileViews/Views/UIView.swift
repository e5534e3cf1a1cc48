public import Foundation
public import TileDrawing
public import TileGeometry
public import TileGraphics
public import TileLayers

/// A rectangle that draws, arranges the views in it, and answers to touches.
///
/// A view is the delegate of its layer, and its geometry and looks are the layer's: `frame`, `bounds`, `center`,
/// `alpha`, `isHidden` and their like read and write it. What the view adds is the responder chain, layout by its
/// superview, and `draw(_:)`.
///
/// Views are ordinary objects. A tree belongs to one thread at a time; different trees may be on different threads.
/// Nothing is drawn when it changes: changes only mark, and the screen's next `frame()` lays out, draws and commits
/// what is marked.
///
/// A view that overrides `draw(_:)` is drawn when it is first shown, whenever `setNeedsDisplay` asks for it, and on a
/// change of size if its `contentMode` is `.redraw`.
open class UIView: UIResponder, NSCoding, UITraitEnvironment {
    /// The class of the layer that views of this class get.
    open class var layerClass: AnyClass { CALayer.self }

    /// Those of a responder, and what programs have called by name of views.
    open override class var actions: ActionTable {
        super.actions + [
            .action("setNeedsDisplay", { (it: UIView) in { it.setNeedsDisplay() } }),
            .action("setNeedsLayout", UIView.setNeedsLayout), .action("layoutIfNeeded", UIView.layoutIfNeeded),
            .action("removeFromSuperview", UIView.removeFromSuperview),
        ]
    }

    /// The view's layer. The view is its delegate for life.
    public final let layer: CALayer

    // All that a subclass may override is declared here, whatever it does and wherever its code is: Swift lets nothing
    // that an extension declares be overridden.

    // What every view has. All else is in `rare`, made when it is first set: trees hold views by the hundred thousand.
    final var children: [UIView] = []
    // Not weak, which would cost each superview and window a side table: whoever these point to clears them when it
    // goes.
    unowned(unsafe) final var parent: UIView?
    unowned(unsafe) final var host: UIWindow?
    final var background: UIColor?
    final var flags = ViewFlags.standard
    final var mode = ContentMode.scaleToFill
    final var resizing: AutoresizingMask = []
    final var rare: RareViewState?

    /// A view of the frame, in the coordinates of the superview it will get.
    public init(frame: CGRect) {
        layer = Self.makeLayer()
        super.init()
        adoptLayer(frame: frame)
    }

    public override convenience init() { self.init(frame: .zero) }

    /// A view from an archive made by `encode(with:)`: its geometry, its looks, its mask and its subviews.
    ///
    /// What the archive lacks, or holds wrongly, is as in a new view; numbers are brought within 10⁹, and subviews
    /// nested more than 250 deep are left out. What is no view, nor what a view keeps under its key, is dropped, but
    /// only after it was read: without secure coding, for which `UIView` is not made here nor in UIKit, the unarchiver
    /// makes an object of any class that the archive names, if the program has it and it can be archived. So read
    /// archives only from those whom you trust. For one that may be damaged set the unarchiver's
    /// `decodingFailurePolicy` to `.setErrorAndReturn`: else Foundation ends the program at what it can't read.
    public required init?(coder: NSCoder) {
        layer = Self.makeLayer()
        super.init()
        adoptLayer(frame: .zero)
        restore(from: coder)
        coder.settle(self, as: UIView.self)
    }

    /// Writes geometry, looks and subviews; a program's own subclasses add what is theirs.
    open func encode(with coder: NSCoder) { store(in: coder) }

    deinit { leaveBehind() }

    /// Who looks after the view, as a view controller does; else the superview, or for a window its scene.
    open override var next: UIResponder? { rare?.manager ?? parent }

    // MARK: Geometry

    /// The rectangle in the superview's coordinates.
    ///
    /// With a transform that is not the identity it is the smallest rectangle that encloses the transformed bounds;
    /// setting it then moves `center` and gives `bounds` the size that the inverse transform makes of it, as a layer
    /// does.
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

    /// The rectangle in the view's own coordinates. Its origin is what is at the top left corner; a change of size
    /// keeps the anchor point, the centre by default, in place.
    open var bounds: CGRect {
        get { layer.bounds }
        set {
            let old = layer.bounds
            layer.bounds = newValue
            boundsDidChange(from: old)
        }
    }

    /// Where the anchor point is in the superview's coordinates: the centre, by default.
    open var center: CGPoint {
        get { layer.position }
        set {
            layer.position = newValue
            noteFrame()
            noteMoveInSafeArea()
        }
    }

    /// How the view is turned and scaled about its anchor point.
    open var transform: CGAffineTransform {
        get { layer.affineTransform() }
        set { layer.setAffineTransform(newValue) }
    }

    /// How the view is turned and scaled about its anchor point, in space.
    open var transform3D: CATransform3D {
        get { layer.transform }
        set { layer.transform = newValue }
    }

    /// The point of the bounds that `center` places and transforms turn about, in parts of the bounds' size.
    open var anchorPoint: CGPoint {
        get { layer.anchorPoint }
        set { layer.anchorPoint = newValue }
    }

    /// Pixels per point of what `draw(_:)` draws: the screen's scale, once the view is in a window, unless it was set.
    open var contentScaleFactor: CGFloat {
        get { layer.contentsScale }
        set { setContentScale(newValue) }
    }

    // MARK: Conversion

    /// A point of this view in another view's coordinates; nil stands for the window. See `conversion(to:)` for views
    /// that share no tree.
    ///
    /// - Complexity: O(d) for d views between the two.
    open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { mapPoint(point, to: view) }
    open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint { mapPoint(point, from: view) }
    /// The smallest rect that holds the converted corners.
    ///
    /// - Complexity: O(d) for d views between the two.
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect { mapRect(rect, to: view) }
    /// The smallest rect that holds the converted corners.
    open func convert(_ rect: CGRect, from view: UIView?) -> CGRect { mapRect(rect, from: view) }

    // MARK: Hierarchy

    /// The view that it is in; held weakly.
    open var superview: UIView? { parent }

    /// From the back to the front.
    open var subviews: [UIView] { children }

    /// The window that it is in, itself if it is one.
    open var window: UIWindow? { host }

    /// Adds a view in front of the others; takes it out of its superview first.
    ///
    /// - Complexity: O(m) for m views in what is added, if they come to another window or other traits; else O(1).
    open func addSubview(_ view: UIView) { place(view, at: children.count) }

    /// Adds a view so that it becomes the `index`th from the back; numbers past the end mean the front.
    ///
    /// - Complexity: O(n) for n siblings, and as `addSubview(_:)`.
    open func insertSubview(_ view: UIView, at index: Int) { place(view, at: index) }

    /// Adds a view directly in front of another; in front of all when that is no subview.
    open func insertSubview(_ view: UIView, aboveSubview sibling: UIView) { place(view, beside: sibling, offset: 1) }

    /// Adds a view directly behind another; in front of all when that is no subview.
    open func insertSubview(_ view: UIView, belowSubview sibling: UIView) { place(view, beside: sibling, offset: 0) }

    /// Lets two subviews change places in the order.
    open func exchangeSubview(at first: Int, withSubviewAt second: Int) { exchange(first, second) }

    /// Puts a subview in front of the others; does nothing for a view that is no subview.
    open func bringSubviewToFront(_ view: UIView) {
        if view.parent === self { reorder(view, to: children.count - 1) }
    }

    /// Puts a subview behind the others; does nothing for a view that is no subview.
    open func sendSubviewToBack(_ view: UIView) {
        if view.parent === self { reorder(view, to: 0) }
    }

    /// Takes the view out of its superview, which lets go of it.
    ///
    /// - Complexity: O(n) for n siblings and all that is in the view.
    open func removeFromSuperview() { leaveSuperview() }

    /// A subview was added. Nothing by default; for subclasses.
    open func didAddSubview(_ subview: UIView) {}
    /// A subview is about to be taken out. Nothing by default; for subclasses.
    open func willRemoveSubview(_ subview: UIView) {}
    /// The view is about to get this superview, or none. Nothing by default; for subclasses.
    open func willMove(toSuperview newSuperview: UIView?) {}
    /// The superview has changed. Nothing by default; for subclasses.
    open func didMoveToSuperview() {}
    /// The view is about to be in this window, or in none. Nothing by default; for subclasses.
    open func willMove(toWindow newWindow: UIWindow?) {}
    /// The window has changed. Nothing by default; for subclasses.
    open func didMoveToWindow() {}

    /// Whether it is the view, or in it at any depth.
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

    /// A number of the program's own, by which `viewWithTag(_:)` finds the view.
    open var tag: Int {
        get { rare?.tag ?? 0 }
        set { if newValue != tag { rareState.tag = newValue } }
    }

    /// The first view of that tag, itself included, in depth-first order from the back.
    ///
    /// - Complexity: O(n) for n views in this one.
    open func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for child in children {
            if let found = child.viewWithTag(tag) { return found }
        }
        return nil
    }

    // MARK: Looks

    /// Filled behind what the view draws; nil for nothing. A dynamic color follows the view's traits. A color that
    /// was given to the layer itself is the view's too.
    open var backgroundColor: UIColor? {
        get { shownBackground }
        set { setBackground(newValue) }
    }

    /// From 0, not to be seen, to 1. It counts for all that is in the view.
    open var alpha: CGFloat {
        get { CGFloat(layer.opacity) }
        set { layer.opacity = Float(min(max(newValue, 0), 1)) }
    }

    /// Whether the view, with all in it, is left out of drawing and hit testing.
    open var isHidden: Bool {
        get { layer.isHidden }
        set {
            guard newValue != layer.isHidden else { return }
            layer.isHidden = newValue
            (parent as? UIStackView)?.noteHiding(of: self)
        }
    }

    /// A promise that the view fills its bounds, so that what is behind it need not be drawn; true by default, as in
    /// UIKit.
    ///
    /// It counts only while the view draws something at all, and while the background color, if it has one, is not
    /// translucent. Breaking the promise shows what the compositor put there before: nothing.
    open var isOpaque: Bool {
        get { flags.contains(.opaque) }
        set {
            flags.set(.opaque, newValue)
            updateLayerOpacity()
        }
    }

    /// Whether what views of this class draw leaves parts of them clear.
    class var drawsOnlyParts: Bool { false }

    /// Whether what lies outside the bounds is cut off.
    open var clipsToBounds: Bool {
        get { layer.masksToBounds }
        set { layer.masksToBounds = newValue }
    }

    /// A view whose alpha decides what of this one shows. It belongs to no superview.
    open var mask: UIView? {
        get { rare?.mask }
        set { setMask(newValue) }
    }

    /// Whether `draw(_:)` starts from nothing in the rect that it draws; if not, it draws onto what is there.
    open var clearsContextBeforeDrawing: Bool {
        get { flags.contains(.clearsContext) }
        set { flags.set(.clearsContext, newValue) }
    }

    /// How what was drawn is placed in bounds of another size.
    open var contentMode: ContentMode {
        get { mode }
        set { setContentMode(newValue) }
    }

    /// The part of what was drawn that stretches, in parts of its size, where `contentMode` scales; what lies outside
    /// it in one direction keeps its size in that direction.
    open var contentStretch: CGRect {
        get { layer.contentsCenter }
        set { layer.contentsCenter = newValue }
    }

    // MARK: Drawing

    /// Draws the part `rect` of the view into the current context, whose coordinates are the view's bounds, and which
    /// is clipped to `rect`. Nothing by default; for subclasses.
    ///
    /// What it draws is recorded, not rastered: it is called again only when something asks for it, whatever the scales
    /// and places at which the view is shown meanwhile.
    open func draw(_ rect: CGRect) {}

    /// Draws the part `rect` of the view for print: as `draw(_:)` by default.
    open func draw(_ rect: CGRect, for formatter: UIViewPrintFormatter) { draw(rect) }

    /// What prints the view.
    open func viewPrintFormatter() -> UIViewPrintFormatter { UIViewPrintFormatter(view: self) }

    /// Draws the view, with all that is in it, into the current context, stretched to `rect`; returns false when there
    /// is no context, or the view has no size.
    ///
    /// - Parameter afterScreenUpdates: whether what has changed since the last frame is laid out and drawn first. If
    ///   not, the view is drawn as the last frame left it; one that no frame has shown yet is drawn as it is.
    @discardableResult
    open func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
        drawTree(in: rect, afterUpdates)
    }

    /// A view that shows what this one shows now, and goes on showing it; nil for a view without size. See
    /// `drawHierarchy(in:afterScreenUpdates:)`.
    open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
        snapshot(of: bounds, capInsets: .zero, afterUpdates)
    }

    /// As `snapshotView(afterScreenUpdates:)`, of a part of the view; when the snapshot is resized, what lies within
    /// the insets keeps its size.
    open func resizableSnapshotView(
        from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: UIEdgeInsets
    ) -> UIView? {
        snapshot(of: rect, capInsets: capInsets, afterUpdates)
    }

    /// Asks for the whole view to be drawn anew at the next frame.
    open func setNeedsDisplay() { layer.setNeedsDisplay() }

    /// Asks for a part of the view to be drawn anew at the next frame; such rects gather until then.
    open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay(rect) }

    // MARK: Layout

    /// Asks for `layoutSubviews()` at the next frame.
    open func setNeedsLayout() { layer.setNeedsLayout() }

    /// Lays out now what is marked in the view's tree, from the topmost marked view of it down, after bringing the
    /// tree's constraints up to date.
    ///
    /// - Complexity: O(n) for n views that are laid out, and for the way to them; for d views above, O(d) when none is
    ///   to be.
    open func layoutIfNeeded() {
        updateConstraintsOfTree()
        layer.layoutIfNeeded()
    }

    /// Arranges the subviews: called when the bounds changed, when a subview came or went, and when asked for. By
    /// default, puts those that constraints place where these have them; for subclasses, which call it before they look
    /// at frames.
    open func layoutSubviews() { takeSolution() }

    /// The size that suits the view best within `size`: its present size by default.
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

    /// Gives the bounds the size that suits the view best; the frame's upper left stays where it is.
    open func sizeToFit() {
        let origin = frame.origin
        bounds.size = sizeThatFits(bounds.size)
        let moved = frame.origin
        center = CGPoint(x: center.x + origin.x - moved.x, y: center.y + origin.y - moved.y)
    }

    /// The size that the view's content wants, or `noIntrinsicMetric` in a direction in which it wants none.
    open var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }

    /// The intrinsic size has changed. As in UIKit this concerns views that constraints place; a superview that places
    /// its views by their frames is not laid out for it.
    open func invalidateIntrinsicContentSize() { noteContentSize() }

    /// Whether a change of size resizes the subviews by their autoresizing masks.
    open var autoresizesSubviews: Bool {
        get { flags.contains(.autoresizesSubviews) }
        set { flags.set(.autoresizesSubviews, newValue) }
    }

    /// Which of its margins and sides take part when the superview changes its size; see `AutoresizingMask`.
    open var autoresizingMask: AutoresizingMask {
        get { resizing }
        set {
            resizing = newValue
            noteFrame()
        }
    }

    // MARK: Constraints

    /// Whether views of the class make constraints in `updateConstraints()`. It is called here in any case.
    open class var requiresConstraintBasedLayout: Bool { false }

    /// Whether the view is where its frame and its mask say, which constraints then take as given; true for views made
    /// in code. Else constraints alone place it.
    open var translatesAutoresizingMaskIntoConstraints: Bool {
        get { flags.contains(.placedByFrame) }
        set { setPlacedByFrame(newValue) }
    }

    /// Makes the constraints that the view is to have; called before layout, of a view after those in it, when it was
    /// asked for, and once at first. Nothing by default; for subclasses, which call it last.
    open func updateConstraints() {}

    /// Asks for `updateConstraints()` before the next layout.
    open func setNeedsUpdateConstraints() { markForUpdate() }

    /// Whether `updateConstraints()` is asked for.
    open func needsUpdateConstraints() -> Bool { flags.contains(.needsUpdateConstraints) }

    /// Calls `updateConstraints()` of it and those in it that ask for it, and solves what has changed.
    open func updateConstraintsIfNeeded() { updateConstraintsBelow() }

    /// The constraints that the view holds: of itself and of what is in it, in the order of their activation.
    open var constraints: [NSLayoutConstraint] { rare?.layout?.owned.all ?? [] }

    /// Holds a constraint of itself, or of what is in it; activating it finds the view for it.
    open func addConstraint(_ constraint: NSLayoutConstraint) { takeConstraint(constraint) }
    open func addConstraints(_ constraints: [NSLayoutConstraint]) { for each in constraints { addConstraint(each) } }

    /// Deactivates a constraint that the view holds.
    open func removeConstraint(_ constraint: NSLayoutConstraint) { letGo(of: constraint) }
    open func removeConstraints(_ constraints: [NSLayoutConstraint]) {
        for each in constraints { removeConstraint(each) }
    }

    /// What of its frame constraints see: shadows and badges lie outside of it. The frame less
    /// `alignmentRectInsets`.
    open func alignmentRect(forFrame frame: CGRect) -> CGRect { frame.inset(by: alignmentRectInsets) }

    /// The frame that belongs to an alignment rect.
    open func frame(forAlignmentRect alignmentRect: CGRect) -> CGRect {
        let insets = alignmentRectInsets
        return alignmentRect.inset(
            by: UIEdgeInsets(top: -insets.top, left: -insets.left, bottom: -insets.bottom, right: -insets.right))
    }

    /// By how much the alignment rect lies within the frame: not at all, by default.
    open var alignmentRectInsets: UIEdgeInsets { .zero }

    /// The view in it, or itself, whose first line of text stands for its own.
    open var forFirstBaselineLayout: UIView { self }
    /// The view in it, or itself, whose last line of text stands for its own.
    open var forLastBaselineLayout: UIView { self }

    /// As `forLastBaselineLayout`, for older code; nothing asks for it.
    open func forBaselineLayout() -> UIView { forLastBaselineLayout }

    /// Lines of text in the alignment rect: how far the first is from the top, and the last from the bottom; nil
    /// without text.
    var baselineDistances: (first: CGFloat, last: CGFloat)? { nil }

    /// How much views of the class hug their content, across and down, unless it was set.
    class var standardHugging: ContentPriorities { .low }

    /// Whether the height that its content wants depends on the width that it has.
    var wrapsContent: Bool { false }

    /// Its intrinsic size, of lines of a width.
    func contentSize(lineWidth: CGFloat?) -> CGSize { intrinsicContentSize }

    /// How much it matters that the view is no larger than its content.
    open func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        (rare?.layout?.hugging ?? type(of: self).standardHugging)[axis]
    }

    open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        setContentPriority(priority, axis, \.hugging)
    }

    /// How much it matters that the view is no smaller than its content: 750 by default.
    open func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        (rare?.layout?.compressionResistance ?? .high)[axis]
    }

    open func setContentCompressionResistancePriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        setContentPriority(priority, axis, \.compressionResistance)
    }

    /// The size that constraints give the view with a size wished for at `.fittingSizeLevel`, below all else that they
    /// want: `layoutFittingCompressedSize` for the smallest. It is not rounded to pixels.
    ///
    /// - Complexity: that of solving all constraints in the view once more.
    open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
        systemLayoutSizeFitting(
            targetSize, withHorizontalFittingPriority: .fittingSizeLevel, verticalFittingPriority: .fittingSizeLevel)
    }

    /// As `systemLayoutSizeFitting(_:)`, with the wish as strong as it is said to be.
    open func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        fittingSize(targetSize, horizontalFittingPriority, verticalFittingPriority)
    }

    /// The constraints that its place and length on an axis come from, as they are solved: for a person who looks for
    /// the reason.
    open func constraintsAffectingLayout(for axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
        solveOfTree()
        return rare?.layout?.constraintsAffectingLayout(for: axis) ?? []
    }

    /// Whether constraints leave open where it is, so that layout has picked one of several places.
    open var hasAmbiguousLayout: Bool {
        solveOfTree()
        return rare?.layout.map { $0.isAmbiguous(along: .horizontal) || $0.isAmbiguous(along: .vertical) } ?? false
    }

    /// Moves a view whose layout is ambiguous to another of the places that would do; for a person to see it.
    open func exerciseAmbiguityInLayout() { rare?.layout?.exerciseAmbiguity() }

    // MARK: Touches

    /// Whether it gets touches, and what is in it.
    open var isUserInteractionEnabled: Bool {
        get { flags.contains(.interactionEnabled) }
        set { flags.set(.interactionEnabled, newValue) }
    }

    /// Whether it gets more than one touch at a time.
    open var isMultipleTouchEnabled: Bool {
        get { flags.contains(.multipleTouch) }
        set { flags.set(.multipleTouch, newValue) }
    }

    /// Whether, while it has a touch, no other view of the window gets any, and the other way round.
    open var isExclusiveTouch: Bool {
        get { flags.contains(.exclusiveTouch) }
        set { flags.set(.exclusiveTouch, newValue) }
    }

    /// The frontmost view under a point of this view: itself, or one in it. Views that are hidden, nearly transparent
    /// (alpha below 0.01) or not to be touched are passed by with all that is in them.
    ///
    /// - Complexity: O(n) for n views at the point and their siblings.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { findHit(point, with: event) }

    /// Whether a point of this view is in its bounds: on the left and top edges it is, on the others not.
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        // As `contains(_:)`, which is slower by as much as all the rest of a step of hit testing.
        let bounds = layer.bounds
        guard bounds.size.width >= 0, bounds.size.height >= 0 else { return bounds.contains(point) }
        return point.x >= bounds.origin.x && point.x < bounds.origin.x + bounds.size.width
            && point.y >= bounds.origin.y && point.y < bounds.origin.y + bounds.size.height
    }

    // MARK: Gestures

    /// The recognizers that look at touches in the view, and in those in it; a scroll view's own come first. Nil for
    /// none.
    open var gestureRecognizers: [UIGestureRecognizer]? {
        get { shownRecognizers }
        set {
            let new = newValue ?? []
            for old in rare?.gestureRecognizers ?? [] where !new.contains(where: { $0 === old }) { remove(old) }
            for recognizer in new where !recognizer.isBuiltIn { add(recognizer) }
        }
    }

    /// Has a recognizer look at touches in the view; it leaves the view that it was of.
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) { add(gestureRecognizer) }

    /// A gesture of it that is under way is cancelled.
    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) { remove(gestureRecognizer) }

    /// Whether a gesture in touches of this view, or of one in it, may begin: true by default. Asked when it otherwise
    /// would; a no fails it. For subclasses.
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

    // MARK: Tint

    /// The color of what can be acted on: its own, or the next one above, as its adjustment mode shows it. Setting nil
    /// takes its own away.
    open var tintColor: UIColor! {
        get { effectiveTint }
        set { setTint(newValue) }
    }

    /// How the tint is shown; reading it gives what is in effect, never `.automatic`.
    open var tintAdjustmentMode: TintAdjustmentMode {
        get { isDimmed ? .dimmed : .normal }
        set { setTintAdjustmentMode(newValue) }
    }

    /// The tint, or how it is shown, has changed, here or above. Nothing by default; for subclasses.
    open func tintColorDidChange() {}

    // MARK: Traits

    /// The view's traits: those around it, with what was set on views from the screen down to this one.
    open var traitCollection: UITraitCollection { effectiveTraits }

    /// Traits that the view sets for itself and for all in it.
    open var traitOverrides: any UITraitOverrides {
        get { rare?.traitOverrides ?? TraitOverrides() }
        set {
            let new = TraitOverrides(newValue)
            setTraitOverrides(new)
        }
    }

    /// Light or dark for the view and all in it; unspecified for as it is around it.
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

    /// The smallest text for the view and all in it, whatever the reader prefers; nil for no limit.
    open var minimumContentSizeCategory: UIContentSizeCategory? {
        get { rare?.traitOverrides?.smallestText }
        set { changeTraitOverrides { $0.smallestText = newValue } }
    }

    /// The largest text for the view and all in it, whatever the reader prefers; nil for no limit.
    open var maximumContentSizeCategory: UIContentSizeCategory? {
        get { rare?.traitOverrides?.largestText }
        set { changeTraitOverrides { $0.largestText = newValue } }
    }

    /// Which limits to the size of text are in effect, and whose, from the view upwards: for a person to read.
    open var appliedContentSizeCategoryLimitsDescription: String { textLimitsDescription }

    /// The traits have changed. Nothing by default; for subclasses. Layout, and drawing where the view draws, are asked
    /// for already.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    /// Traits are always up to date here: a change is told at once, where UIKit may wait for the next layout.
    open func updateTraitsIfNeeded() {}

    /// What the view is about, which decides whether it is mirrored. It counts for this view alone. A change asks for
    /// layout, and for drawing where the view draws.
    open var semanticContentAttribute: UISemanticContentAttribute {
        get { rare?.semantics ?? .unspecified }
        set { setSemantics(newValue) }
    }

    /// On which side the view's content begins.
    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        UIView.direction(for: semanticContentAttribute, relativeTo: effectiveTraits.interfaceDirection)
    }

    /// On which side content about something begins, by the thread's current traits.
    open class func userInterfaceLayoutDirection(
        for attribute: UISemanticContentAttribute
    ) -> UIUserInterfaceLayoutDirection {
        direction(for: attribute, relativeTo: UITraitCollection.current.interfaceDirection)
    }

    /// On which side content about something begins in an interface of a direction.
    open class func userInterfaceLayoutDirection(
        for attribute: UISemanticContentAttribute, relativeTo direction: UIUserInterfaceLayoutDirection
    ) -> UIUserInterfaceLayoutDirection {
        self.direction(for: attribute, relativeTo: direction)
    }

    // MARK: Margins and safe area

    /// The space that content should leave along the edges: 8 points each, unless it was set; reading it gives what is
    /// in effect, with the safe area and the superview's margins where they count.
    open var layoutMargins: UIEdgeInsets {
        get { effectiveMargins }
        set { setMargins(.sides(newValue)) }
    }

    /// `layoutMargins`, by leading and trailing edges.
    open var directionalLayoutMargins: NSDirectionalEdgeInsets {
        get { directionalMargins }
        set { setMargins(.directional(newValue)) }
    }

    /// Whether the margins are at least what the superview's leave of this view.
    open var preservesSuperviewLayoutMargins: Bool {
        get { rare?.preservesSuperviewMargins ?? false }
        set {
            guard newValue != preservesSuperviewLayoutMargins else { return }
            rareState.preservesSuperviewMargins = newValue
            spreadMargins()
        }
    }

    /// Whether the safe area's insets are added to the margins.
    open var insetsLayoutMarginsFromSafeArea: Bool {
        get { !(rare?.ignoresSafeAreaInMargins ?? false) }
        set {
            guard newValue != insetsLayoutMarginsFromSafeArea else { return }
            rareState.ignoresSafeAreaInMargins = !newValue
            spreadMargins()
        }
    }

    /// The margins have changed. Nothing by default; for subclasses.
    open func layoutMarginsDidChange() {}

    /// What the screen's rounded corners and bars cover along the view's edges; 0 for a view in no window.
    open var safeAreaInsets: UIEdgeInsets { effectiveSafeArea }

    /// The safe area has changed; told on the way to `layoutSubviews()`. Nothing by default; for subclasses.
    open func safeAreaInsetsDidChange() {}

    /// What the safe area leaves of the view.
    open var safeAreaLayoutGuide: UILayoutGuide { guide(.safeArea) }
    /// What the margins leave of the view.
    open var layoutMarginsGuide: UILayoutGuide { guide(.margins) }
    /// Within the margins, what is not too wide for lines of text.
    open var readableContentGuide: UILayoutGuide { guide(.readableContent) }
    /// The view's bottom, where a keyboard would come from.
    public final var keyboardLayoutGuide: UIKeyboardLayoutGuide {
        guard let guide = guide(.keyboard) as? UIKeyboardLayoutGuide else {
            preconditionFailure("the keyboard's guide is made as one")
        }
        return guide
    }

    /// The program's guides in the view.
    open var layoutGuides: [UILayoutGuide] { rare?.guides ?? [] }

    /// Puts a guide into the view; takes it out of another first.
    open func addLayoutGuide(_ guide: UILayoutGuide) {
        guard guide.owningView !== self else { return }
        guide.owningView?.removeLayoutGuide(guide)
        if guide.node != nil { layoutNode.need(.constraints) }
        guide.owningView = self
        rareState.guides.append(guide)
    }

    /// Takes a guide out of the view.
    open func removeLayoutGuide(_ guide: UILayoutGuide) {
        guard guide.owningView === self, guide.kind == .own else { return }
        guide.endConstraints()
        guide.owningView = nil
        rareState.guides.removeAll { $0 === guide }
    }

    // MARK: The layer's delegate

    /// The layer is to be displayed: records `draw(_:)`. An override may set the layer's contents instead.
    ///
    /// Contents that were set on the layer stay where `draw(_:)` draws nothing: it may not be overridden at all, which
    /// can't be told on Linux.
    open func display(_ layer: CALayer) {
        if layer.model() === self.layer { displayLayer(layer) }
    }

    /// The layer is to be drawn: calls `draw(_:)` with the context current, and the view's traits.
    open func draw(_ layer: CALayer, in ctx: CGContext) {
        // The layer itself may be drawn by other threads, which may not look at what it is a presentation of.
        if layer === self.layer || layer.model() === self.layer { drawLayer(in: ctx) }
    }

    /// The layer is about to be drawn. Nothing by default; for subclasses.
    open func layerWillDraw(_ layer: CALayer) {}

    /// The layer is to be laid out: calls `layoutSubviews()`.
    open func layoutSublayers(of layer: CALayer) {
        if layer === self.layer { layOutSubviews() }
    }

    /// What happens when a property of the layer changes: in a block of animations, one of it; else nothing.
    open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        ViewAnimation.current?.action(for: self, layer, event) ?? UIView.noAction
    }

    /// One for all: it is asked for with each change of a property.
    private static let noAction = NSNull()

    /// Subviews that a view of this class is made with, and that no archive holds.
    var ownParts: [UIView] { [] }

    // MARK: Editing, and names

    /// Has the view's first responder resign, if it is in the view; returns whether none is left. With `force` it is
    /// not asked.
    @discardableResult
    open func endEditing(_ force: Bool) -> Bool { endFirstResponder(force) }

    /// A name for tests and tools.
    open var accessibilityIdentifier: String? {
        get { rare?.accessibilityIdentifier }
        set { rareState.accessibilityIdentifier = newValue }
    }

    /// A name by which a program that stores its state knows the view. Nothing here stores any.
    open var restorationIdentifier: String? {
        get { rare?.restorationIdentifier }
        set { rareState.restorationIdentifier = newValue }
    }

    // MARK: Interactions

    /// What was added by `addInteraction(_:)`, in that order. Setting it adds and removes.
    open var interactions: [any UIInteraction] {
        get { rare?.interactions ?? [] }
        set { replaceInteractions(by: newValue) }
    }

    /// Adds an interaction, after removing it from the view that it has.
    open func addInteraction(_ interaction: any UIInteraction) { add(interaction) }

    /// Removes an interaction; nothing happens when it is not the view's.
    open func removeInteraction(_ interaction: any UIInteraction) { remove(interaction) }
}

extension UIView {
    /// In `intrinsicContentSize`: no size is wanted in this direction.
    public static let noIntrinsicMetric: CGFloat = -1
    /// For `systemLayoutSizeFitting(_:)`: as small as constraints let it be.
    public static let layoutFittingCompressedSize = CGSize.zero
    /// For `systemLayoutSizeFitting(_:)`: as large as constraints let it be.
    public static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)
}
