public import Foundation
public import TileGraphics

/// A change from one controller to another that a storyboard describes, or a program.
open class UIStoryboardSegue: NSObject {
    /// What it is called in the storyboard.
    public let identifier: String?
    public let source: UIViewController
    public let destination: UIViewController
    private let body: (() -> Void)?
    /// What the storyboard has it do; nil for a class of one's own.
    package var action: ((UIStoryboardSegue) -> Void)?

    public init(identifier: String?, source: UIViewController, destination: UIViewController) {
        (self.identifier, self.source, self.destination, body) = (identifier, source, destination, nil)
        super.init()
    }

    /// A segue that does what the closure does.
    public init(
        identifier: String?, source: UIViewController, destination: UIViewController,
        performHandler: @escaping () -> Void
    ) {
        (self.identifier, self.source, self.destination, body) = (identifier, source, destination, performHandler)
        super.init()
    }

    /// Makes the change. A subclass shows the destination its own way, without calling super.
    open func perform() {
        if let body { return body() }
        if let action { return action(self) }
        source.show(destination, sender: source)
    }
}

/// What a storyboard of iOS 8 and before calls segues of its kinds.
open class UIStoryboardPopoverSegue: UIStoryboardSegue {}

/// Where an unwind segue comes from.
public final class UIStoryboardUnwindSegueSource: NSObject {
    public let source: UIViewController
    public let unwindAction: Selector
    public let sender: Any?

    package init(source: UIViewController, unwindAction: Selector, sender: Any?) {
        (self.source, self.unwindAction, self.sender) = (source, unwindAction, sender)
        super.init()
    }
}
