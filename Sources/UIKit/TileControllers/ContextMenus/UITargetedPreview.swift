public import Foundation
public import TileDrawing
public import TileGeometry
public import TileViews

/// The appearance of a preview: the visible part of its view, and the background.
open class UIPreviewParameters: NSObject {
    public override init() { super.init() }

    /// The visible part of the view, in its coordinates; nil for all of it.
    open var visiblePath: UIBezierPath?
    /// The background color behind the view; nil for none.
    open var backgroundColor: UIColor?
    /// The shape of the shadow. It has no effect: shadows have the shape of the visible content.
    open var shadowPath: UIBezierPath?
}

/// The position of a preview: a point in a container view.
open class UIPreviewTarget: NSObject {
    public let container: UIView
    /// The center in the container's coordinates.
    public let center: CGPoint
    public let transform: CGAffineTransform

    public init(container: UIView, center: CGPoint, transform: CGAffineTransform = .identity) {
        (self.container, self.center, self.transform) = (container, center, transform)
        super.init()
    }
}

/// A view that is shown in place of a pressed one, and the position from which it is lifted.
open class UITargetedPreview: NSObject {
    public let view: UIView
    public let parameters: UIPreviewParameters
    public let target: UIPreviewTarget

    public init(view: UIView, parameters: UIPreviewParameters, target: UIPreviewTarget) {
        (self.view, self.parameters, self.target) = (view, parameters, target)
        super.init()
    }

    /// Creates a preview that is lifted from the view's position. Traps if the view has no superview.
    public convenience init(view: UIView, parameters: UIPreviewParameters = UIPreviewParameters()) {
        guard let container = view.superview else {
            preconditionFailure("a preview's view is in no view: say where it is by a target")
        }
        self.init(
            view: view, parameters: parameters, target: UIPreviewTarget(container: container, center: view.center))
    }

    /// The size of the view, in points.
    open var size: CGSize { view.bounds.size }

    /// Returns the same preview with another target.
    open func retargetedPreview(with newTarget: UIPreviewTarget) -> UITargetedPreview {
        UITargetedPreview(view: view, parameters: parameters, target: newTarget)
    }
}
