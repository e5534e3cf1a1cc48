public import Foundation
public import TileDrawing
public import TileGeometry
public import TileViews

/// How a preview looks: which part of its view it shows, and on what.
open class UIPreviewParameters: NSObject {
    public override init() { super.init() }

    /// The part of the view that shows, in its coordinates; nil for all of it.
    open var visiblePath: UIBezierPath?
    /// Behind the view; nil for nothing.
    open var backgroundColor: UIColor?
    /// Kept, and of no effect: shadows have the shape of what shows.
    open var shadowPath: UIBezierPath?
}

/// Where a preview is: in a view, about a point of it.
open class UIPreviewTarget: NSObject {
    public let container: UIView
    /// In the container's coordinates.
    public let center: CGPoint
    public let transform: CGAffineTransform

    public init(container: UIView, center: CGPoint, transform: CGAffineTransform = .identity) {
        (self.container, self.center, self.transform) = (container, center, transform)
        super.init()
    }
}

/// A view that shows in place of something that is pressed, and where it lifts off from.
open class UITargetedPreview: NSObject {
    public let view: UIView
    public let parameters: UIPreviewParameters
    public let target: UIPreviewTarget

    public init(view: UIView, parameters: UIPreviewParameters, target: UIPreviewTarget) {
        (self.view, self.parameters, self.target) = (view, parameters, target)
        super.init()
    }

    /// Lifts off from where the view is. Traps when it is in no view.
    public convenience init(view: UIView, parameters: UIPreviewParameters = UIPreviewParameters()) {
        guard let container = view.superview else {
            preconditionFailure("a preview's view is in no view: say where it is by a target")
        }
        self.init(
            view: view, parameters: parameters, target: UIPreviewTarget(container: container, center: view.center))
    }

    /// Of the view, in points.
    open var size: CGSize { view.bounds.size }

    /// The same, lifting off from elsewhere.
    open func retargetedPreview(with newTarget: UIPreviewTarget) -> UITargetedPreview {
        UITargetedPreview(view: view, parameters: parameters, target: newTarget)
    }
}
