public import Foundation

/// A part of a view that is accessible although it is not a view itself, such as a bar of a chart.
open class UIAccessibilityElement: UIResponder {
    private weak var container: AnyObject?
    private var frameInContainer: CGRect?

    /// Creates an element in a container.
    ///
    /// - Parameter container: The view or the element that contains this element. It is not retained.
    public init(accessibilityContainer container: Any) {
        self.container = container as AnyObject
        super.init()
        isAccessibilityElement = true
    }

    /// The view or the element that contains this element; nil once that is deallocated.
    open var accessibilityContainer: Any? {
        get { container }
        set { container = newValue.map { $0 as AnyObject } }
    }

    /// An identifier for tests, which is not read to users.
    open var accessibilityIdentifier: String?

    /// The element's frame in its container's coordinate space, in points. The space of a view is that of its bounds;
    /// the space of an element has its origin at the element's top left corner. Zero until it is set. The frame moves
    /// with the container until `accessibilityFrame` is set.
    open var accessibilityFrameInContainerSpace: CGRect {
        get { frameInContainer ?? .zero }
        set { frameInContainer = newValue }
    }

    /// The element's frame on the screen, in points: the frame that was set, or the one that follows from the
    /// container. Zero if the chain of containers does not end in a view, for example because it is a cycle.
    open override var accessibilityFrame: CGRect {
        get {
            guard let frameInContainer else { return super.accessibilityFrame }
            guard let element = container as? UIAccessibilityElement else { return screenRect(for: frameInContainer) }
            guard let origin = element.origin else { return .zero }
            return frameInContainer.offsetBy(dx: origin.x, dy: origin.y)
        }
        set {
            frameInContainer = nil
            super.accessibilityFrame = newValue
        }
    }

    /// The first view in the chain of containers, or nil if there is none.
    package var containerView: UIView? {
        var next = container
        for _ in 0..<AccessibilityWalk.mostDepth {
            guard let element = next as? UIAccessibilityElement else { break }
            next = element.container
        }
        return next as? UIView
    }

    /// Converts a rectangle in a container that is not an element to the screen.
    private func screenRect(for rect: CGRect) -> CGRect {
        guard let view = container as? UIView, let window = view.window else { return .zero }
        return view.convert(rect, to: window.screen.coordinateSpace)
    }

    /// The element's top left corner on the screen.
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
