public import Foundation
public import TileGeometry
import TileSupport

/// The method of joining a pattern's cells. Cells here are always drawn without seams.
public enum CGPatternTiling: Int32, Hashable, Sendable {
    case noDistortion
    case constantSpacingMinimalDistortion
    case constantSpacing
}

/// The callbacks that draw a pattern's cell and release the pattern's data.
public struct CGPatternCallbacks {
    public typealias Draw = @Sendable (UnsafeMutableRawPointer?, CGContext) -> Void
    public typealias ReleaseInfo = @Sendable (UnsafeMutableRawPointer?) -> Void

    /// Must be 0.
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
/// The cell's drawing is recorded once for each color that it is used with, and cached. A pattern is in the context's
/// base space: `matrix` maps the pattern's own space to it, regardless of the CTM.
///
/// A cell with bounds larger than a step overlaps its neighbors, later ones (to the right, then below) over earlier
/// ones. It overlaps at most eight of them each way. Drawing farther than nine steps from the cell's origin is dropped,
/// because each overlapped neighbor adds another drawing of the cell to each cell.
// @unchecked Sendable: `info` is only passed to the callbacks; the creator of the pattern guarantees that they may be
// called from any thread.
public final class CGPattern: @unchecked Sendable {
    public let bounds: CGRect
    public let matrix: CGAffineTransform
    public let xStep: CGFloat
    public let yStep: CGFloat
    public let tiling: CGPatternTiling
    /// Whether the drawing has its own colors; otherwise it is drawn in the color it is set with.
    public let isColored: Bool

    private let info: UnsafeMutableRawPointer?
    private let callbacks: CGPatternCallbacks
    /// The recordings by color; nil is the key of a colored pattern.
    private let known = Lock<[Color?: Picture]>([:])

    /// - Parameters:
    ///   - bounds: The cell, in the pattern's space, to which the drawing is clipped.
    ///   - matrix: Maps the pattern's space to the context's base space.
    ///   - xStep: The horizontal distance between cells, in the pattern's space; not 0.
    ///   - callbacks: `drawPattern` is passed `info` and a context with the pattern's space as user space.
    /// - Returns: nil if the bounds are empty, a step is 0, or a number is not finite.
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

    /// Creates a pattern that a closure draws.
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

    /// Returns the cell's picture, in the pattern's space.
    private func picture(_ color: Color) -> Picture {
        let key: Color? = isColored ? nil : color
        if let picture = known.withLock({ $0[key] }) { return picture }
        // Outside the lock, because the drawing may use the pattern itself.
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

    /// The maximum number of colors per pattern. Beyond it, for example in a hand-made gradient, old recordings are
    /// dropped.
    private static let maxColors = 64

    /// The maximum number of neighbors that a cell overlaps, each way.
    private static let maxOverlap = 8.0

    /// Returns the pattern as a paint.
    ///
    /// - Parameters:
    ///   - color: The color of an uncolored pattern.
    ///   - base: Maps the context's base space to that of the painted outline.
    func paint(_ color: Color, base: CGAffineTransform, opacity: Double) -> Paint {
        var content = picture(color)
        if opacity < 1 {
            var recorder = PictureRecorder()
            recorder.draw(PictureGroup(content: content, opacity: opacity))
            content = recorder.finish()
        }
        let width = abs(Double(xStep))
        let height = abs(Double(yStep))
        // If the cell exceeds one step, its neighbors overlap it: draw them into the cell from all sides.
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
