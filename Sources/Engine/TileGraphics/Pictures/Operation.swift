public import TileGeometry
import TileSupport

/// A step of a picture, in paint order: something to draw, with its position and settings.
struct Operation: Sendable {
    enum Kind: Sendable {
        case fill(Path, FillRule, Paint, Antialiasing)
        case stroke(Path, SharedStrokeStyle, Paint, Antialiasing)
        // Indirect, because it is twice as large as the others, which are more common in drawings.
        indirect case glyphs(GlyphRun, Paint)
        case group(PictureGroup)
        case projected(ProjectedPicture)
        case filtered(FilteredPicture)
        case image(PictureImage)
        case external(ExternalPicture)
        case backdrop(PictureBackdrop)
    }

    var kind: Kind
    /// The transform from the plane of the drawn object to the picture's.
    var transform: CGAffineTransform
    /// The bounds of the ink, in the picture's plane; never too small.
    var bounds: Box

    /// Replaces the paint of a fill.
    mutating func repaint(with paint: Paint) {
        guard case .fill(let path, let rule, _, let antialiasing) = kind else { preconditionFailure("no fill") }
        kind = .fill(path, rule, paint, antialiasing)
    }
}

/// A stroke style shared by many strokes.
final class SharedStrokeStyle: Sendable {
    let style: StrokeStyle

    init(_ style: StrokeStyle) { self.style = style }
}

/// A picture drawn as one object: clipped, masked, made translucent and blended as a whole.
///
/// `@unchecked Sendable`: the `var` properties are only changed when a group is recorded over, and only while the group
/// is uniquely referenced.
public final class PictureGroup: @unchecked Sendable {
    /// A clip in the group's plane, made of one or more outlines.
    public struct Clip: Sendable {
        public var parts: [(path: Path, transform: CGAffineTransform)]
        public var rule: FillRule
        public var antialiasing: Antialiasing
        let bounds: Box

        public init(
            parts: [(path: Path, transform: CGAffineTransform)], rule: FillRule, antialiasing: Antialiasing = .normal
        ) {
            self.parts = parts
            self.rule = rule
            self.antialiasing = antialiasing
            bounds = parts.reduce(.empty) { $0.union($1.path.bounds.applying($1.transform)) }
        }

        package static func box(_ box: Box, antialiasing: Antialiasing = .normal) -> Clip {
            Clip(parts: [(Path.unitSquare, box.fromUnitSquare)], rule: .nonZero, antialiasing: antialiasing)
        }
    }

    /// A picture that masks the group.
    public struct Mask: Sendable {
        /// The property of the picture that the mask uses.
        public enum Kind: Hashable, Sendable {
            /// Luminance times alpha.
            case luminance
            case alpha
        }

        public var content: Picture
        public var kind: Kind
        /// The transform from the mask picture's plane to the group's.
        public var transform: CGAffineTransform
        /// The area outside which everything is masked, in the plane that `regionTransform` maps to the group's.
        public var region: Box
        public var regionTransform: CGAffineTransform

        public init(
            content: Picture, kind: Kind = .luminance, transform: CGAffineTransform, region: Box,
            regionTransform: CGAffineTransform
        ) {
            self.content = content.bounded
            self.kind = kind
            self.transform = transform
            self.region = region
            self.regionTransform = regionTransform
        }

        var bounds: Box {
            content.bounds.applying(transform).intersection(region.applying(regionTransform))
        }
    }

    @exclusivity(unchecked) public private(set) var content: Picture
    @exclusivity(unchecked) public private(set) var clips: [Clip]
    @exclusivity(unchecked) public private(set) var mask: Mask?
    @exclusivity(unchecked) public private(set) var opacity: Double
    @exclusivity(unchecked) public private(set) var blendMode: BlendMode
    /// Whether the group is always drawn apart and then composited, even if nothing else requires it.
    public let isIsolated: Bool
    /// A part that the group by itself, with its clips, covers with opaque colors, as declared by its creator; in the
    /// group's plane. Drawing behind it can be skipped.
    @exclusivity(unchecked) public private(set) var opaqueBox: Box
    /// A shadow beneath the group, drawn with the group's blend mode.
    public let shadow: PictureShadow?
    /// The area that the group covers, for blend modes that depend on it.
    public let shape: Shape
    /// The bounds of the ink, in the group's plane.
    @exclusivity(unchecked) private(set) var bounds: Box
    /// The clipping box of a group that `record(over:within:_:)` made.
    let box: Box?

    public convenience init(
        content: Picture, clips: [Clip] = [], mask: Mask? = nil, opacity: Double = 1, blendMode: BlendMode = .normal,
        isIsolated: Bool = false, opaqueBox: Box = .empty, shadow: PictureShadow? = nil, shape: Shape = .ink
    ) {
        self.init(
            content: content, clips: clips, mask: mask, opacity: opacity, blendMode: blendMode, isIsolated: isIsolated,
            opaqueBox: opaqueBox, shadow: shadow, shape: shape, box: nil)
    }

    /// Creates a group that shows the part of a picture inside a box.
    convenience init(content: Picture, box: Box, opaqueBox: Box) {
        self.init(
            content: content, clips: [.box(box)], mask: nil, opacity: 1, blendMode: .normal, isIsolated: false,
            opaqueBox: opaqueBox, shadow: nil, shape: .ink, box: box)
    }

    private init(
        content: Picture, clips: [Clip], mask: Mask?, opacity: Double, blendMode: BlendMode,
        isIsolated: Bool, opaqueBox: Box, shadow: PictureShadow?, shape: Shape, box: Box?
    ) {
        let content = content.bounded
        self.content = content
        self.clips = clips
        self.mask = mask
        self.opacity = opacity
        self.blendMode = blendMode
        self.isIsolated = isIsolated
        self.opaqueBox = opaqueBox
        self.shadow = shadow
        self.shape = shape
        self.box = box
        var bounds = Self.extent(of: content, shape: shape, shadow: shadow)
        for clip in clips { bounds = bounds.intersection(clip.bounds) }
        if let mask { bounds = bounds.intersection(Self.extent(mask, shadow)) }
        self.bounds = bounds.isEmpty ? .empty : bounds
    }

    /// Creates a group that draws a content like another group draws its own, of equal size, with another opacity.
    ///
    /// - Parameter model: The other group, which has no shadow, shape or box.
    convenience init(_ content: Picture, as model: PictureGroup, opacity: Double) {
        self.init(
            content: content, clips: model.clips, mask: model.mask, opacity: opacity, blendMode: model.blendMode,
            isIsolated: model.isIsolated, opaqueBox: model.opaqueBox)
    }

    /// Changes the group to draw a content like another group; see the initializer.
    func become(_ content: Picture, as model: PictureGroup, opacity: Double) {
        self.content = content
        (clips, mask, self.opacity, blendMode) = (model.clips, model.mask, opacity, model.blendMode)
        (opaqueBox, bounds) = (model.opaqueBox, model.bounds)
    }

    /// Removes the mask and releases its contents.
    func letGoOfMask() { mask = nil }

    /// Whether the group only draws its content.
    var isBare: Bool {
        guard case .ink = shape else { return false }
        return !needsLayer && clips.isEmpty && shadow == nil
    }

    /// Returns whether only this group references its content.
    func contentIsUnshared() -> Bool { isSoleHolder(of: &content) }

    /// Updates the group after a change of its content.
    func becomeDrawing(opaqueBox: Box) {
        content = content.bounded
        self.opaqueBox = opaqueBox
        var bounds = Self.extent(of: content, shape: shape, shadow: shadow)
        for clip in clips { bounds = bounds.intersection(clip.bounds) }
        self.bounds = bounds.isEmpty ? .empty : bounds
    }

    /// Whether the group must be drawn apart before it is composited.
    var needsLayer: Bool { isIsolated || opacity < 1 || mask != nil || blendMode != .normal }
}
