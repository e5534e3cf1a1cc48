import TileSupport

/// Counts, by thread, of controllers and of what they are told: for ledgers, and to find those that outlive their use.
public struct ControllerCounts: Equatable, Sendable {
    /// Made since the thread began.
    public var made = 0
    /// Gone again.
    public var gone = 0
    public var viewsLoaded = 0
    /// Calls of `viewWillAppear` and the others.
    public var willAppear = 0
    public var isAppearing = 0
    public var didAppear = 0
    public var willDisappear = 0
    public var didDisappear = 0

    public init() {}

    public var alive: Int { made - gone }
    /// Calls of `viewWillAppear`, `viewIsAppearing`, `viewDidAppear`, `viewWillDisappear` and `viewDidDisappear`.
    public var appearanceCallbacks: Int { willAppear + isAppearing + didAppear + willDisappear + didDisappear }
}

/// How a controller came out of use.
package enum ControllerLeaving: Hashable, Sendable {
    case popped
    /// From a parent that is no navigation controller.
    case removed
    case dismissed(UIModalPresentationStyle)
    /// Its window has another root.
    case replaced
}

/// Hears of the controllers of its thread.
package protocol ControllerObserver: AnyObject {
    /// One is being made: none of its initializers has ended.
    ///
    /// - Parameter name: its class's, without the module's.
    func willMake(_ name: String)
    /// One has left its parent, its presenter or its window; its children are with it.
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

    /// Has the controllers of the thread observed while `body` runs.
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
    /// What controllers of the thread have done so far.
    public static var counts: ControllerCounts { ControllerCensus.counts }

    /// Whether it is on a screen, or in a container that is: it, or the topmost that it is in, is presented, or has its
    /// view in a window.
    package final var isInUse: Bool {
        var top = self
        while let parent = top.parent { top = parent }
        return top.modality.isCurrent || top.shownView?.window != nil
    }
}
