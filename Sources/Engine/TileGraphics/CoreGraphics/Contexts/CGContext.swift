package import Foundation
import TileGeometry

/// A drawing destination. Drawing is recorded as a `Picture` and rasterized when pixels are needed.
///
/// As in Core Graphics, the origin is at the bottom left and y points up in bitmap contexts, PDF contexts and layers.
/// In contexts that UIKit creates (for views and image renderers), the origin is at the top left and y points down.
/// Images and glyphs are upright where y points up. In UIKit's contexts they are upside down, except in UIKit's own
/// drawing (`UIImage`, text). Shadows and patterns are in base space, which has the initial y direction of user space.
/// User space is in points; device space is in pixels, y up.
///
/// Non-finite points are left out of paths, and non-finite rects draw nothing. Restoring more states than were saved
/// has no effect, as in Core Graphics, which logs a message. Drawing after the context has ended is a programmer's
/// error and traps.
///
/// A context must be used by one thread at a time.
public class CGContext {
    /// The current section, in base space, which receives all drawing.
    var section = Section()
    /// The enclosing sections, outermost first.
    var outer: [Section] = []
    var state: GraphicsState
    var saved: [GraphicsState] = []
    /// Pixels per point of base space.
    let scale: Double
    /// The visible area, in base space.
    var bounds: Box
    /// The current path.
    var current = CurrentPath()
    /// The transparency layers that have not ended, outermost first.
    var layers: [TransparencyLayer] = []
    /// The additional state of a bitmap context.
    var bitmapState: BitmapState?
    /// The additional state of a PDF context.
    var document: PDFDocumentWriter?
    /// The reason why a closed PDF is incomplete.
    package internal(set) var pdfFailure: RasterFailure?
    private(set) var hasEnded = false
    var allowsAntialiasing = true
    /// The transform from base space, the space of shadows and patterns regardless of the CTM, to the picture's plane,
    /// where y points down.
    private(set) var baseToPicture = CGAffineTransform.identity
    /// The transform from text space to user space.
    var textTransform = CGAffineTransform.identity
    /// Whether there is nothing beneath the recorded drawing.
    var isClearAtStart = true

    /// A sequence of operations under one clip.
    struct Section {
        var recorder = PictureRecorder()
        /// The innermost clip; nil if there is none.
        var clip: ClipNode?
    }

    /// Creates a recording context.
    ///
    /// - Parameters:
    ///   - bounds: The visible area in points; user space initially has these coordinates, y down. Drawing is not
    ///     clipped to them, but unbounded drawing (a gradient, for example) ends there.
    ///   - scale: Pixels per point, which determines device space.
    package init(recording bounds: CGRect, scale: CGFloat) {
        precondition(
            scale > 0 && scale.isFinite, "a context's scale is a positive number, not \(scale)")
        precondition(
            bounds.isNull || bounds.isInfinite || bounds.isFinite, "a context's bounds are finite, not \(bounds)")
        self.scale = Double(scale)
        self.bounds =
            bounds.isNull
            ? Box(x: 0, y: 0, width: 0, height: 0) : bounds.isInfinite ? Self.farthest : Box(bounds)
        state = GraphicsState(clipBox: self.bounds)
    }

    /// Moves the origin of user space to the bottom left of the bounds, with y up, as in Core Graphics. Call it before
    /// drawing.
    func turnYUp() {
        let flip = bounds.flip
        baseToPicture = flip
        state.toPicture = flip
    }

    /// Moves the origin of user space to the top left of the bounds, with y down, as in UIKit. Call it before drawing.
    package func turnYDown() {
        baseToPicture = .identity
        state.toPicture = .identity
    }

    /// The box used for infinity, so that sums and products stay finite.
    static let farthest = Box(minX: -1e15, minY: -1e15, maxX: 1e15, maxY: 1e15)

    /// Returns everything drawn, in points of base space, and ends the context.
    package func finishPicture() -> Picture {
        checkIsOpen()
        while !layers.isEmpty { endTransparencyLayer() }
        let picture = takePicture()
        hasEnded = true
        return picture
    }

    /// Returns the drawing since the last call. Clips stay in force.
    func takePicture() -> Picture {
        while !outer.isEmpty { endSection() }
        let recorder = section.recorder
        section = Section()
        return recorder.finish()
    }

    /// Returns the drawing since the last call, outside transparency layers that have not ended.
    func takeOuterPicture() -> Picture {
        guard !layers.isEmpty else { return takePicture() }
        let (innerSection, innerOuter) = (section, outer)
        (section, outer) = (layers[0].section, layers[0].outer)
        let picture = takePicture()
        (layers[0].section, layers[0].outer) = (section, outer)
        (section, outer) = (innerSection, innerOuter)
        return picture
    }

    /// The drawing so far, outside transparency layers that have not ended. The context stays open.
    package var pictureSoFar: Picture {
        checkIsOpen()
        let picture = takeOuterPicture()
        guard picture.operationCount > 0 else { return picture }
        // Taking the picture left the outermost section blank and without a clip.
        if layers.isEmpty {
            section.recorder.append(picture)
        } else {
            layers[0].section.recorder.append(picture)
        }
        return picture
    }

    func end() { hasEnded = true }

    deinit {
        // Memory owned by the client receives the drawing when the context is released, even if it was never read
        // before.
        if !hasEnded {
            rasterize()
            closePDF()
        }
    }

    @inline(__always)
    func checkIsOpen() {
        precondition(!hasEnded, "this context has ended: nothing can be drawn in it any more; make a new one")
    }

    /// The type's identifier, like a Core Foundation type ID. It is stable within a process only.
    public static var typeID: UInt { CGTypeID.of(CGContext.self) }

    // MARK: States

    public func saveGState() {
        checkIsOpen()
        saved.append(state)
    }

    /// Restores the state saved last; does nothing if there is none.
    public func restoreGState() {
        checkIsOpen()
        // States saved before a transparency layer began can't be restored within it.
        guard saved.count > layers.last?.savedCount ?? 0 else { return }
        state = saved.removeLast()
    }

    // MARK: Sections

    /// Calls `body` with the recorder for the current clip. Constant time while the clip is unchanged.
    @inline(__always)
    func withRecorder(_ body: (inout PictureRecorder) -> Void) {
        checkIsOpen()
        if section.clip !== state.clip { enterClip(state.clip) }
        body(&section.recorder)
    }

    /// Ends and begins sections until the current one has a given clip.
    func enterClip(_ clip: ClipNode?) {
        while let inner = section.clip, !inner.isAncestor(of: clip) { endSection() }
        guard section.clip !== clip else { return }
        outer.append(section)
        section = Section(clip: clip)
    }

    private func endSection() {
        let inner = section
        section = outer.removeLast()
        let content = inner.recorder.finish()
        guard content.operationCount > 0 else { return }
        section.recorder.draw(clipped(content, by: inner.clip, within: section.clip))
    }

    /// Draws a group with a blend mode. Under a mask, each such group is masked separately, because drawing composited
    /// apart under the mask has no backdrop.
    func recordApart(_ group: PictureGroup) {
        checkIsOpen()
        guard state.blendMode != .normal, let clip = state.clip, clip.hasMask else {
            return withRecorder { $0.draw(group) }
        }
        var outlines: [PictureGroup.Clip] = []
        var masks: [PictureGroup.Mask] = []
        var base: ClipNode? = clip
        while let node = base, node.hasMask, node !== layers.last?.clip {
            switch node.kind {
            case .outline(let outline): outlines.append(outline)
            case .mask(let mask): masks.append(mask)
            }
            base = node.parent
        }
        if section.clip !== base { enterClip(base) }
        section.recorder.draw(
            PictureGroup(
                content: group.content, clips: outlines.reversed(), mask: .combining(masks), opacity: group.opacity,
                blendMode: group.blendMode, isIsolated: true, shadow: group.shadow, shape: group.shape))
    }

    /// Returns a picture clipped by the clips from `clip` up to, but not including, `ancestor`.
    func clipped(_ content: Picture, by clip: ClipNode?, within ancestor: ClipNode?) -> PictureGroup {
        var content = content
        var outlines: [PictureGroup.Clip] = []
        var node = clip
        while let next = node, next !== ancestor {
            switch next.kind {
            case .outline(let outline): outlines.append(outline)
            case .mask(let mask):
                var recorder = PictureRecorder()
                recorder.draw(PictureGroup(content: content, clips: outlines.reversed(), mask: mask))
                content = recorder.finish()
                outlines = []
            }
            node = next.parent
        }
        return PictureGroup(content: content, clips: outlines.reversed())
    }
}

extension ClipNode {
    /// Returns whether this clip is `clip` or one of its ancestors.
    func isAncestor(of clip: ClipNode?) -> Bool {
        var node = clip
        while let next = node, next.depth > depth { node = next.parent }
        return node === self
    }
}
