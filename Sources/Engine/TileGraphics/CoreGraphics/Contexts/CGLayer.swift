public import Foundation
import TileGeometry

/// A drawing to be drawn many times: what is drawn in its context.
public final class CGLayer {
    /// In points.
    public let size: CGSize
    /// Where to draw what the layer shows. Its origin is the corner of the layer that is drawn at the least x and y.
    public let context: CGContext?
    private let drawing: CGContext
    private var pieces = PictureRecorder()
    private var known: Picture?

    /// - Parameters:
    ///   - context: what the layer will be drawn in: it has the same scale.
    ///   - size: in points.
    /// - Returns: nil when the size is not positive and finite.
    public init?(_ context: CGContext, size: CGSize, auxiliaryInfo: [String: Any]?) {
        guard size.isFinite, size.width > 0, size.height > 0 else { return nil }
        self.size = size
        drawing = CGContext(
            recording: CGRect(origin: .zero, size: size), scale: CGFloat(context.scale))
        self.context = drawing
    }

    /// All that was drawn so far. O(1) when nothing was since it was last asked for.
    var picture: Picture {
        let more = drawing.takePicture()
        if let known, more.operationCount == 0 { return known }
        if more.operationCount > 0 { pieces.append(more) }
        let picture = pieces.finish()
        known = picture
        return picture
    }

    /// A number for the type, as Core Foundation gives one. It is the same in one process only.
    public static var typeID: UInt { CGTypeID.of(CGLayer.self) }
}

extension CGContext {
    /// Draws a layer, as it is now, stretched over a rect and cut to it.
    public func draw(_ layer: CGLayer, in rect: CGRect) {
        guard let box = Self.drawable(rect), box.width > 0, box.height > 0 else { return checkIsOpen() }
        let place = CGAffineTransform(
            a: box.width / Double(layer.size.width), b: 0, c: 0, d: box.height / Double(layer.size.height),
            tx: box.minX, ty: box.minY)
        let cell = CGAffineTransform(scaleX: Double(layer.size.width), y: Double(layer.size.height))
        let clip = PictureGroup.Clip(parts: [(.unitSquare, cell)], rule: .nonZero)
        var placed = PictureRecorder()
        placed.draw(PictureGroup(content: layer.picture, clips: [clip]), transform: place)
        record(PictureGroup(content: placed.finish(), opacity: state.alpha))
    }

    /// Draws a layer, as it is now, at its own size, its corner of least x and y at a point.
    public func draw(_ layer: CGLayer, at point: CGPoint) {
        draw(layer, in: CGRect(origin: point, size: layer.size))
    }
}
