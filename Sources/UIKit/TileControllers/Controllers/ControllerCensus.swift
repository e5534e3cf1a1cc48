import TileSupport

/// Counters of the current thread for controllers and their callbacks, for performance ledgers and for finding leaked
/// controllers.
public struct ControllerCounts: Equatable, Sendable {
    /// The number of controllers made since the thread began.
    public var made = 0
    /// The number of controllers that were deallocated.
    public var gone = 0
    public var viewsLoaded = 0
    /// The number of calls of `viewWillAppear`. The next ones count the other callbacks.
    public var willAppear = 0
    public var isAppearing = 0
    public var didAppear = 0
    public var willDisappear = 0
    public var didDisappear = 0

    public init() {}

    public var alive: Int { made - gone }
    /// The number of calls of `viewWillAppear`, `viewIsAppearing`, `viewDidAppear`, `viewWillDisappear` and
    /// `viewDidDisappear`.
    public var appearanceCallbacks: Int { willAppear + isAppearing + didAppear + willDisappear + didDisappear }
}

/// The way in which a controller left use.
package enum ControllerLeaving: Hashable, Sendable {
    case popped
    /// The controller was removed from a parent that isn't a navigation controller.
    case removed
    case dismissed(UIModalPresentationStyle)
    /// The controller's window has another root.
    case replaced
}

/// An observer of the controllers of its thread.
package protocol ControllerObserver: AnyObject {
    /// Handles the creation of a controller. None of its initializers has finished.
    ///
    /// - Parameter name: its class's, without the module's.
    func willMake(_ name: String)
    /// Handles a controller that has left its parent, its presenter or its window, together with its children.
    func didLeave(_ controller: UIViewController, _ manner: ControllerLeaving)
}

package enum ControllerCensus {
    private struct State {
        var counts = ControllerCounts()
        weak var observer: (any ControllerObserver)?
    }

    private static let local = ThreadLocal<State> { State() }

    static func note(_ path: WritableKeyPath<ControllerCounts, Int>) { local.value.counts[keyPath: path] += 1 }

    static func noteMade(_ controller: UIViewController) {
        note(\.made)
        local.value.observer?.willMake("\(type(of: controller))")
    }

    static func noteLeft(_ controller: UIViewController, _ manner: ControllerLeaving) {
        local.value.observer?.didLeave(controller, manner)
    }

    static var counts: ControllerCounts { local.value.counts }

    /// Performs a closure while an observer observes the controllers of the thread.
    package static func observing<Result, Failure: Error>(
        by observer: any ControllerObserver, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = local.value.observer
        local.value.observer = observer
        defer { local.value.observer = before }
        return try body()
    }
}

extension UIViewController {
    /// The counters of the current thread's controllers.
    public static var counts: ControllerCounts { ControllerCensus.counts }

    /// Whether the controller or its topmost ancestor is presented or has its view in a window.
    package final var isInUse: Bool {
        var top = self
        while let parent = top.parent { top = parent }
        return top.modality.isCurrent || top.shownView?.window != nil
    }
}
