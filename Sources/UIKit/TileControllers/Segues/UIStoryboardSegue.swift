public import Foundation
public import TileGraphics

/// A transition from one controller to another, defined by a storyboard or a program.
open class UIStoryboardSegue: NSObject {
    /// The identifier in the storyboard.
    public let identifier: String?
    public let source: UIViewController
    public let destination: UIViewController
    private let body: (() -> Void)?
    /// The action that the storyboard defines; nil for custom classes.
    package var action: ((UIStoryboardSegue) -> Void)?

    public init(identifier: String?, source: UIViewController, destination: UIViewController) {
        (self.identifier, self.source, self.destination, body) = (identifier, source, destination, nil)
        super.init()
    }

    /// Creates a segue that performs a closure.
    public init(
        identifier: String?, source: UIViewController, destination: UIViewController,
        performHandler: @escaping () -> Void
    ) {
        (self.identifier, self.source, self.destination, body) = (identifier, source, destination, performHandler)
        super.init()
    }

    /// Performs the segue. A subclass can show the destination in its own way, without calling super.
    open func perform() {
        if let body { return body() }
        if let action { return action(self) }
        source.show(destination, sender: source)
    }
}

/// The segue class for popovers in storyboards of iOS 8 and earlier.
open class UIStoryboardPopoverSegue: UIStoryboardSegue {}

/// The source of an unwind segue.
public final class UIStoryboardUnwindSegueSource: NSObject {
    public let source: UIViewController
    public let unwindAction: Selector
    public let sender: Any?

    package init(source: UIViewController, unwindAction: Selector, sender: Any?) {
        (self.source, self.unwindAction, self.sender) = (source, unwindAction, sender)
        super.init()
    }
}
