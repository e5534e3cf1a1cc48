public import Foundation
public import TileGeometry
public import TileGraphics

/// A rectangle in a tree of layers, with its geometry, appearance and sublayers. UIKit's views draw through layers;
/// layers can also be used alone.
///
///     let layer = CALayer()
///     layer.frame = CGRect(x: 10, y: 10, width: 100, height: 50)
///     layer.setAffineTransform(CGAffineTransform(rotationAngle: 0.1))
///     root.addSublayer(layer)
///     let tree = LayerHost(root).frame()
///
/// Lengths are in points, y points down, angles are in radians. The behavior is that documented for Core Animation.
///
/// A tree belongs to one thread at a time; different trees may be used on different threads concurrently. Setting a
/// property only marks the layer and its ancestors. Layout, display and commit run once per frame (`LayerHost`) and
/// visit only marked paths, so that their cost depends on what changed.
///
/// Differs from Apple's: `value(forKey:)` and related methods are the layer's own, because Linux has no key-value
/// coding.
open class CALayer: NSObject, KeyValueObserver {
    // Everything that a subclass may override is declared here, even if it is implemented elsewhere: Swift does not
    // allow overriding declarations of extensions.

    // MARK: Stored state. What few layers have lives in side objects, made when first set.

    final var boundsStorage = CGRect.zero
    final var positionStorage = CGPoint.zero
    final var anchorPointStorage = CGPoint(x: 0.5, y: 0.5)
    final var marks: LayerMarks = [.needsCommit, .lookChanged]
    final var flags: LayerFlags = .standard
    final var opacityStorage: Float = 1
    final var contentsScaleStorage = 1.0
    final var background: CGColor?
    final var contentsStorage = LayerContents.none
    /// The superlayer, or the layer that this one masks.
    // Unmanaged, because a weak reference costs a side table for each layer with sublayers, and walks up the tree would
    // spend their time on reference counts. A layer clears this in all its sublayers before it is deallocated
    // (`deinit`).
    final var parentReference: Unmanaged<CALayer>?
    final var parent: CALayer? {
        get { parentReference?.takeUnretainedValue() }
        set { parentReference = newValue.map { Unmanaged.passUnretained($0) } }
    }
    final var children: ContiguousArray<CALayer> = []
    /// The sublayers with something to lay out, display or commit, valid while the order of `children` is as last
    /// committed.
    final var changed: ContiguousArray<CALayer> = []
    final var spatial: LayerSpatial?
    final var styling: LayerStyle?
    final var extras: LayerExtras?
    /// The render node of the last commit.
    final var node: RenderNode?
    /// The position of the node in the superlayer's render run.
    final var nodeIndex: Int32 = 0
    final var ownMask: CALayer?

    /// The object that lays out, draws and animates for the layer; a view for its own layer. Not retained.
    ///
    /// A view stays the delegate of its own layer: setting another has no effect except a log message.
    open var delegate: (any CALayerDelegate)? {
        get { owner ?? guest }
        set {
            if owner == nil {
                guest = newValue
            } else if let newValue, newValue !== owner {
                FrameLog.write("\(nameForLog) keeps its view as its delegate; \(type(of: newValue)) is not taken")
            }
        }
    }

    private final weak var guest: (any CALayerDelegate)?

    /// The view that owns this layer and is its permanent delegate.
    // Unowned and unsafe, because a weak reference gives each view a side table, which makes every use of a view
    // several times slower. A view clears this when it is deallocated.
    package final unowned(unsafe) var owner: (any CALayerDelegate)?

    /// Creates a layer of zero size at the origin.
    public override init() { super.init() }

    /// Creates a copy of `layer`'s properties without its place in a tree, as used for `presentation()`. Subclasses
    /// copy their own properties after calling this.
    ///
    /// - Parameter layer: A `CALayer`; other objects are ignored.
    public init(layer: Any) {
        super.init()
        if let layer = layer as? CALayer { copyState(of: layer) }
    }

    /// Creates a layer from an archive made by `encode(with:)`.
    public required init?(coder: NSCoder) {
        super.init()
        read(from: coder)
    }

    /// Encodes the properties that `shouldArchiveValue(forKey:)` allows, the sublayers and the mask. Drawn contents,
    /// actions, filters and custom values are not included.
    open func encode(with coder: NSCoder) { write(to: coder) }

    /// Returns whether a property is archived; by default, if it differs from its default value.
    open func shouldArchiveValue(forKey key: String) -> Bool { differsFromStandard(key) }

    deinit {
        for child in children { child.parent = nil }
        extras?.animations?.presentation = nil
        ownMask?.parent = nil
        // The mask may be used elsewhere, also as a sublayer.
        ownMask?.flags.remove(.isMask)
        ownMask?.marks.remove(.listed)
    }

    // MARK: Geometry

    /// The layer's rect in its own coordinates. The origin is the point of the content at the layer's top left.
    /// Animatable.
    ///
    /// Traps if it is not finite.
    open var bounds: CGRect {
        get { boundsStorage }
        set { setBounds(newValue) }
    }

    /// The position of the anchor point in the superlayer's coordinates. Animatable. Traps if it is not finite.
    open var position: CGPoint {
        get { positionStorage }
        set { setPosition(newValue) }
    }

    /// The point that `position` places and that `transform` is relative to, as a fraction of `bounds`; (0.5, 0.5) by
    /// default. Animatable. Traps if it is not finite.
    open var anchorPoint: CGPoint {
        get { anchorPointStorage }
        set { setAnchorPoint(newValue) }
    }

    /// The transform applied to the layer about its anchor point. Animatable. Traps if it is not finite.
    open var transform: CATransform3D {
        get { spatial?.transform ?? CATransform3DIdentity }
        set { setTransform(newValue) }
    }

    /// The layer's rect in the superlayer's coordinates: the smallest rect around the transformed `bounds`. Computed;
    /// setting it sets `bounds.size` and `position`.
    ///
    /// Under a transform, the new size is that of the smallest rect around the set rect mapped by the transform's
    /// inverse, and the layer is centered in the set rect. So under scales, reflections and quarter turns `frame`
    /// returns the value that was set.
    open var frame: CGRect {
        get { computedFrame }
        set { setFrame(newValue) }
    }

    // MARK: Tree

    /// Adds a layer in front of the other sublayers, after removing it from its previous superlayer.
    ///
    /// Traps if `layer` is this one or an ancestor of it, or is the root of a host's tree.
    open func addSublayer(_ layer: CALayer) { insert(layer, at: .above(nil)) }

    /// Removes the layer, with its sublayers, from its superlayer; or ends its use as a mask.
    open func removeFromSuperlayer() { detach() }

    /// The layer whose alpha masks this one, in this layer's coordinates like a sublayer. It must not have a superlayer
    /// or mask another layer.
    ///
    /// Traps if the mask is this layer or an ancestor of it, has a superlayer, or is the root of a host's tree.
    open var mask: CALayer? {
        get { ownMask }
        set { setMask(newValue) }
    }

    // MARK: Contents

    /// The layer's own contents: a `CGImage`, its drawing, or nil. Animatable.
    ///
    /// Setting nil discards the drawing. A drawing reads as an opaque object, which may be set on another layer. A
    /// `Picture` may be set as well, and is shown in the extent of its ink. Other values are stored without effect.
    open var contents: Any? {
        get { contentsValue }
        set { setContents(newValue) }
    }

    /// Marks the layer for display in the next frame.
    open func setNeedsDisplay() { markDisplay(in: nil) }

    /// Marks a rect of the layer, in its own coordinates, for display in the next frame. The rest of the drawing is
    /// kept. Several rects are drawn as one if that costs little more, otherwise in sequence. An infinite rect is the
    /// whole layer. Traps if a coordinate is NaN.
    open func setNeedsDisplay(_ r: CGRect) { markDisplay(in: r) }

    /// Displays the layer now if it is marked and not empty. The work counts with the next frame
    /// (`LayerHost.counters`).
    open func displayIfNeeded() { counted { displayIfMarked(&$0) } }

    /// Recreates the contents: by the delegate's `display(_:)`, or by recording `draw(in:)`. Don't call it directly.
    open func display() {
        if let delegate { delegate.display(self) } else { drawContents() }
    }

    /// Draws the contents: by the delegate's `draw(_:in:)`. The context's user space is the layer's coordinates; its
    /// clip is the part to draw.
    open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }

    /// Draws the layer and its sublayers into a context in the layer's coordinates. Marked layers are laid out and
    /// displayed first; that work counts with the next frame (`LayerHost.counters`). A hidden layer draws nothing.
    open func render(in ctx: CGContext) { ctx.draw(upToDateNode().picture) }

    // MARK: Layout

    /// Marks the layer for layout in the next frame, or at the next `layoutIfNeeded()`.
    open func setNeedsLayout() { markLayout() }

    /// Lays out the marked layers in this one now, starting with the highest marked ancestor. The work counts with the
    /// next frame (`LayerHost.counters`).
    open func layoutIfNeeded() { counted { layoutFromTop(&$0) } }

    /// Lays out the sublayers, by the delegate's `layoutSublayers(of:)`. Don't call it directly.
    open func layoutSublayers() { delegate?.layoutSublayers(of: self) }

    /// Returns the layer's preferred size; by default that of its frame.
    open func preferredFrameSize() -> CGSize { frame.size }

    // MARK: Actions

    /// Returns the action for an event. It is the first found in the delegate (`action(for:forKey:)`), the `actions`
    /// dictionary, the `actions` of the `style` dictionary and its nested styles, and the class
    /// (`defaultAction(forKey:)`). `NSNull` ends the search without an action.
    open func action(forKey event: String) -> (any CAAction)? { findAction(event) }

    /// Returns the default action for an event; none by default. After it, standalone layers in a tree that a screen
    /// shows have implicit animations of `CATransaction.animationDuration()` seconds.
    open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

    /// Returns the default value of a property; nil if there is none, or for an unknown property.
    open class func defaultValue(forKey key: String) -> Any? { standardValue(forKey: key) }

    /// Returns whether a change of a property requires display; for subclasses with custom properties.
    open class func needsDisplay(forKey key: String) -> Bool { false }

    // MARK: Animations

    /// Adds a copy of an animation: later changes to the object have no effect. It begins with the next frame unless it
    /// has a later begin time. In a layer outside of any host's tree, it begins when the layer is added to one.
    ///
    /// - Parameter key: Replaces an animation with the same key; nil adds it beside all others.
    open func add(_ anim: CAAnimation, forKey key: String?) { addAnimation(anim, key) }

    /// Removes an animation: its properties show their set values again. Its delegate is notified that it did not
    /// finish.
    open func removeAnimation(forKey key: String) {
        waitingAnimations?.remove(from: self, forKey: key)
        removeAnimations { $0.key == key }
    }

    open func removeAllAnimations() {
        waitingAnimations?.remove(from: self, forKey: nil)
        removeAnimations { _ in true }
    }

    /// Returns the keys of keyed animations in the order of addition; nil if there are none.
    open func animationKeys() -> [String]? {
        let keys = extras?.animations?.entries.compactMap(\.key) ?? []
        return keys.isEmpty ? nil : keys
    }

    /// Returns the running animation with a key. Changing it has no effect.
    open func animation(forKey key: String) -> CAAnimation? {
        extras?.animations?.entries.last { $0.key == key }?.animation
    }

    // MARK: Depth and affine maps

    /// The layer's position on the z axis, in points. Sublayers are drawn in this order, and in the order of
    /// `sublayers` if equal. Animatable. Traps if it is not finite.
    open var zPosition: CGFloat {
        get { CGFloat(spatial?.zPosition ?? 0) }
        set {
            guard newValue != zPosition else { return }
            precondition(newValue.isFinite, "CALayerInvalidGeometry: zPosition is \(newValue)")
            let action = willChange("zPosition")
            makeSpatial().zPosition = Double(newValue)
            // The order among its siblings may change.
            if let parent { parent.childrenDidChange() }
            didChangePlace()
            didChange("zPosition", action)
        }
    }

    /// The anchor point on the z axis, in points. Animatable.
    open var anchorPointZ: CGFloat {
        get { CGFloat(spatial?.anchorPointZ ?? 0) }
        set {
            guard newValue != anchorPointZ else { return }
            precondition(newValue.isFinite, "CALayerInvalidGeometry: anchorPointZ is \(newValue)")
            let action = willChange("anchorPointZ")
            makeSpatial().anchorPointZ = Double(newValue)
            didChangePlace()
            didChange("anchorPointZ", action)
        }
    }

    /// The transform applied to all sublayers about this layer's anchor point, usually for a perspective (`m34`).
    /// Animatable. Traps if it is not finite.
    open var sublayerTransform: CATransform3D {
        get { spatial?.sublayerTransform ?? CATransform3DIdentity }
        set {
            guard newValue != sublayerTransform else { return }
            precondition(newValue.isFinite, "CALayerInvalidGeometry: sublayerTransform is not finite: \(newValue)")
            let action = willChange("sublayerTransform")
            let spatial = makeSpatial()
            spatial.sublayerTransform = newValue
            spatial.hasSublayerTransform = newValue != CATransform3DIdentity
            sublayersDidMove()
            didChange("sublayerTransform", action)
        }
    }

    /// Returns the layer's transform as an affine transform; the identity if it is not affine.
    open func affineTransform() -> CGAffineTransform {
        CATransform3DIsAffine(transform) ? CATransform3DGetAffineTransform(transform) : .identity
    }

    /// Sets the layer's transform to an affine transform.
    open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

    /// Whether the y axis of the layer's sublayers points up. Animatable.
    open var isGeometryFlipped: Bool {
        get { flags.contains(.geometryFlipped) }
        set {
            guard newValue != isGeometryFlipped else { return }
            set(.geometryFlipped, newValue)
            sublayersDidMove()
        }
    }

    /// Returns whether the layer's contents are upside down: whether an odd number of layers from it upwards are
    /// flipped.
    open func contentsAreFlipped() -> Bool {
        var isFlipped = false
        var layer: CALayer? = self
        while let each = layer {
            if each.isGeometryFlipped { isFlipped.toggle() }
            layer = each.superlayer
        }
        return isFlipped
    }

    // MARK: Conversion

    /// Converts a point from `layer`'s coordinates to this layer's; nil for the root of this layer's tree. Layers of
    /// different trees are treated as if their roots had a common superlayer.
    ///
    /// With a perspective, this is the point of this layer's plane that is seen at the same place. It is infinitely far
    /// away if this layer is seen edge on.
    ///
    /// - Complexity: O(depth).
    open func convert(_ p: CGPoint, from layer: CALayer?) -> CGPoint {
        Self.convert(Quad(p), from: layer ?? top, to: self).point
    }

    /// Converts a point from this layer's coordinates to `layer`'s. See `convert(_:from:)`.
    open func convert(_ p: CGPoint, to layer: CALayer?) -> CGPoint {
        Self.convert(Quad(p), from: self, to: layer ?? top).point
    }

    /// Converts a rect from `layer`'s coordinates to the smallest enclosing rect in this layer's. See
    /// `convert(_:from:)`.
    ///
    /// - Complexity: O(d) for d layers between the two.
    open func convert(_ r: CGRect, from layer: CALayer?) -> CGRect {
        r.isNull ? r : Self.convert(Quad(r), from: layer ?? top, to: self).rect
    }

    /// Converts a rect from this layer's coordinates to the smallest enclosing rect in `layer`'s. See
    /// `convert(_:from:)`.
    open func convert(_ r: CGRect, to layer: CALayer?) -> CGRect {
        r.isNull ? r : Self.convert(Quad(r), from: self, to: layer ?? top).rect
    }

    // MARK: Scrolling

    /// The part of the layer that is not clipped by scroll layers and layers that mask to their bounds, in the layer's
    /// coordinates; zero if a transform makes it invisible.
    open var visibleRect: CGRect {
        var visible = boundsStorage.standardized
        var above = superlayer
        while let layer = above {
            if layer.flags.contains(.masksToBounds) || layer is CAScrollLayer {
                let clip = convert(layer.boundsStorage.standardized, from: layer)
                // A flattened layer, or one seen edge on, has no inverse.
                guard clip.isFinite else { return .zero }
                visible = visible.intersection(clip)
                if visible.isNull { return .zero }
            }
            above = layer.superlayer
        }
        return visible
    }

    /// Scrolls the nearest `CAScrollLayer` above so that a point of this layer is at its origin. Does nothing if there
    /// is none.
    open func scroll(_ p: CGPoint) {
        guard let scroller = nearestScroller else { return }
        scroller.scroll(to: scroller.convert(p, from: self))
    }

    /// Scrolls the nearest `CAScrollLayer` above by the minimum that makes a rect of this layer visible. Does nothing
    /// if there is none.
    open func scrollRectToVisible(_ r: CGRect) {
        guard let scroller = nearestScroller else { return }
        scroller.scroll(to: scroller.convert(r, from: self))
    }

    // MARK: Switches

    /// Whether the layer and its sublayers are hidden. Animatable.
    open var isHidden: Bool {
        get { flags.contains(.hidden) }
        set {
            guard newValue != isHidden else { return }
            let action = willChange("hidden")
            let order = willChange(newValue ? kCAOnOrderOut : kCAOnOrderIn)
            set(.hidden, newValue)
            markLook()
            // Work that was marked while hidden is due now.
            if !newValue { passMarksOn() }
            didChange("hidden", action)
            didChange(newValue ? kCAOnOrderOut : kCAOnOrderIn, order)
        }
    }

    /// Whether sublayers are clipped to the layer's bounds, with its rounded corners. Animatable.
    open var masksToBounds: Bool {
        get { flags.contains(.masksToBounds) }
        set { change(.masksToBounds, to: newValue, "masksToBounds") }
    }

    /// Whether the layer is visible from behind. Animatable.
    open var isDoubleSided: Bool {
        get { !flags.contains(.singleSided) }
        set { change(.singleSided, to: !newValue, "doubleSided") }
    }

    /// Whether the layer's drawn contents fill its bounds without gaps: a promise that lets layers behind be skipped.
    /// If it is broken, layers behind may or may not be visible.
    open var isOpaque: Bool {
        get { flags.contains(.opaque) }
        set { change(.opaque, to: newValue) }
    }

    /// Whether drawn contents are discarded and redrawn when the size of `bounds` changes, rather than stretched.
    open var needsDisplayOnBoundsChange: Bool {
        get { flags.contains(.needsDisplayOnBoundsChange) }
        set { set(.needsDisplayOnBoundsChange, newValue) }
    }

    /// Whether opacity applies to the layer and its sublayers as a group. Otherwise it applies to each separately, so
    /// that overlapped parts show through.
    open var allowsGroupOpacity: Bool {
        get { flags.contains(.allowsGroupOpacity) }
        set { change(.allowsGroupOpacity, to: newValue) }
    }

    // MARK: Looks

    /// The opacity of the layer and its sublayers, 0…1; other numbers are clamped. Animatable.
    open var opacity: Float {
        get { opacityStorage }
        set {
            guard newValue != opacityStorage else { return }
            precondition(!newValue.isNaN, "CALayerInvalidGeometry: opacity is not a number")
            let action = willChange("opacity")
            opacityStorage = newValue
            markLook()
            didChange("opacity", action)
        }
    }

    /// The color that fills the bounds, with their rounded corners, behind everything else; nil for none. It may be a
    /// pattern. Animatable.
    open var backgroundColor: CGColor? {
        get { background }
        set {
            guard newValue != background else { return }
            let action = willChange("backgroundColor")
            background = newValue
            markLook()
            didChange("backgroundColor", action)
        }
    }

    /// The radius of the background's and the border's corners, in points, and with `masksToBounds` of everything in
    /// the layer. Animatable. Limited to half the shorter side when drawn. Traps if it is not finite.
    open var cornerRadius: CGFloat {
        get { CGFloat(styleValue(\.cornerRadius, default: 0)) }
        set {
            Self.checkFinite(Double(newValue), "cornerRadius")
            guard newValue != cornerRadius else { return }
            setLook(\.cornerRadius, Double(newValue), "cornerRadius")
            tellCorners()
        }
    }

    /// The corners that `cornerRadius` rounds; all by default. Animatable.
    open var maskedCorners: CACornerMask {
        get { styleValue(\.maskedCorners, default: .all) }
        set {
            guard newValue != maskedCorners else { return }
            setLook(\.maskedCorners, newValue, "maskedCorners")
            tellCorners()
        }
    }

    /// The shape of rounded corners.
    open var cornerCurve: CALayerCornerCurve {
        get { styleValue(\.cornerCurve, default: .circular) }
        set { setLook(\.cornerCurve, newValue, nil) }
    }

    /// Returns the factor by which a corner of this curve starts farther along the sides than a circular one.
    open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
        curve == .continuous ? CGFloat(CornerShape.expansion) : 1
    }

    /// The width of a border inside the bounds, above everything else in the layer, in points; 0 for none. Animatable.
    /// Traps if it is not finite.
    open var borderWidth: CGFloat {
        get { CGFloat(styleValue(\.borderWidth, default: 0)) }
        set {
            Self.checkFinite(Double(newValue), "borderWidth")
            setLook(\.borderWidth, Double(newValue), "borderWidth")
        }
    }

    /// The border's color; opaque black by default. Animatable.
    open var borderColor: CGColor? {
        get { styleValue(\.borderColor, default: .layerBlack) }
        set { setLook(\.borderColor, newValue, "borderColor") }
    }

    // MARK: Shadow

    /// The shadow's color; opaque black by default. Animatable.
    open var shadowColor: CGColor? {
        get { styleValue(\.shadowColor, default: .layerBlack) }
        set { setLook(\.shadowColor, newValue, "shadowColor") }
    }

    /// The shadow's opacity, 0…1; 0 by default, for no shadow. Animatable.
    open var shadowOpacity: Float {
        get { styleValue(\.shadowOpacity, default: 0) }
        set {
            precondition(!newValue.isNaN, "CALayerInvalidGeometry: shadowOpacity is not a number")
            setLook(\.shadowOpacity, newValue, "shadowOpacity")
        }
    }

    /// The shadow's offset from the layer, in points; (0, −3) by default. Animatable. Traps if it is not finite.
    open var shadowOffset: CGSize {
        get { styleValue(\.shadowOffset, default: CGSize(width: 0, height: -3)) }
        set {
            Self.checkFinite(Double(newValue.width), "shadowOffset.width")
            Self.checkFinite(Double(newValue.height), "shadowOffset.height")
            setLook(\.shadowOffset, newValue, "shadowOffset")
        }
    }

    /// The shadow's blur radius, in points; 3 by default. Animatable. Traps if it is not finite.
    open var shadowRadius: CGFloat {
        get { CGFloat(styleValue(\.shadowRadius, default: 3)) }
        set {
            Self.checkFinite(Double(newValue), "shadowRadius")
            setLook(\.shadowRadius, Double(newValue), "shadowRadius")
        }
    }

    /// The outline of the shadow, filled, in the layer's coordinates. If nil, the shadow follows the alpha of
    /// everything in the layer, which costs a drawing of it for each raster. Animatable.
    open var shadowPath: CGPath? {
        get { styleValue(\.shadowPath, default: nil) }
        set { setLook(\.shadowPath, newValue.flatMap { $0.copy() }, "shadowPath") }
    }

    // MARK: Rasterization and filters

    /// Whether the layer is rasterized before compositing: a hint without effect, because every tile is rasterized from
    /// pictures at its own scale. Animatable.
    open var shouldRasterize: Bool {
        get { flags.contains(.shouldRasterize) }
        set { change(.shouldRasterize, to: newValue, "shouldRasterize") }
    }

    /// The scale for `shouldRasterize`; without effect as well. Animatable.
    open var rasterizationScale: CGFloat {
        get { CGFloat(styleValue(\.rasterizationScale, default: 1)) }
        set {
            Self.checkFinite(Double(newValue), "rasterizationScale")
            setLook(\.rasterizationScale, Double(newValue), "rasterizationScale")
        }
    }

    /// Whether drawing may happen on another thread: a hint without effect, because drawing is recording.
    open var drawsAsynchronously: Bool {
        get { flags.contains(.drawsAsynchronously) }
        set { set(.drawsAsynchronously, newValue) }
    }

    /// Whether the layer's edges may be antialiased: stored without effect, because all edges are antialiased.
    open var allowsEdgeAntialiasing: Bool {
        get { flags.contains(.allowsEdgeAntialiasing) }
        set { set(.allowsEdgeAntialiasing, newValue) }
    }

    /// The edges that are antialiased: stored without effect, because all edges are.
    open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
        get { styleValue(\.edgeAntialiasingMask, default: .all) }
        set { setLook(\.edgeAntialiasingMask, newValue, nil) }
    }

    /// The blending with what is behind: the name of a blend mode like those of Core Image's filters
    /// (`"multiplyBlendMode"`, `"CIScreenBlendMode"` and so on for all 16 of them). Other values are stored without
    /// effect.
    open var compositingFilter: Any? {
        get { styleValue(\.compositingFilter, default: nil) }
        set {
            makeStyling().compositingFilter = newValue
            markLook()
        }
    }

    /// The layer's filters: stored without effect, because there is no Core Image.
    open var filters: [Any]? {
        get { styleValue(\.filters, default: nil) }
        set { makeStyling().filters = newValue }
    }

    /// The filters for what is behind: stored without effect, because there is no Core Image.
    open var backgroundFilters: [Any]? {
        get { styleValue(\.backgroundFilters, default: nil) }
        set { makeStyling().backgroundFilters = newValue }
    }

    // MARK: How contents are placed

    /// Pixels of the contents per point; for drawing, of the intended display. Invalid scales (0, or not finite) count
    /// as 1. Animatable.
    open var contentsScale: CGFloat {
        get { CGFloat(contentsScaleStorage) }
        set {
            let scale = newValue > 0 && newValue.isFinite ? Double(newValue) : 1
            guard scale != contentsScaleStorage else { return }
            let action = willChange("contentsScale")
            contentsScaleStorage = scale
            markLook()
            didChange("contentsScale", action)
        }
    }

    /// The position of contents in bounds of another size; `resize` by default.
    open var contentsGravity: CALayerContentsGravity {
        get { styling?.contentsGravity ?? .resize }
        set { setLook(\.contentsGravity, newValue, nil) }
    }

    /// The displayed part of the contents, in unit coordinates. Animatable. Traps if it is not finite.
    open var contentsRect: CGRect {
        get { styling?.contentsRect ?? CGRect(x: 0, y: 0, width: 1, height: 1) }
        set {
            precondition(newValue.isFinite, "CALayerInvalidGeometry: contentsRect is \(newValue)")
            setLook(\.contentsRect, newValue, "contentsRect")
        }
    }

    /// The part of the displayed contents that stretches when they are resized, in unit coordinates; the parts around
    /// it keep their size as long as they fit. Animatable. Traps if it is not finite.
    open var contentsCenter: CGRect {
        get { styling?.contentsCenter ?? CGRect(x: 0, y: 0, width: 1, height: 1) }
        set {
            precondition(newValue.isFinite, "CALayerInvalidGeometry: contentsCenter is \(newValue)")
            setLook(\.contentsCenter, newValue, "contentsCenter")
        }
    }

    /// The storage format: a hint without effect.
    open var contentsFormat: CALayerContentsFormat {
        get { styling?.contentsFormat ?? .RGBA8Uint }
        set { makeStyling().contentsFormat = newValue }
    }

    /// The filter for enlarging images; `linear` by default.
    open var magnificationFilter: CALayerContentsFilter {
        get { styling?.magnificationFilter ?? .linear }
        set { setLook(\.magnificationFilter, newValue, nil) }
    }

    /// The filter for reducing images; `linear` by default.
    open var minificationFilter: CALayerContentsFilter {
        get { styling?.minificationFilter ?? .linear }
        set { setLook(\.minificationFilter, newValue, nil) }
    }

    /// The bias of `trilinear` towards coarser copies of the image: stored without effect, because there are none.
    open var minificationFilterBias: Float {
        get { styling?.minificationFilterBias ?? 0 }
        set { makeStyling().minificationFilterBias = newValue }
    }

    /// Whether contents may exceed standard white: stored without effect.
    open var wantsExtendedDynamicRangeContent: Bool {
        get { flags.contains(.wantsExtendedDynamicRange) }
        set { set(.wantsExtendedDynamicRange, newValue) }
    }

    /// The tone mapping of contents brighter than white: stored without effect.
    open var toneMapMode: ToneMapMode {
        get { extras?.toneMapMode ?? .automatic }
        set { makeExtras().toneMapMode = newValue }
    }

    // MARK: Sublayers

    /// The layer's superlayer; nil for the root of a tree, and for a mask. The superlayer of a presentation is a
    /// presentation, too.
    open var superlayer: CALayer? {
        if let presented { return presented.superlayer?.shown }
        return flags.contains(.isMask) ? nil : parent
    }

    /// The sublayers, back to front; nil if there are none. Setting them removes all others.
    ///
    /// Traps if one of them is this layer or an ancestor of it, occurs twice, or is the root of a host's tree. The
    /// sublayers of a presentation are presentations, too.
    open var sublayers: [CALayer]? {
        get {
            if let presented { return presented.sublayers?.map(\.shown) }
            return children.isEmpty ? nil : Array(children)
        }
        set {
            let new = newValue ?? []
            precondition(Set(new.map(ObjectIdentifier.init)).count == new.count, "a layer is named twice in sublayers")
            let kept = Set(new.map(ObjectIdentifier.init))
            for child in children where !kept.contains(ObjectIdentifier(child)) && child.parent === self {
                child.removeFromSuperlayer()
            }
            for (index, layer) in new.enumerated() { insert(layer, at: .index(index)) }
        }
    }

    /// Inserts a layer behind the sublayer at `idx`. An index beyond the last inserts it in front.
    ///
    /// Traps if `layer` is this one or an ancestor of it, or is the root of a host's tree.
    ///
    /// - Complexity: O(n) for n siblings.
    open func insertSublayer(_ layer: CALayer, at idx: UInt32) {
        insert(layer, at: .index(Int(idx)))
    }

    /// Inserts a layer directly behind `sibling`; at the back if that is nil or not a sublayer.
    open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        if layer !== sibling { insert(layer, at: .below(sibling)) }
    }

    /// Inserts a layer directly in front of `sibling`; at the front if that is nil or not a sublayer.
    open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        if layer !== sibling { insert(layer, at: .above(sibling)) }
    }

    /// Replaces a sublayer by another layer. Does nothing if `oldLayer` is not a sublayer.
    open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
        guard oldLayer !== newLayer, oldLayer.superlayer === self else { return }
        // The new one is inserted beside the old one first: an action could move others after the old one is removed.
        insert(newLayer, at: .above(oldLayer))
        if oldLayer.superlayer === self { oldLayer.removeFromSuperlayer() }
    }

    // MARK: Marks

    /// Returns whether the layer is marked for display.
    open func needsDisplay() -> Bool { marks.contains(.needsDisplay) }

    /// Returns whether the layer is marked for layout.
    open func needsLayout() -> Bool { marks.contains(.needsLayout) }

    // MARK: Names, actions and styles

    /// Actions by event name, used after the delegate.
    open var actions: [String: any CAAction]? {
        get { extras?.actions }
        set { makeExtras().actions = newValue }
    }

    /// Default values of properties by name, with nested ones under `style`. Used here for actions (`actions`) and for
    /// custom values; built-in properties have their own defaults.
    open var style: [AnyHashable: Any]? {
        get { extras?.style }
        set { makeExtras().style = newValue }
    }

    /// A name for identifying the layer.
    open var name: String? {
        get { extras?.name }
        set { makeExtras().name = newValue }
    }

    // MARK: Presentation

    /// Returns a copy of the layer, made by `init(layer:)`, with its animated state in the last frame. Returns the
    /// layer itself if it is not animated.
    open func presentation() -> Self? { shown as? Self }

    /// Returns the layer that a presentation was made of; otherwise this layer.
    open func model() -> Self { presented as? Self ?? self }

    // MARK: Timing

    open var beginTime: CFTimeInterval {
        get { timing.beginTime }
        set { timing.beginTime = newValue }
    }

    open var duration: CFTimeInterval {
        get { timing.duration }
        set { timing.duration = newValue }
    }

    open var speed: Float {
        get { timing.speed }
        set { timing.speed = newValue }
    }

    open var timeOffset: CFTimeInterval {
        get { timing.timeOffset }
        set { timing.timeOffset = newValue }
    }

    open var repeatCount: Float {
        get { timing.repeatCount }
        set { timing.repeatCount = newValue }
    }

    open var repeatDuration: CFTimeInterval {
        get { timing.repeatDuration }
        set { timing.repeatDuration = newValue }
    }

    open var autoreverses: Bool {
        get { timing.autoreverses }
        set { timing.autoreverses = newValue }
    }

    open var fillMode: CAMediaTimingFillMode {
        get { timing.fillMode }
        set { timing.fillMode = newValue }
    }

    /// Converts a time from `layer`'s time to this layer's; nil for the time of the tree.
    open func convertTime(_ t: CFTimeInterval, from layer: CALayer?) -> CFTimeInterval {
        fromTreeTime(layer.map { $0.toTreeTime(t) } ?? t)
    }

    /// Converts a time from this layer's time to `layer`'s; nil for the time of the tree.
    open func convertTime(_ t: CFTimeInterval, to layer: CALayer?) -> CFTimeInterval {
        let time = toTreeTime(t)
        return layer.map { $0.fromTreeTime(time) } ?? time
    }

    // MARK: Values by name

    /// The properties of the class by name, including its superclass's.
    class var keys: [String: LayerKey] { layerKeys }

    /// The class's drawing above contents and below sublayers, in the layer's coordinates; read when its look changed.
    var drawing: Picture? { nil }

    /// The replication of sublayers; nil for none.
    var replication: Replication? { nil }

    /// Returns the value of a property, or a custom value; nil if there is neither.
    ///
    /// Structs are returned unboxed (`CGRect`, `CATransform3D`), numbers as `CGFloat`, `Float` or `Bool` like their
    /// properties.
    open func value(forKey key: String) -> Any? { storedValue(forKey: key) }

    /// Sets a property, converting numeric types, or a custom value. Traps if the property can't hold the value.
    open func setValue(_ value: Any?, forKey key: String) { store(value, forKey: key) }

    /// Called when a property that this layer observes with `addObserver(_:forKeyPath:options:context:)` has changed.
    /// Does nothing by default; for subclasses.
    open func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {}

    /// Returns a value like `value(forKey:)`, with fields of structs after dots: `bounds.size.width`,
    /// `transform.rotation.z`.
    open func value(forKeyPath keyPath: String) -> Any? { storedValue(forKeyPath: keyPath) }

    /// Sets a value like `setValue(_:forKey:)`, with fields of structs after dots: `position.x`, `transform.scale`.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) { store(value, forKeyPath: keyPath) }

    // MARK: Hit testing

    /// Returns the frontmost layer that contains a point: the deepest sublayer, or this layer; nil if none does.
    ///
    /// Hidden layers are ignored, and so are sublayers outside the bounds of a layer that masks to its bounds.
    ///
    /// - Parameter p: A point in the superlayer's coordinates.
    open func hitTest(_ p: CGPoint) -> CALayer? { hit(p) }

    /// Returns whether a point in the layer's own coordinates is in its bounds.
    open func contains(_ p: CGPoint) -> Bool { boundsStorage.contains(p) }
}

/// The pending work of a layer in the next frame.
struct LayerMarks: OptionSet {
    var rawValue: UInt16

    static let needsLayout = LayerMarks(rawValue: 1 << 0)
    /// A descendant needs layout.
    static let layoutBelow = LayerMarks(rawValue: 1 << 1)
    static let needsDisplay = LayerMarks(rawValue: 1 << 2)
    static let displayBelow = LayerMarks(rawValue: 1 << 3)
    /// The layer's own appearance or placement differs from its render node.
    static let needsCommit = LayerMarks(rawValue: 1 << 4)
    static let commitBelow = LayerMarks(rawValue: 1 << 5)
    /// The layer is in `changed` of its parent, or the parent has `allChanged`.
    static let listed = LayerMarks(rawValue: 1 << 6)
    /// The sublayers or their order changed: `changed` is invalid, and all must be visited.
    static let allChanged = LayerMarks(rawValue: 1 << 7)
    /// More than the placement differs from the render node.
    static let lookChanged = LayerMarks(rawValue: 1 << 8)
    /// The contents differ from the render node's.
    static let contentsChanged = LayerMarks(rawValue: 1 << 10)
    /// The layer has animations.
    static let animates = LayerMarks(rawValue: 1 << 11)
    /// The layer is the presentation of another.
    static let isPresentation = LayerMarks(rawValue: 1 << 12)
    /// Changes take effect without implicit animations although no view owns the layer.
    static let changesAtOnce = LayerMarks(rawValue: 1 << 14)
    /// Animations have advanced since the last commit.
    static let animated = LayerMarks(rawValue: 1 << 13)
    /// The whole layer must be drawn, not only parts.
    static let displayAll = LayerMarks(rawValue: 1 << 9)
    /// Sublayers have changed one by one before, so the list of changed ones keeps its memory.
    static let changesOften = LayerMarks(rawValue: 1 << 15)

    static let below: LayerMarks = [.layoutBelow, .displayBelow, .commitBelow]
}

/// The Boolean properties of a layer.
struct LayerFlags: OptionSet {
    var rawValue: UInt16

    static let hidden = LayerFlags(rawValue: 1 << 0)
    static let masksToBounds = LayerFlags(rawValue: 1 << 1)
    static let singleSided = LayerFlags(rawValue: 1 << 2)
    static let opaque = LayerFlags(rawValue: 1 << 3)
    static let geometryFlipped = LayerFlags(rawValue: 1 << 4)
    static let needsDisplayOnBoundsChange = LayerFlags(rawValue: 1 << 5)
    static let shouldRasterize = LayerFlags(rawValue: 1 << 6)
    static let allowsGroupOpacity = LayerFlags(rawValue: 1 << 7)
    static let allowsEdgeAntialiasing = LayerFlags(rawValue: 1 << 8)
    static let drawsAsynchronously = LayerFlags(rawValue: 1 << 9)
    static let wantsExtendedDynamicRange = LayerFlags(rawValue: 1 << 10)
    /// The layer is a mask, and `parent` is the layer that it masks.
    static let isMask = LayerFlags(rawValue: 1 << 11)
    /// Sublayers keep their depth (`CATransformLayer`).
    static let preservesDepth = LayerFlags(rawValue: 1 << 12)
    /// The layer is a window's: it may only be in the root layer of a host, which is the screen's.
    static let isOfWindow = LayerFlags(rawValue: 1 << 13)
    /// The layer is a tiled layer, or contains or contained one.
    static let holdsTiles = LayerFlags(rawValue: 1 << 14)
    /// The warning that its layout does not settle was logged.
    static let toldRestless = LayerFlags(rawValue: 1 << 15)

    static let standard: LayerFlags = [.allowsGroupOpacity]
}

// What the module of the views needs beyond the public interface.
extension CALayer {
    /// The layer's last drawing, in its own coordinates; nil if its contents are empty or an image.
    package var drawnPicture: Picture? {
        if case .drawing(let drawn) = contentsStorage { drawn.picture } else { nil }
    }

    /// Whether the layer is a window's, which programs can only add to a screen's layer.
    package var isOfWindow: Bool {
        get { flags.contains(.isOfWindow) }
        set { if newValue { flags.insert(.isOfWindow) } else { flags.remove(.isOfWindow) } }
    }

    /// The number of sublayers, without creating an array.
    package var sublayerCount: Int { children.count }

    /// The picture of the layer and its sublayers in the last commit; nil before the first.
    package var committedPicture: Picture? { node?.picture }
}
