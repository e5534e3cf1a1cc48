package import Foundation
import TileGeometry

/// Where drawing goes: it is recorded as a `Picture`, and drawn when pixels are asked for.
///
/// As in Core Graphics, the origin is at the bottom left and y points up in bitmap contexts, PDF contexts and layers,
/// and in the contexts that UIKit makes (a view's, an image renderer's) at the top left and y down. Images and glyphs
/// stand upright where y points up: in UIKit's contexts they come out upside down, and UIKit's own drawing (`UIImage`,
/// text) does not. Shadows and patterns lie in base space, which has y as user space has it at first. User space is in
/// points; device space is in pixels, y up.
///
/// Points that are not finite are left out of paths, rects that are not finite draw nothing. Restoring more states than
/// were saved changes nothing, as in Core Graphics, which writes a line to its log. Drawing after the context has ended
/// is a programmer's mistake and traps.
///
/// A context is for one thread at a time.
public class CGContext {
    /// Everything drawn goes in here, in base space.
    var section = Section()
    /// What waits for the sections within it to end, outermost first.
    var outer: [Section] = []
    var state: GraphicsState
    var saved: [GraphicsState] = []
    /// Pixels to a point of base space.
    let scale: Double
    /// What can show, in base space.
    var bounds: Box
    /// The path under way.
    var current = CurrentPath()
    /// Transparency layers under way, outermost first.
    var layers: [TransparencyLayer] = []
    /// What a bitmap context has besides.
    var bitmapState: BitmapState?
    /// What a PDF context has besides.
    var document: PDFDocumentWriter?
    /// Why a PDF is not whole, once it is closed.
    package internal(set) var pdfFailure: RasterFailure?
    private(set) var hasEnded = false
    var allowsAntialiasing = true
    /// From base space, in which shadows and patterns lie whatever the CTM is, to the picture's plane, where y points
    /// down.
    private(set) var baseToPicture = CGAffineTransform.identity
    /// From text space to user space.
    var textTransform = CGAffineTransform.identity
    /// Whether nothing lies beneath what is recorded.
    var isClearAtStart = true

    /// Operations under one clip.
    struct Section {
        var recorder = PictureRecorder()
        /// The innermost clip in force; nil when there is none.
        var clip: ClipNode?
    }

    /// A context that records.
    ///
    /// - Parameters:
    ///   - bounds: what can show, in points; user space starts as the space of these, y down. Nothing is cut to them,
    ///     but what fills all there is (a gradient, say) ends there.
    ///   - scale: pixels to a point, for those who ask for device space.
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

    /// Puts the origin of user space at the bottom left of the bounds, as Core Graphics has it, and y up; before
    /// anything is drawn.
    func turnYUp() {
        let flip = bounds.flip
        baseToPicture = flip
        state.toPicture = flip
    }

    /// Puts the origin of user space at the top left of the bounds, as UIKit has it, and y down; before anything is
    /// drawn.
    package func turnYDown() {
        baseToPicture = .identity
        state.toPicture = .identity
    }

    /// Stands for infinity, so that sums and products stay finite.
    static let farthest = Box(minX: -1e15, minY: -1e15, maxX: 1e15, maxY: 1e15)

    /// All that was drawn, in points of base space; ends the context.
    package func finishPicture() -> Picture {
        checkIsOpen()
        while !layers.isEmpty { endTransparencyLayer() }
        let picture = takePicture()
        hasEnded = true
        return picture
    }

    /// What was drawn since this was last called. Clips stay in force.
    func takePicture() -> Picture {
        while !outer.isEmpty { endSection() }
        let recorder = section.recorder
        section = Section()
        return recorder.finish()
    }

    /// As above, of what lies outside of the transparency layers under way.
    func takeOuterPicture() -> Picture {
        guard !layers.isEmpty else { return takePicture() }
        let (innerSection, innerOuter) = (section, outer)
        (section, outer) = (layers[0].section, layers[0].outer)
        let picture = takePicture()
        (layers[0].section, layers[0].outer) = (section, outer)
        (section, outer) = (innerSection, innerOuter)
        return picture
    }

    /// All that was drawn so far outside of transparency layers that have not ended; the context goes on.
    package var pictureSoFar: Picture {
        checkIsOpen()
        let picture = takeOuterPicture()
        guard picture.operationCount > 0 else { return picture }
        // Taking it left the outermost section blank and without a clip.
        if layers.isEmpty {
            section.recorder.append(picture)
        } else {
            layers[0].section.recorder.append(picture)
        }
        return picture
    }

    func end() { hasEnded = true }

    deinit {
        // Memory of the caller's holds what was drawn when the context goes, even if nobody asked before.
        if !hasEnded {
            rasterize()
            closePDF()
        }
    }

    @inline(__always)
    func checkIsOpen() {
        precondition(!hasEnded, "this context has ended: nothing can be drawn in it any more; make a new one")
    }

    /// A number for the type, as Core Foundation gives one. It is the same in one process only.
    public static var typeID: UInt { CGTypeID.of(CGContext.self) }

    // MARK: States

    public func saveGState() {
        checkIsOpen()
        saved.append(state)
    }

    /// Brings back the state saved last; nothing when there is none.
    public func restoreGState() {
        checkIsOpen()
        // States saved before a transparency layer began are not for what is in it.
        guard saved.count > layers.last?.savedCount ?? 0 else { return }
        state = saved.removeLast()
    }

    // MARK: Sections

    /// The recorder for what is drawn under the clip in force. Constant time while clips stay as they are.
    @inline(__always)
    func withRecorder(_ body: (inout PictureRecorder) -> Void) {
        checkIsOpen()
        if section.clip !== state.clip { enterClip(state.clip) }
        body(&section.recorder)
    }

    /// Ends and begins sections until the one under way is that of a clip.
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

    /// Draws a group that meets what is beneath it in its own way: under masks each such group is masked by itself, for
    /// what is drawn apart under a mask has nothing beneath it.
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

    /// A picture cut by the clips from `clip` up to `ancestor`, which itself does not count.
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
    /// Whether this clip is `clip` or one that it lies on.
    func isAncestor(of clip: ClipNode?) -> Bool {
        var node = clip
        while let next = node, next.depth > depth { node = next.parent }
        return node === self
    }
}
