public import Foundation
public import TileGeometry
import TileSupport

/// How a pattern's cells meet. Cells here are always drawn so that they meet without seams.
public enum CGPatternTiling: Int32, Hashable, Sendable {
    case noDistortion
    case constantSpacingMinimalDistortion
    case constantSpacing
}

/// What draws a pattern's cell, and what is called when the pattern goes.
public struct CGPatternCallbacks {
    public typealias Draw = @Sendable (UnsafeMutableRawPointer?, CGContext) -> Void
    public typealias ReleaseInfo = @Sendable (UnsafeMutableRawPointer?) -> Void

    /// 0.
    public var version: UInt32
    public var drawPattern: Draw?
    public var releaseInfo: ReleaseInfo?

    public init(version: UInt32, drawPattern: Draw?, releaseInfo: ReleaseInfo?) {
        self.version = version
        self.drawPattern = drawPattern
        self.releaseInfo = releaseInfo
    }

    public init() { self.init(version: 0, drawPattern: nil, releaseInfo: nil) }
}

/// A drawing repeated over the plane.
///
/// The cell's drawing is recorded once for each color that it is used with, and kept. A pattern lies in the context's
/// base space: `matrix` leads from the pattern's own space there, whatever the CTM is when it is used.
///
/// A cell whose bounds are larger than a step lies over its neighbours, later ones (to the right, then below) over
/// earlier ones. It reaches over eight of them at most each way: what lies farther than nine steps from its start is
/// left out, because each neighbour that it reaches is another drawing of the cell in each cell.
// @unchecked Sendable: `info` is handed to the callbacks and otherwise left alone; whoever makes the pattern says by
// making it that they may be called from any thread.
public final class CGPattern: @unchecked Sendable {
    public let bounds: CGRect
    public let matrix: CGAffineTransform
    public let xStep: CGFloat
    public let yStep: CGFloat
    public let tiling: CGPatternTiling
    /// Whether the drawing has colors of its own; else it is drawn in those it is set with.
    public let isColored: Bool

    private let info: UnsafeMutableRawPointer?
    private let callbacks: CGPatternCallbacks
    /// What was recorded, by color; nil for a pattern with its own.
    private let known = Lock<[Color?: Picture]>([:])

    /// - Parameters:
    ///   - bounds: the cell, in the pattern's space: what the drawing is cut to.
    ///   - matrix: from the pattern's space to the context's base space.
    ///   - xStep: from one cell to the next, in the pattern's space; not 0.
    ///   - callbacks: `drawPattern` is given `info` and a context whose user space is the pattern's.
    /// - Returns: nil when the bounds are empty, a step is 0, or a number is none.
    public init?(
        info: UnsafeMutableRawPointer?, bounds: CGRect, matrix: CGAffineTransform, xStep: CGFloat, yStep: CGFloat,
        tiling: CGPatternTiling, isColored: Bool, callbacks: UnsafePointer<CGPatternCallbacks>
    ) {
        guard bounds.isFinite, !bounds.isEmpty, matrix.isInvertible, xStep.isFinite, xStep != 0, yStep.isFinite,
            yStep != 0
        else { return nil }
        self.bounds = bounds.standardized
        self.matrix = matrix
        self.xStep = xStep
        self.yStep = yStep
        self.tiling = tiling
        self.isColored = isColored
        self.info = info
        self.callbacks = callbacks.pointee
    }

    /// As above, with the drawing as a closure.
    public convenience init?(
        bounds: CGRect, matrix: CGAffineTransform = .identity, xStep: CGFloat, yStep: CGFloat, isColored: Bool = true,
        draw: @escaping @Sendable (CGContext) -> Void
    ) {
        var callbacks = CGPatternCallbacks(version: 0, drawPattern: { draw($1) }, releaseInfo: nil)
        self.init(
            info: nil, bounds: bounds, matrix: matrix, xStep: xStep, yStep: yStep, tiling: .noDistortion,
            isColored: isColored, callbacks: &callbacks)
    }

    deinit { callbacks.releaseInfo?(info) }

    /// The cell's picture, in the pattern's space.
    private func picture(_ color: Color) -> Picture {
        let key: Color? = isColored ? nil : color
        if let picture = known.withLock({ $0[key] }) { return picture }
        // Outside of the lock, for the drawing may use the pattern itself.
        let context = CGContext(recording: bounds, scale: 1)
        context.clip(to: bounds)
        if !isColored {
            context.setFillColor(CGColor(color))
            context.setStrokeColor(CGColor(color))
        }
        callbacks.drawPattern?(info, context)
        let picture = context.finishPicture()
        return known.withLock { known in
            if known.count >= CGPattern.maxColors { known.removeAll() }
            if let other = known[key] { return other }
            known[key] = picture
            return picture
        }
    }

    /// More colors than this for one pattern are a gradient made by hand: old recordings are dropped then.
    private static let maxColors = 64

    /// Neighbours that a cell reaches over, each way.
    private static let maxOverlap = 8.0

    /// The pattern as a paint.
    ///
    /// - Parameters:
    ///   - color: of a pattern without its own.
    ///   - base: from the context's base space to that of the outline painted.
    func paint(_ color: Color, base: CGAffineTransform, opacity: Double) -> Paint {
        var content = picture(color)
        if opacity < 1 {
            var recorder = PictureRecorder()
            recorder.draw(PictureGroup(content: content, opacity: opacity))
            content = recorder.finish()
        }
        let width = abs(Double(xStep))
        let height = abs(Double(yStep))
        // Where the cell reaches beyond one step, its neighbours lie over it: drawn into the cell from all sides.
        let overlapX = Int(min(Self.maxOverlap, (Double(bounds.width) / width - 1e-9).rounded(.down)))
        let overlapY = Int(min(Self.maxOverlap, (Double(bounds.height) / height - 1e-9).rounded(.down)))
        if overlapX > 0 || overlapY > 0 {
            var recorder = PictureRecorder()
            let group = PictureGroup(content: content)
            for row in -overlapY...0 {
                for column in -overlapX...0 {
                    recorder.draw(
                        group,
                        transform: CGAffineTransform(translationX: Double(column) * width, y: Double(row) * height))
                }
            }
            content = recorder.finish()
        }
        let origin = CGAffineTransform(translationX: Double(bounds.minX), y: Double(bounds.minY))
        return .pattern(
            PatternPaint(
                content: content, contentTransform: origin.inverted(), cellWidth: width, cellHeight: height,
                transform: origin.concatenating(matrix).concatenating(base)))
    }
}
