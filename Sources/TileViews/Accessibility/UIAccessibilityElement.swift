public import Foundation

/// A part of a view for those who do not see it, where the part is no view of its own: a bar of a chart.
open class UIAccessibilityElement: UIResponder {
    private weak var container: AnyObject?
    private var frameInContainer: CGRect?

    /// - Parameter container: the view that the element is in, or another element. Not retained.
    public init(accessibilityContainer container: Any) {
        self.container = container as AnyObject
        super.init()
        isAccessibilityElement = true
    }

    /// The view or the element that it is in; nil once that is gone.
    open var accessibilityContainer: Any? {
        get { container }
        set { container = newValue.map { $0 as AnyObject } }
    }

    /// A name for tests, which nobody is told.
    open var accessibilityIdentifier: String?

    /// Where it is in its container, in points of that: of a view, its coordinates; of an element, from that one's
    /// corner at the top left. Zero until it is set. It goes where the container goes, until `accessibilityFrame` is
    /// set.
    open var accessibilityFrameInContainerSpace: CGRect {
        get { frameInContainer ?? .zero }
        set { frameInContainer = newValue }
    }

    /// Where it is on the screen, in points: as it was set, or by its place in its container.
    open override var accessibilityFrame: CGRect {
        get {
            guard let frameInContainer else { return super.accessibilityFrame }
            switch container {
            case let view as UIView:
                return view.window.map { view.convert(frameInContainer, to: $0.screen.coordinateSpace) } ?? .zero
            case let element as UIAccessibilityElement:
                let origin = element.accessibilityFrame.origin
                return frameInContainer.offsetBy(dx: origin.x, dy: origin.y)
            default: return .zero
            }
        }
        set {
            frameInContainer = nil
            super.accessibilityFrame = newValue
        }
    }
}
