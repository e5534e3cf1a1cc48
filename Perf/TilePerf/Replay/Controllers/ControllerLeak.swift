import TileControllers

/// A controller that is alive after its use.
public struct ControllerLeak: Hashable, Sendable, Codable {
    /// The frame in which it was found.
    public var frame: Int
    /// The name of its class.
    public var name: String
    public var title: String?
    /// The presentation style as text; nil if it was not presented.
    public var style: String?
    /// The way in which its use ended: `popped`, `dismissed`, `removed from its parent`, …
    public var manner: String

    /// The number of frames that a controller may live after its use. Work scheduled for the next frame has released it
    /// by then.
    public static let patience = 3

    /// The leak as a sentence without a period.
    public var text: String {
        let who = name + (title.map { " “\($0)”" } ?? "") + (style.map { " (\($0))" } ?? "")
        return "\(who) is still alive \(Self.patience) frames after it was \(manner)"
    }

    /// Whether the trace permits it, by class or title.
    func isKept(by names: Set<String>) -> Bool { names.contains(name) || title.map(names.contains) == true }
}

/// An observer of a replay's controllers: which are created, and which outlive their use.
final class ControllerWatch: ControllerObserver {
    /// A controller that is no longer in use, and was alive at the last check.
    private struct Departed {
        weak var controller: UIViewController?
        var leak: ControllerLeak
        /// The number of the next frame at that time.
        var since: Int
    }

    private var departed: [Departed] = []
    private var made: [String: Int] = [:]
    private var nextFrame = 0
    private(set) var leaks: [ControllerLeak] = []

    /// Whether the outcome of some controllers is still open.
    var isWaiting: Bool { !departed.isEmpty }

    func willMake(_ name: String) { made[name, default: 0] += 1 }

    func didLeave(_ controller: UIViewController, _ manner: ControllerLeaving) {
        var leak = ControllerLeak(
            frame: 0, name: "\(type(of: controller))", title: controller.title, style: manner.style,
            manner: manner.words)
        add(controller, leak)
        // Children are released with it, unless someone retains only them.
        let whole = leak
        leak.style = nil
        var inner = controller.children
        while let child = inner.popLast() {
            (leak.name, leak.title) = ("\(type(of: child))", child.title)
            leak.manner = "\(whole.manner) with \(whole.name)"
            add(child, leak)
            inner += child.children
        }
    }

    private func add(_ controller: UIViewController, _ leak: ControllerLeak) {
        // The last time counts.
        departed.removeAll { $0.controller === controller }
        departed.append(Departed(controller: controller, leak: leak, since: nextFrame))
    }

    /// Returns the controllers created since the last call, by class.
    func takeMade() -> [String: Int] {
        defer { made = [:] }
        return made
    }

    /// Checks the controllers that are no longer in use, after a frame.
    func review(after frame: Int) {
        nextFrame = frame + 1
        departed.removeAll { each in
            guard let controller = each.controller, !controller.isInUse else { return true }
            guard nextFrame - each.since >= ControllerLeak.patience else { return false }
            // A controller with a parent is not reported: its parent is in use, or is checked itself.
            if controller.parent == nil {
                var leak = each.leak
                leak.frame = frame
                leaks.append(leak)
            }
            return true
        }
    }
}

extension ControllerLeaving {
    fileprivate var words: String {
        switch self {
        case .popped: "popped"
        case .removed: "removed from its parent"
        case .dismissed: "dismissed"
        case .replaced: "replaced as its window's root"
        }
    }

    fileprivate var style: String? {
        guard case .dismissed(let style) = self else { return nil }
        return switch style {
        case .automatic, .pageSheet, .formSheet: "sheet"
        case .popover: "popover"
        case .fullScreen, .overFullScreen, .blurOverFullScreen: "full screen"
        case .currentContext, .overCurrentContext: "in context"
        case .custom, .none: nil
        }
    }
}
