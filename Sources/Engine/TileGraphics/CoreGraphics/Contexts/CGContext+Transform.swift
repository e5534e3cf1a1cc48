public import Foundation
public import TileGeometry

extension CGContext {
    /// The transform from user space to device space: pixels, y up from the bottom left of the context's bounds.
    public var ctm: CGAffineTransform { state.toPicture.concatenating(pictureToDevice) }

    /// The same as `ctm`.
    public var userSpaceToDeviceSpaceTransform: CGAffineTransform { ctm }

    /// The transform from the picture to device space. The origin is the bottom left of the bounds; infinite bounds
    /// have no such corner.
    private var pictureToDevice: CGAffineTransform {
        guard bounds != Self.farthest else { return CGAffineTransform(scaleX: scale, y: -scale) }
        let origin = document == nil ? bounds.minX : 0
        let bottom = document == nil ? bounds.maxY : bounds.minY + bounds.maxY
        return CGAffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: -origin * scale, ty: bottom * scale)
    }

    /// Prepends a transform to the CTM. A transform with a non-finite number is ignored; a singular one prevents
    /// drawing until the state is restored.
    public func concatenate(_ transform: CGAffineTransform) {
        checkIsOpen()
        guard transform.isFinite else { return }
        state.toPicture = transform.concatenating(state.toPicture)
    }

    /// Runs `body` with a concatenated transform, and restores the graphics state afterwards, even if `body` throws.
    public func withTransform<Failure: Error>(
        _ transform: CGAffineTransform, _ body: () throws(Failure) -> Void
    ) throws(Failure) {
        saveGState()
        defer { restoreGState() }
        concatenate(transform)
        try body()
    }

    public func scaleBy(x: CGFloat, y: CGFloat) {
        concatenate(CGAffineTransform(scaleX: Double(x), y: Double(y)))
    }

    public func translateBy(x: CGFloat, y: CGFloat) {
        concatenate(CGAffineTransform(translationX: Double(x), y: Double(y)))
    }

    /// - Parameter angle: The angle in radians, from the x axis towards the y axis: counterclockwise if y points up,
    ///   clockwise in UIKit's contexts.
    public func rotate(by angle: CGFloat) { concatenate(CGAffineTransform(rotationAngle: Double(angle))) }

    public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm) }

    public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm.inverted()) }

    public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(ctm) }

    public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(ctm.inverted()) }

    public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm) }

    public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm.inverted()) }
}
