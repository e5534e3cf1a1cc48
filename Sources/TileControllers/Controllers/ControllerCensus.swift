import TileSupport

/// Counts, by thread, of controllers and of what they are told: for ledgers, and to find those that outlive their use.
public struct ControllerCounts: Equatable, Sendable {
    /// Made since the thread began.
    public var made = 0
    /// Gone again.
    public var gone = 0
    /// Calls of `viewWillAppear`, `viewIsAppearing`, `viewDidAppear`, `viewWillDisappear` and `viewDidDisappear`.
    public var appearanceCallbacks = 0
    public var viewsLoaded = 0
}

enum ControllerCensus {
    private static let local = ThreadLocal<ControllerCounts> { ControllerCounts() }

    static func note(_ path: WritableKeyPath<ControllerCounts, Int>) { local.value[keyPath: path] += 1 }

    static var counts: ControllerCounts { local.value }
}

extension UIViewController {
    /// What controllers of the thread have done so far.
    public static var counts: ControllerCounts { ControllerCensus.counts }
}
