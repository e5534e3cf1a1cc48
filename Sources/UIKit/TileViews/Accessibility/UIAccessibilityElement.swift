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

    /// Where it is on the screen, in points: as it was set, or by its place in its container. Empty where its
    /// containers lead to no view, as those that are in each other.
    open override var accessibilityFrame: CGRect {
        get {
            guard let frameInContainer else { return super.accessibilityFrame }
            guard let element = container as? UIAccessibilityElement else { return place(of: frameInContainer) }
            guard let origin = element.origin else { return .zero }
            return frameInContainer.offsetBy(dx: origin.x, dy: origin.y)
        }
        set {
            frameInContainer = nil
            super.accessibilityFrame = newValue
        }
    }

    /// The first view that it is in, through other elements; nil where there is none.
    package var containerView: UIView? {
        var next = container
        for _ in 0..<AccessibilityWalk.mostDepth {
            guard let element = next as? UIAccessibilityElement else { break }
            next = element.container
        }
        return next as? UIView
    }

    /// Of a rect in a container that is no element, on the screen.
    private func place(of rect: CGRect) -> CGRect {
        guard let view = container as? UIView, let window = view.window else { return .zero }
        return view.convert(rect, to: window.screen.coordinateSpace)
    }

    /// Its corner at the top left, on the screen.
    private var origin: CGPoint? {
        var (element, dx, dy) = (self, 0.0, 0.0)
        for _ in 0..<AccessibilityWalk.mostDepth {
            guard let frame = element.frameInContainer, let outer = element.container as? UIAccessibilityElement else {
                let origin = element.accessibilityFrame.origin
                return CGPoint(x: origin.x + dx, y: origin.y + dy)
            }
            (dx, dy) = (dx + frame.minX, dy + frame.minY)
            element = outer
        }
        return nil
    }
}
