import TileControllers

/// A controller that is alive after its use.
public struct ControllerLeak: Hashable, Sendable, Codable {
    /// The frame that found it.
    public var frame: Int
    /// Of its class.
    public var name: String
    public var title: String?
    /// How it was presented, in words; nil where it was not.
    public var style: String?
    /// How it came out of use: `popped`, `dismissed`, `removed from its parent`, …
    public var manner: String

    /// Frames that a controller which has come out of use may live on: what was to happen after the next one has let go
    /// of it by then.
    public static let patience = 3

    /// In a sentence, without its end.
    public var text: String {
        let who = name + (title.map { " “\($0)”" } ?? "") + (style.map { " (\($0))" } ?? "")
        return "\(who) is still alive \(Self.patience) frames after it was \(manner)"
    }

    /// Whether a trace excuses it, by its class or its title.
    func isKept(by names: Set<String>) -> Bool { names.contains(name) || title.map(names.contains) == true }
}

/// Follows the controllers of a replay: which are made, and which outlive their use.
final class ControllerWatch: ControllerObserver {
    /// One that has come out of use, and was alive when it was last looked at.
    private struct Departed {
        weak var controller: UIViewController?
        var leak: ControllerLeak
        /// The next frame then.
        var since: Int
    }

    private var departed: [Departed] = []
    private var made: [String: Int] = [:]
    private var nextFrame = 0
    private(set) var leaks: [ControllerLeak] = []

    /// Whether it is not known yet what becomes of some.
    var isWaiting: Bool { !departed.isEmpty }

    func willMake(_ name: String) { made[name, default: 0] += 1 }

    func didLeave(_ controller: UIViewController, _ manner: ControllerLeaving) {
        var leak = ControllerLeak(
            frame: 0, name: "\(type(of: controller))", title: controller.title, style: manner.style,
            manner: manner.words)
        add(controller, leak)
        // Those in it go with it; whoever keeps one of them keeps it alone.
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

    /// By class, those made since the last call.
    func takeMade() -> [String: Int] {
        defer { made = [:] }
        return made
    }

    /// Looks at those that have come out of use, after a frame.
    func review(after frame: Int) {
        nextFrame = frame + 1
        departed.removeAll { each in
            guard let controller = each.controller, !controller.isInUse else { return true }
            guard nextFrame - each.since >= ControllerLeak.patience else { return false }
            // What another controller keeps is that one's affair: it is in use, or is looked at itself.
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
