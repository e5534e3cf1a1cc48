public import Foundation
public import TileGeometry
public import TileGraphics

/// A rectangle of a tree: where it lies, how it looks, what is in it. UIKit's views draw through layers; layers are of
/// use alone, too.
///
///     let layer = CALayer()
///     layer.frame = CGRect(x: 10, y: 10, width: 100, height: 50)
///     layer.setAffineTransform(CGAffineTransform(rotationAngle: 0.1))
///     root.addSublayer(layer)
///     let tree = LayerHost(root).frame()
///
/// Lengths are points, y points down, angles are radians. Behaviour is Core Animation's as documented.
///
/// A tree belongs to one thread at a time; different trees may be on different threads at once. Setting something only
/// marks the layer and its ancestors; layout, display and commit run once a frame (`LayerHost`) and go down the marked
/// paths alone, so that their cost follows what changed.
///
/// Differs from Apple's: `value(forKey:)` and its kin are the layer's own, because Linux has no key-value coding.
open class CALayer: NSObject, KeyValueObserver {
    // All that a subclass may override is declared here, whatever it does and wherever its code is: Swift lets nothing
    // that an extension declares be overridden.

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
    // Unmanaged, for a weak reference costs a side table for each layer with sublayers, and a walk up the tree would
    // spend its time counting references. A layer that goes away clears this in all its sublayers first (`deinit`).
    final var parentReference: Unmanaged<CALayer>?
    final var parent: CALayer? {
        get { parentReference?.takeUnretainedValue() }
        set { parentReference = newValue.map { Unmanaged.passUnretained($0) } }
    }
    final var children: ContiguousArray<CALayer> = []
    /// Sublayers with something to lay out, display or commit, while the order of `children` is as last committed.
    final var changed: ContiguousArray<CALayer> = []
    final var spatial: LayerSpatial?
    final var styling: LayerStyle?
    final var extras: LayerExtras?
    /// As last committed.
    final var node: RenderNode?
    /// Where in the superlayer's render run the node is.
    final var nodeIndex: Int32 = 0
    final var ownMask: CALayer?

    /// The object that lays out, draws and animates for the layer; a view, for its own layer. Not retained.
    ///
    /// A view stays the delegate of its own layer: another is not taken, and the log says so.
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

    /// The view whose own layer this is, which is the delegate for life.
    // Unowned and unsafe, because a weak reference gives each view a side table, which makes every use of a view
    // several times slower: a view clears this when it goes.
    package final unowned(unsafe) var owner: (any CALayerDelegate)?

    /// A layer of no size at the origin.
    public override init() { super.init() }

    /// A copy of `layer`'s properties without its place in a tree, as the frame clock makes them for `presentation()`.
    /// A subclass copies its own properties after calling this.
    ///
    /// - Parameter layer: a `CALayer`; of anything else nothing is copied.
    public init(layer: Any) {
        super.init()
        if let layer = layer as? CALayer { copyState(of: layer) }
    }

    /// A layer from an archive made by `encode(with:)`.
    public required init?(coder: NSCoder) {
        super.init()
        read(from: coder)
    }

    /// Writes the properties that `shouldArchiveValue(forKey:)` allows, the sublayers and the mask. What was drawn,
    /// actions, filters and values under names that are no properties are left out.
    open func encode(with coder: NSCoder) { write(to: coder) }

    /// Whether a property goes into archives; here each that is not as it was at first.
    open func shouldArchiveValue(forKey key: String) -> Bool { differsFromStandard(key) }

    deinit {
        for child in children { child.parent = nil }
        extras?.animations?.presentation = nil
        ownMask?.parent = nil
        // It may serve elsewhere, as a sublayer too.
        ownMask?.flags.remove(.isMask)
        ownMask?.marks.remove(.listed)
    }

    // MARK: Geometry

    /// The layer's extent in its own coordinates; its origin is the point of the content that lies at its top left.
    /// Animatable.
    ///
    /// Traps when it is not finite.
    open var bounds: CGRect {
        get { boundsStorage }
        set { setBounds(newValue) }
    }

    /// Where the anchor point lies in the superlayer's coordinates. Animatable. Traps when it is not finite.
    open var position: CGPoint {
        get { positionStorage }
        set { setPosition(newValue) }
    }

    /// The point that `position` places and about which `transform` turns, as a fraction of `bounds`; (0.5, 0.5) at
    /// first. Animatable. Traps when it is not finite.
    open var anchorPoint: CGPoint {
        get { anchorPointStorage }
        set { setAnchorPoint(newValue) }
    }

    /// The map applied to the layer about its anchor point. Animatable. Traps when it is not finite.
    open var transform: CATransform3D {
        get { spatial?.transform ?? CATransform3DIdentity }
        set { setTransform(newValue) }
    }

    /// The layer's extent in the superlayer's coordinates: the smallest rect around `bounds` as `transform` places it.
    /// Not stored; setting it sets `bounds.size` and `position`.
    ///
    /// Under a transform, the new size is that of the smallest rect around the set one as the transform's inverse maps
    /// it, and the layer is centred where the set rect is. So under scales, mirrors and quarter turns `frame` reads as
    /// it was set.
    open var frame: CGRect {
        get { computedFrame }
        set { setFrame(newValue) }
    }

    // MARK: Tree

    /// Adds a layer in front of the sublayers, out of its former superlayer if it has one.
    ///
    /// Traps when `layer` is this one or holds it, or when it is the top of a host's tree.
    open func addSublayer(_ layer: CALayer) { insert(layer, at: .above(nil)) }

    /// Takes the layer, with what is in it, out of its superlayer; or ends its being a mask.
    open func removeFromSuperlayer() { detach() }

    /// The layer whose alpha says how much of this one shows; in this layer's coordinates, as a sublayer would be. It
    /// may have no superlayer, and mask no other layer.
    ///
    /// Traps when the mask is this layer, holds it, has a superlayer, or is the top of a host's tree.
    open var mask: CALayer? {
        get { ownMask }
        set { setMask(newValue) }
    }

    // MARK: Contents

    /// What the layer shows of its own: a `CGImage`, or what it drew, or nil. Animatable.
    ///
    /// Setting nil throws away what was drawn. What was drawn reads as an opaque object, which may be set on another
    /// layer. A `Picture` may be set too, to be shown in the extent of its ink. Other values are kept and show nothing.
    open var contents: Any? {
        get { contentsValue }
        set { setContents(newValue) }
    }

    /// Marks the layer for drawing in the next frame.
    open func setNeedsDisplay() { markDisplay(in: nil) }

    /// Marks a part of the layer, in its own coordinates, for drawing in the next frame. What else was drawn is kept.
    /// Several such rects are drawn as one where that takes little more drawing, else one after the other. A rect
    /// without end is all of the layer. Traps if a coordinate is NaN.
    open func setNeedsDisplay(_ r: CGRect) { markDisplay(in: r) }

    /// Draws the layer now if it is marked and has an extent. It counts with the next frame (`LayerHost.counters`).
    open func displayIfNeeded() { counted { displayIfMarked(&$0) } }

    /// Makes the contents anew: lets the delegate do it (`display(_:)`), or records what `draw(in:)` draws. Not to be
    /// called directly.
    open func display() {
        if let delegate { delegate.display(self) } else { drawContents() }
    }

    /// Draws the contents: lets the delegate do it (`draw(_:in:)`). The context's user space is the layer's
    /// coordinates; its clip is the part to draw.
    open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }

    /// Draws the layer and all in it into a context, whose user space is taken for the layer's coordinates. What is
    /// marked is laid out and drawn first, and counts with the next frame (`LayerHost.counters`). Of a hidden layer
    /// nothing is drawn.
    open func render(in ctx: CGContext) { ctx.draw(upToDateNode().picture) }

    // MARK: Layout

    /// Marks the layer for layout in the next frame, or at the next `layoutIfNeeded()`.
    open func setNeedsLayout() { markLayout() }

    /// Lays out the layer and what is in it now, where marked; starting with the highest marked layer above it. It
    /// counts with the next frame (`LayerHost.counters`).
    open func layoutIfNeeded() { counted { layoutFromTop(&$0) } }

    /// Places the sublayers. Calls the delegate's `layoutSublayers(of:)`. Not to be called directly.
    open func layoutSublayers() { delegate?.layoutSublayers(of: self) }

    /// The size that the layer would like to have: here that of its frame.
    open func preferredFrameSize() -> CGSize { frame.size }

    // MARK: Actions

    /// The action for an event on this layer: the first that is found by asking, in turn, the delegate
    /// (`action(for:forKey:)`), the `actions` dictionary, the `actions` dictionary in `style` and in its own `style`
    /// and so on, and the class (`defaultAction(forKey:)`). `NSNull` ends the search with none.
    open func action(forKey event: String) -> (any CAAction)? { findAction(event) }

    /// The action for an event where nothing else names one; here none. After it come, for layers by themselves in a
    /// tree that a screen shows, animations of `CATransaction.animationDuration()` seconds.
    open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

    /// What a property is when it was never set; nil for what is no property of a layer's, and for no value.
    open class func defaultValue(forKey key: String) -> Any? { standardValue(forKey: key) }

    /// Whether a change of a property asks for drawing; for subclasses with properties of their own.
    open class func needsDisplay(forKey key: String) -> Bool { false }

    // MARK: Animations

    /// Adds an animation, as it is now: what is changed in it later changes nothing. It begins with the next frame,
    /// unless it names a later begin; of a layer that is in no host's tree, when it comes into one.
    ///
    /// - Parameter key: takes the place of one that was added under it; nil for adding it beside all others.
    open func add(_ anim: CAAnimation, forKey key: String?) { addAnimation(anim, key) }

    /// Takes out an animation: what it changed shows as it is set. Its delegate is told that it did not finish.
    open func removeAnimation(forKey key: String) { removeAnimations { $0.key == key } }

    open func removeAllAnimations() { removeAnimations { _ in true } }

    /// The keys of animations that were added under one, in that order; nil when there are none.
    open func animationKeys() -> [String]? {
        let keys = extras?.animations?.entries.compactMap(\.key) ?? []
        return keys.isEmpty ? nil : keys
    }

    /// The animation under a key. It runs: changes have no effect.
    open func animation(forKey key: String) -> CAAnimation? {
        extras?.animations?.entries.last { $0.key == key }?.animation
    }

    // MARK: Depth and affine maps

    /// How far in front the layer lies, in points; sublayers are drawn in this order, equals in the order of
    /// `sublayers`. Animatable. Traps when it is not finite.
    open var zPosition: CGFloat {
        get { CGFloat(spatial?.zPosition ?? 0) }
        set {
            guard newValue != zPosition else { return }
            precondition(newValue.isFinite, "CALayerInvalidGeometry: zPosition is \(newValue)")
            let action = willChange("zPosition")
            makeSpatial().zPosition = Double(newValue)
            // Its place among its siblings may be another.
            if let parent { parent.childrenDidChange() }
            didChangePlace()
            didChange("zPosition", action)
        }
    }

    /// The third part of the anchor point, in points. Animatable.
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

    /// A map applied to all sublayers about this layer's anchor point; the usual place for a perspective (`m34`).
    /// Animatable. Traps when it is not finite.
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

    /// The layer's transform as a map of the plane; meaningful when it is one.
    open func affineTransform() -> CGAffineTransform {
        CATransform3DIsAffine(transform) ? CATransform3DGetAffineTransform(transform) : .identity
    }

    /// Sets the layer's transform to a map of the plane.
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

    /// Whether the layer's contents are turned upside down in all: an odd number of the layers from it upwards are
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

    /// A point of `layer`'s coordinates in this layer's; nil stands for the layer at the top of this one's tree. Layers
    /// of different trees are taken to have their tops' superlayers in common.
    ///
    /// Through a perspective, the point of this layer's plane that is seen at the same place. It is infinitely far when
    /// this layer is seen edge on.
    ///
    /// - Complexity: O(depth).
    open func convert(_ p: CGPoint, from layer: CALayer?) -> CGPoint {
        Self.convert(Quad(p), from: layer ?? top, to: self).point
    }

    /// A point of this layer's coordinates in `layer`'s. See `convert(_:from:)`.
    open func convert(_ p: CGPoint, to layer: CALayer?) -> CGPoint {
        Self.convert(Quad(p), from: self, to: layer ?? top).point
    }

    /// The smallest rect around a rect of `layer`'s coordinates as it lies in this layer's. See `convert(_:from:)`.
    ///
    /// - Complexity: O(d) for d layers between the two.
    open func convert(_ r: CGRect, from layer: CALayer?) -> CGRect {
        r.isNull ? r : Self.convert(Quad(r), from: layer ?? top, to: self).rect
    }

    /// The smallest rect around a rect of this layer's coordinates as it lies in `layer`'s. See `convert(_:from:)`.
    open func convert(_ r: CGRect, to layer: CALayer?) -> CGRect {
        r.isNull ? r : Self.convert(Quad(r), from: self, to: layer ?? top).rect
    }

    // MARK: Scrolling

    /// The part of the layer that shows in the layers above that cut it off: scroll layers and layers that mask to
    /// their bounds. In the layer's coordinates; zero where a transform lets nothing of it be seen.
    open var visibleRect: CGRect {
        var visible = boundsStorage.standardized
        var above = superlayer
        while let layer = above {
            if layer.flags.contains(.masksToBounds) || layer is CAScrollLayer {
                let clip = convert(layer.boundsStorage.standardized, from: layer)
                // Of a layer that is flat, or seen edge on, nowhere is the way back.
                guard clip.isFinite else { return .zero }
                visible = visible.intersection(clip)
                if visible.isNull { return .zero }
            }
            above = layer.superlayer
        }
        return visible
    }

    /// Scrolls the nearest `CAScrollLayer` above so that a point of this layer comes to its origin. Nothing happens
    /// without one.
    open func scroll(_ p: CGPoint) {
        guard let scroller = nearestScroller else { return }
        scroller.scroll(to: scroller.convert(p, from: self))
    }

    /// Scrolls the nearest `CAScrollLayer` above by the least that brings a rect of this layer into view. Nothing
    /// happens without one.
    open func scrollRectToVisible(_ r: CGRect) {
        guard let scroller = nearestScroller else { return }
        scroller.scroll(to: scroller.convert(r, from: self))
    }

    // MARK: Switches

    /// Whether the layer, with all that is in it, is not shown. Animatable.
    open var isHidden: Bool {
        get { flags.contains(.hidden) }
        set {
            guard newValue != isHidden else { return }
            let action = willChange("hidden")
            let order = willChange(newValue ? kCAOnOrderOut : kCAOnOrderIn)
            set(.hidden, newValue)
            markLook()
            // What was marked while nobody looked is to be done now.
            if !newValue { passMarksOn() }
            didChange("hidden", action)
            didChange(newValue ? kCAOnOrderOut : kCAOnOrderIn, order)
        }
    }

    /// Whether sublayers are cut off at the layer's bounds, with its rounded corners. Animatable.
    open var masksToBounds: Bool {
        get { flags.contains(.masksToBounds) }
        set { change(.masksToBounds, to: newValue, "masksToBounds") }
    }

    /// Whether the layer shows from behind. Animatable.
    open var isDoubleSided: Bool {
        get { !flags.contains(.singleSided) }
        set { change(.singleSided, to: !newValue, "doubleSided") }
    }

    /// Whether the layer's drawn contents fill its bounds without a gap: a promise that lets what is behind not be
    /// drawn. Where a promise is not kept, what is behind may or may not show.
    open var isOpaque: Bool {
        get { flags.contains(.opaque) }
        set { change(.opaque, to: newValue) }
    }

    /// Whether drawn contents are thrown away and drawn anew when the size of `bounds` changes, instead of being
    /// stretched.
    open var needsDisplayOnBoundsChange: Bool {
        get { flags.contains(.needsDisplayOnBoundsChange) }
        set { set(.needsDisplayOnBoundsChange, newValue) }
    }

    /// Whether opacity fades the layer and all that is in it as one picture; else each part alone, so that parts behind
    /// others show through these.
    open var allowsGroupOpacity: Bool {
        get { flags.contains(.allowsGroupOpacity) }
        set { change(.allowsGroupOpacity, to: newValue) }
    }

    // MARK: Looks

    /// How much of the layer and all in it shows, 0…1; numbers beyond are cut. Animatable.
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

    /// Fills the bounds, with their rounded corners, behind everything else; nil for nothing. A color may be a
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

    /// Of the background's and the border's corners, in points, and with `masksToBounds` of all that the layer shows.
    /// Animatable. Drawn no larger than half the shorter side. Traps when it is not finite.
    open var cornerRadius: CGFloat {
        get { CGFloat(look(\.cornerRadius, 0)) }
        set {
            Self.checkFinite(Double(newValue), "cornerRadius")
            setLook(\.cornerRadius, Double(newValue), "cornerRadius")
        }
    }

    /// The corners that `cornerRadius` rounds; all at first. Animatable.
    open var maskedCorners: CACornerMask {
        get { look(\.maskedCorners, .all) }
        set { setLook(\.maskedCorners, newValue, "maskedCorners") }
    }

    /// How rounded corners bend.
    open var cornerCurve: CALayerCornerCurve {
        get { look(\.cornerCurve, .circular) }
        set { setLook(\.cornerCurve, newValue, nil) }
    }

    /// How many times farther along the sides a corner of this curve begins than a circular one of the same radius.
    open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
        curve == .continuous ? CGFloat(CornerShape.expansion) : 1
    }

    /// The width of a border within the bounds, above all else that the layer shows, in points; 0 for none. Animatable.
    /// Traps when it is not finite.
    open var borderWidth: CGFloat {
        get { CGFloat(look(\.borderWidth, 0)) }
        set {
            Self.checkFinite(Double(newValue), "borderWidth")
            setLook(\.borderWidth, Double(newValue), "borderWidth")
        }
    }

    /// Opaque black at first. Animatable.
    open var borderColor: CGColor? {
        get { look(\.borderColor, .layerBlack) }
        set { setLook(\.borderColor, newValue, "borderColor") }
    }

    // MARK: Shadow

    /// Opaque black at first. Animatable.
    open var shadowColor: CGColor? {
        get { look(\.shadowColor, .layerBlack) }
        set { setLook(\.shadowColor, newValue, "shadowColor") }
    }

    /// 0…1; 0 at first: no shadow. Animatable.
    open var shadowOpacity: Float {
        get { look(\.shadowOpacity, 0) }
        set {
            precondition(!newValue.isNaN, "CALayerInvalidGeometry: shadowOpacity is not a number")
            setLook(\.shadowOpacity, newValue, "shadowOpacity")
        }
    }

    /// How far the shadow lies from the layer, in points; (0, −3) at first. Animatable. Traps when it is not finite.
    open var shadowOffset: CGSize {
        get { look(\.shadowOffset, CGSize(width: 0, height: -3)) }
        set {
            Self.checkFinite(Double(newValue.width), "shadowOffset.width")
            Self.checkFinite(Double(newValue.height), "shadowOffset.height")
            setLook(\.shadowOffset, newValue, "shadowOffset")
        }
    }

    /// How far the shadow is blurred, in points; 3 at first. Animatable. Traps when it is not finite.
    open var shadowRadius: CGFloat {
        get { CGFloat(look(\.shadowRadius, 3)) }
        set {
            Self.checkFinite(Double(newValue), "shadowRadius")
            setLook(\.shadowRadius, Double(newValue), "shadowRadius")
        }
    }

    /// The outline that throws the shadow, filled, in the layer's coordinates; nil for the alpha of all that the layer
    /// shows, which costs a drawing of it for each raster. Animatable.
    open var shadowPath: CGPath? {
        get { look(\.shadowPath, nil) }
        set { setLook(\.shadowPath, newValue.flatMap { $0.copy() }, "shadowPath") }
    }

    // MARK: Rasterization and filters

    /// Whether the layer should be drawn as pixels first: a hint, without effect here, because every tile is rastered
    /// from pictures at its own scale. Animatable.
    open var shouldRasterize: Bool {
        get { flags.contains(.shouldRasterize) }
        set { change(.shouldRasterize, to: newValue, "shouldRasterize") }
    }

    /// The scale for `shouldRasterize`; without effect, as that. Animatable.
    open var rasterizationScale: CGFloat {
        get { CGFloat(look(\.rasterizationScale, 1)) }
        set {
            Self.checkFinite(Double(newValue), "rasterizationScale")
            setLook(\.rasterizationScale, Double(newValue), "rasterizationScale")
        }
    }

    /// Whether drawing may happen on another thread: a hint, without effect here, because drawing is recording.
    open var drawsAsynchronously: Bool {
        get { flags.contains(.drawsAsynchronously) }
        set { set(.drawsAsynchronously, newValue) }
    }

    /// Whether the layer may smooth its edges: kept, without effect, because all edges are smoothed here.
    open var allowsEdgeAntialiasing: Bool {
        get { flags.contains(.allowsEdgeAntialiasing) }
        set { set(.allowsEdgeAntialiasing, newValue) }
    }

    /// The edges that are smoothed: kept, without effect, because all edges are smoothed here.
    open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
        get { look(\.edgeAntialiasingMask, .all) }
        set { setLook(\.edgeAntialiasingMask, newValue, nil) }
    }

    /// How the layer meets what lies behind it. Here the name of a blend mode, as Core Image names its filters
    /// (`"multiplyBlendMode"`, `"CIScreenBlendMode"` and so on for all 16 of them); anything else is kept without
    /// effect.
    open var compositingFilter: Any? {
        get { look(\.compositingFilter, nil) }
        set {
            makeStyling().compositingFilter = newValue
            markLook()
        }
    }

    /// Filters for the layer's picture: kept, without effect, because there is no Core Image.
    open var filters: [Any]? {
        get { look(\.filters, nil) }
        set { makeStyling().filters = newValue }
    }

    /// Filters for what lies behind: kept, without effect, because there is no Core Image.
    open var backgroundFilters: [Any]? {
        get { look(\.backgroundFilters, nil) }
        set { makeStyling().backgroundFilters = newValue }
    }

    // MARK: How contents are placed

    /// Pixels of contents to a point; for drawing, of the display that it is meant for. What is no scale (0, or not
    /// finite) is 1. Animatable.
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

    /// Where contents lie in the bounds when these are not of their size; `resize` at first.
    open var contentsGravity: CALayerContentsGravity {
        get { styling?.contentsGravity ?? .resize }
        set { setLook(\.contentsGravity, newValue, nil) }
    }

    /// The part of the contents that is shown, in unit coordinates. Animatable. Traps when it is not finite.
    open var contentsRect: CGRect {
        get { styling?.contentsRect ?? CGRect(x: 0, y: 0, width: 1, height: 1) }
        set {
            precondition(newValue.isFinite, "CALayerInvalidGeometry: contentsRect is \(newValue)")
            setLook(\.contentsRect, newValue, "contentsRect")
        }
    }

    /// The part of the shown contents that stretches when they are resized, in unit coordinates; what lies around it
    /// keeps its size as long as there is room. Animatable. Traps when it is not finite.
    open var contentsCenter: CGRect {
        get { styling?.contentsCenter ?? CGRect(x: 0, y: 0, width: 1, height: 1) }
        set {
            precondition(newValue.isFinite, "CALayerInvalidGeometry: contentsCenter is \(newValue)")
            setLook(\.contentsCenter, newValue, "contentsCenter")
        }
    }

    /// A hint for storage, without effect here.
    open var contentsFormat: CALayerContentsFormat {
        get { styling?.contentsFormat ?? .RGBA8Uint }
        set { makeStyling().contentsFormat = newValue }
    }

    /// How an image's pixels are enlarged; `linear` at first.
    open var magnificationFilter: CALayerContentsFilter {
        get { styling?.magnificationFilter ?? .linear }
        set { setLook(\.magnificationFilter, newValue, nil) }
    }

    /// How an image's pixels are shrunk; `linear` at first.
    open var minificationFilter: CALayerContentsFilter {
        get { styling?.minificationFilter ?? .linear }
        set { setLook(\.minificationFilter, newValue, nil) }
    }

    /// How early `trilinear` goes over to a coarser copy of the image: kept, without effect, because there are none
    /// here.
    open var minificationFilterBias: Float {
        get { styling?.minificationFilterBias ?? 0 }
        set { makeStyling().minificationFilterBias = newValue }
    }

    /// Whether contents may be brighter than white: kept, without effect.
    open var wantsExtendedDynamicRangeContent: Bool {
        get { flags.contains(.wantsExtendedDynamicRange) }
        set { set(.wantsExtendedDynamicRange, newValue) }
    }

    /// How contents brighter than white are brought down: kept, without effect.
    open var toneMapMode: ToneMapMode {
        get { extras?.toneMapMode ?? .automatic }
        set { makeExtras().toneMapMode = newValue }
    }

    // MARK: Sublayers

    /// The layer that this one is in; nil for the top of a tree, and for a mask.
    /// Of a presentation, the one that the layer is in, as it shows.
    open var superlayer: CALayer? {
        if let presented { return presented.superlayer?.shown }
        return flags.contains(.isMask) ? nil : parent
    }

    /// The layers in this one, back to front; nil when there are none. Setting it takes all others out.
    ///
    /// Traps when one of them is this layer, holds it, is named twice, or is the top of a host's tree. Of a
    /// presentation, they are those of its layer as they show.
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

    /// Puts a layer behind those from `idx` on. An index beyond the last puts it in front.
    ///
    /// Traps when `layer` is this one or holds it, or when it is the top of a host's tree.
    ///
    /// - Complexity: O(n) for n siblings.
    open func insertSublayer(_ layer: CALayer, at idx: UInt32) {
        insert(layer, at: .index(Int(idx)))
    }

    /// Puts a layer directly behind `sibling`; at the very back when that is nil or not a sublayer.
    open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        if layer !== sibling { insert(layer, at: .below(sibling)) }
    }

    /// Puts a layer directly in front of `sibling`; at the very front when that is nil or not a sublayer.
    open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        if layer !== sibling { insert(layer, at: .above(sibling)) }
    }

    /// Puts a layer in another's place. Nothing happens when `oldLayer` is not a sublayer.
    open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
        guard oldLayer !== newLayer, oldLayer.superlayer === self else { return }
        // Beside the old one first: once that is out, nothing tells where it was if an action moved others.
        insert(newLayer, at: .above(oldLayer))
        if oldLayer.superlayer === self { oldLayer.removeFromSuperlayer() }
    }

    // MARK: Marks

    /// Whether the layer is marked for drawing.
    open func needsDisplay() -> Bool { marks.contains(.needsDisplay) }

    /// Whether the layer is marked for layout.
    open func needsLayout() -> Bool { marks.contains(.needsLayout) }

    // MARK: Names, actions and styles

    /// Actions by the names of events; asked after the delegate.
    open var actions: [String: any CAAction]? {
        get { extras?.actions }
        set { makeExtras().actions = newValue }
    }

    /// Values for properties that were never set, by name, and under `style` those that are asked next. Here it is
    /// asked for actions (`actions`) and for values under names that are no properties; properties have their own
    /// standards.
    open var style: [AnyHashable: Any]? {
        get { extras?.style }
        set { makeExtras().style = newValue }
    }

    /// For finding the layer again.
    open var name: String? {
        get { extras?.name }
        set { makeExtras().name = newValue }
    }

    // MARK: Presentation

    /// The layer as the last frame showed it: a copy, made by `init(layer:)`, with what is animated as it was then.
    /// A layer that is not animated is returned itself.
    open func presentation() -> Self? { shown as? Self }

    /// The layer whose properties are set: of a presentation, the one that it is of; else this one.
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

    /// A time of `layer`'s in this layer's; nil stands for the time that the tree as a whole runs in.
    open func convertTime(_ t: CFTimeInterval, from layer: CALayer?) -> CFTimeInterval {
        fromTreeTime(layer.map { $0.toTreeTime(t) } ?? t)
    }

    /// A time of this layer's in `layer`'s; nil stands for the time that the tree as a whole runs in.
    open func convertTime(_ t: CFTimeInterval, to layer: CALayer?) -> CFTimeInterval {
        let time = toTreeTime(t)
        return layer.map { $0.fromTreeTime(time) } ?? time
    }

    // MARK: Values by name

    /// The properties of the class by name, its superclass's among them.
    class var keys: [String: LayerKey] { layerKeys }

    /// What the class draws above contents and below sublayers, in the layer's coordinates; asked when its look
    /// changed.
    var drawing: Picture? { nil }

    /// How sublayers are drawn over and over; nil for once.
    var replication: Replication? { nil }

    /// The value of a property, or what was set under a name that is none; nil when there is neither.
    ///
    /// Structs come as themselves (`CGRect`, `CATransform3D`), numbers as `CGFloat`, `Float` or `Bool`, as their
    /// properties are.
    open func value(forKey key: String) -> Any? { storedValue(forKey: key) }

    /// Sets a property, or a value under a name that is none; numbers of any type are taken. Traps when the property
    /// can't hold the value.
    open func setValue(_ value: Any?, forKey key: String) { store(value, forKey: key) }

    /// A property has changed that this layer observes by `addObserver(_:forKeyPath:options:context:)`. Nothing by
    /// default; for subclasses.
    open func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {}

    /// As `value(forKey:)`, with fields of structs after dots: `bounds.size.width`, `transform.rotation.z`.
    open func value(forKeyPath keyPath: String) -> Any? { storedValue(forKeyPath: keyPath) }

    /// As `setValue(_:forKey:)`, with fields of structs after dots: `position.x`, `transform.scale`.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) { store(value, forKeyPath: keyPath) }

    // MARK: Hit testing

    /// The frontmost layer that holds a point: the deepest sublayer that does, else this layer; nil when none does.
    ///
    /// Hidden layers hold none, nor do the sublayers of one that masks to its bounds outside of them.
    ///
    /// - Parameter p: in the superlayer's coordinates.
    open func hitTest(_ p: CGPoint) -> CALayer? { hit(p) }

    /// Whether a point in the layer's own coordinates is in its bounds.
    open func contains(_ p: CGPoint) -> Bool { boundsStorage.contains(p) }
}

/// What is to be done about a layer in the next frame.
struct LayerMarks: OptionSet {
    var rawValue: UInt16

    static let needsLayout = LayerMarks(rawValue: 1 << 0)
    /// A layer somewhere below needs layout.
    static let layoutBelow = LayerMarks(rawValue: 1 << 1)
    static let needsDisplay = LayerMarks(rawValue: 1 << 2)
    static let displayBelow = LayerMarks(rawValue: 1 << 3)
    /// The layer's own look or place is not in its render node.
    static let needsCommit = LayerMarks(rawValue: 1 << 4)
    static let commitBelow = LayerMarks(rawValue: 1 << 5)
    /// Among `changed` of its parent, or the parent has `allChanged`.
    static let listed = LayerMarks(rawValue: 1 << 6)
    /// The sublayers or their order changed: `changed` says nothing, all are to be visited.
    static let allChanged = LayerMarks(rawValue: 1 << 7)
    /// More than the place differs from the render node.
    static let lookChanged = LayerMarks(rawValue: 1 << 8)
    /// The contents differ from the render node's.
    static let contentsChanged = LayerMarks(rawValue: 1 << 10)
    /// It has animations.
    static let animates = LayerMarks(rawValue: 1 << 11)
    /// A copy of another, that shows how that is animated.
    static let isPresentation = LayerMarks(rawValue: 1 << 12)
    /// What is set of it shows at once, though it is no view's.
    static let changesAtOnce = LayerMarks(rawValue: 1 << 14)
    /// Animations have gone on since the last commit.
    static let animated = LayerMarks(rawValue: 1 << 13)
    /// All is to be drawn, not parts.
    static let displayAll = LayerMarks(rawValue: 1 << 9)
    /// Sublayers have changed one by one before: the list of those that change keeps its memory.
    static let changesOften = LayerMarks(rawValue: 1 << 15)

    static let below: LayerMarks = [.layoutBelow, .displayBelow, .commitBelow]
}

/// A layer's yes-or-no properties.
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
    /// A mask: `parent` is what it masks.
    static let isMask = LayerFlags(rawValue: 1 << 11)
    /// Sublayers keep their depth (`CATransformLayer`).
    static let preservesDepth = LayerFlags(rawValue: 1 << 12)
    /// A window's: it may be in the top layer of a host only, which is the screen's.
    static let isOfWindow = LayerFlags(rawValue: 1 << 13)
    /// A tiled layer, or one that has, or had, such a layer in it.
    static let holdsTiles = LayerFlags(rawValue: 1 << 14)
    /// It was said that its layout does not settle.
    static let toldRestless = LayerFlags(rawValue: 1 << 15)

    static let standard: LayerFlags = [.allowsGroupOpacity]
}

// What the room of the views needs beyond the public interface.
extension CALayer {
    /// What the layer last drew, in its own coordinates; nil when its contents are none, or an image.
    package var drawnPicture: Picture? {
        if case .drawing(let drawn) = contentsStorage { drawn.picture } else { nil }
    }

    /// Whether it is a window's, which the program can't put into another layer than a screen's.
    package var isOfWindow: Bool {
        get { flags.contains(.isOfWindow) }
        set { if newValue { flags.insert(.isOfWindow) } else { flags.remove(.isOfWindow) } }
    }

    /// How many sublayers there are, without an array of them being made.
    package var sublayerCount: Int { children.count }

    /// The layer, with all in it, as it was last committed; nil before that.
    package var committedPicture: Picture? { node?.picture }
}
