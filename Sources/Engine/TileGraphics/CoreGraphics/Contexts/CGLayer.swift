public import Foundation
import TileGeometry

/// A recorded drawing for repeated use: what is drawn in its context.
public final class CGLayer {
    /// The size in points.
    public let size: CGSize
    /// The context to draw the layer's contents in. Its origin is the corner of the layer with the smallest x and y.
    public let context: CGContext?
    private let drawing: CGContext
    private var pieces = PictureRecorder()
    private var known: Picture?

    /// - Parameters:
    ///   - context: The context that the layer will be drawn in; the layer has its scale.
    ///   - size: The size in points.
    /// - Returns: nil if the size is not positive and finite.
    public init?(_ context: CGContext, size: CGSize, auxiliaryInfo: [String: Any]?) {
        guard size.isFinite, size.width > 0, size.height > 0 else { return nil }
        self.size = size
        drawing = CGContext(
            recording: CGRect(origin: .zero, size: size), scale: CGFloat(context.scale))
        self.context = drawing
    }

    /// The drawing so far. O(1) if nothing was drawn since the last access.
    var picture: Picture {
        let more = drawing.takePicture()
        if let known, more.operationCount == 0 { return known }
        if more.operationCount > 0 { pieces.append(more) }
        let picture = pieces.finish()
        known = picture
        return picture
    }

    /// The type's identifier, like a Core Foundation type ID. It is stable within a process only.
    public static var typeID: UInt { CGTypeID.of(CGLayer.self) }
}

extension CGContext {
    /// Draws a layer's current contents, stretched over a rect and clipped to it.
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

    /// Draws a layer's current contents at its own size, with its corner of smallest x and y at a point.
    public func draw(_ layer: CGLayer, at point: CGPoint) {
        draw(layer, in: CGRect(origin: point, size: layer.size))
    }
}
