public import TileGeometry
import TileSupport

/// One step of a picture, in paint order: something drawn, with where and how.
struct Operation: Sendable {
    enum Kind: Sendable {
        case fill(Path, FillRule, Paint, Antialiasing)
        case stroke(Path, SharedStrokeStyle, Paint, Antialiasing)
        // Apart, because it is twice as large as the others, of which drawings hold more.
        indirect case glyphs(GlyphRun, Paint)
        case group(PictureGroup)
        case projected(ProjectedPicture)
        case filtered(FilteredPicture)
        case image(PictureImage)
        case external(ExternalPicture)
    }

    var kind: Kind
    /// From the plane of what is drawn to the picture's.
    var transform: CGAffineTransform
    /// Ink, in the picture's plane; never too small.
    var bounds: Box

    /// Gives a fill another paint.
    mutating func repaint(with paint: Paint) {
        guard case .fill(let path, let rule, _, let antialiasing) = kind else { preconditionFailure("no fill") }
        kind = .fill(path, rule, paint, antialiasing)
    }
}

/// A pen that many strokes draw with.
final class SharedStrokeStyle: Sendable {
    let style: StrokeStyle

    init(_ style: StrokeStyle) { self.style = style }
}

/// A picture drawn as one thing: cut out by clips and a mask, made translucent and blended as a whole.
///
/// `@unchecked Sendable`: what is a `var` here is changed where a group is recorded over alone, and there only while
/// nobody else holds the group.
public final class PictureGroup: @unchecked Sendable {
    /// Outlines that together say what shows, in the group's plane.
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

    /// A picture that says how much shows.
    public struct Mask: Sendable {
        /// What of the picture says it.
        public enum Kind: Hashable, Sendable {
            /// Luminance times alpha.
            case luminance
            case alpha
        }

        public var content: Picture
        public var kind: Kind
        /// From the mask picture's plane to the group's.
        public var transform: CGAffineTransform
        /// Outside of it nothing shows; in the plane that `regionTransform` maps to the group's.
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
    /// Whether the group is drawn apart and then laid on, also where nothing else calls for it.
    public let isIsolated: Bool
    /// A part that the group, on its own, covers with opaque colors, clips and all, as whoever made it knows; in the
    /// group's plane. What lies behind it need not be drawn.
    @exclusivity(unchecked) public private(set) var opaqueBox: Box
    /// Drawn beneath the group, with its blend mode.
    public let shadow: PictureShadow?
    /// Where a blend mode that needs to know finds what the group covers.
    public let shape: Shape
    /// Ink, in the group's plane.
    @exclusivity(unchecked) private(set) var bounds: Box
    /// Of a group that `record(over:within:_:)` made, the box that cuts it.
    let box: Box?

    public convenience init(
        content: Picture, clips: [Clip] = [], mask: Mask? = nil, opacity: Double = 1, blendMode: BlendMode = .normal,
        isIsolated: Bool = false, opaqueBox: Box = .empty, shadow: PictureShadow? = nil, shape: Shape = .ink
    ) {
        self.init(
            content: content, clips: clips, mask: mask, opacity: opacity, blendMode: blendMode, isIsolated: isIsolated,
            opaqueBox: opaqueBox, shadow: shadow, shape: shape, box: nil)
    }

    /// What of a picture shows within a box.
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
        var bounds = Self.extent(content, shape, shadow)
        for clip in clips { bounds = bounds.intersection(clip.bounds) }
        if let mask { bounds = bounds.intersection(Self.extent(mask, shadow)) }
        self.bounds = bounds.isEmpty ? .empty : bounds
    }

    /// One that draws a content as another draws its own, which is as large, with another opacity.
    ///
    /// - Parameter model: has no shadow, shape or box of its own.
    convenience init(_ content: Picture, as model: PictureGroup, opacity: Double) {
        self.init(
            content: content, clips: model.clips, mask: model.mask, opacity: opacity, blendMode: model.blendMode,
            isIsolated: model.isIsolated, opaqueBox: model.opaqueBox)
    }

    /// Becomes that.
    func become(_ content: Picture, as model: PictureGroup, opacity: Double) {
        self.content = content
        (clips, mask, self.opacity, blendMode) = (model.clips, model.mask, opacity, model.blendMode)
        (opaqueBox, bounds) = (model.opaqueBox, model.bounds)
    }

    /// Lets go of the mask and what it holds.
    func letGoOfMask() { mask = nil }

    /// Whether it draws its content and does nothing else.
    var isBare: Bool {
        guard case .ink = shape else { return false }
        return !needsLayer && clips.isEmpty && shadow == nil
    }

    /// Whether nobody but the group holds its content.
    func contentIsUnshared() -> Bool { isSoleHolder(of: &content) }

    /// Takes over what its content, which was changed, covers.
    func becomeDrawing(opaqueBox: Box) {
        content = content.bounded
        self.opaqueBox = opaqueBox
        var bounds = Self.extent(content, shape, shadow)
        for clip in clips { bounds = bounds.intersection(clip.bounds) }
        self.bounds = bounds.isEmpty ? .empty : bounds
    }

    /// Whether it must be drawn apart before it is laid on.
    var needsLayer: Bool { isIsolated || opacity < 1 || mask != nil || blendMode != .normal }
}
