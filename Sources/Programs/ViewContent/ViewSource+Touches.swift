import TileEngine
import TileViews

/// The window of a tree that is content. It records the touches that reach it through the responder chain, because no
/// view handled them.
final class ContentWindow: UIWindow {
    /// The touches that went down and weren't handled.
    var unused: Set<UITouch> = []
    /// The program that is the content, if any.
    private(set) var application: UIApplication?

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        unused.formUnion(touches)
        super.touchesBegan(touches, with: event)
    }

    /// Keeps a program whose windows are in front of this one.
    func attach(_ application: UIApplication) {
        self.application = application
        application.touchHandler = { [weak self] in self?.unused.formUnion($0) }
    }
}

/// The touches of all viewers on one tree.
final class ContentFingers {
    private let sequence: TouchSequence
    private let screen: UIScreen
    private let window: ContentWindow
    private var numbers: [ContentTouch.Finger: Int] = [:]
    private var next = 0

    init(on screen: UIScreen, _ window: ContentWindow) {
        (self.screen, self.window) = (screen, window)
        sequence = TouchSequence(on: screen)
    }

    /// Sends touches to the tree.
    ///
    /// - Returns: The fingers that went down and are handled by a view.
    func play(_ touches: [ContentTouch]) -> Set<ContentTouch.Finger> {
        var used: Set<ContentTouch.Finger> = []
        for touch in touches {
            switch touch.phase {
            case .began:
                guard numbers[touch.finger] == nil else { continue }
                numbers[touch.finger] = next
                next += 1
                send(touch)
                if isUsed(touch.finger) { used.insert(touch.finger) } else { cancel(touch) }
            case .moved: send(touch)
            case .ended, .cancelled:
                send(touch)
                numbers[touch.finger] = nil
            }
        }
        window.unused = []
        return used
    }

    private func send(_ touch: ContentTouch) {
        guard let number = numbers[touch.finger] else { return }
        let phase: UITouch.Phase =
            switch touch.phase {
            case .began: .began
            case .moved: .moved
            case .ended: .ended
            case .cancelled: .cancelled
            }
        sequence.send([TouchSample(finger: number, phase, at: touch.location, timestamp: screen.clock.now)])
    }

    /// Returns whether a view handled the touch without passing it on, or a gesture recognizer tracks it.
    private func isUsed(_ finger: ContentTouch.Finger) -> Bool {
        guard let number = numbers[finger], let touch = sequence.touch(finger: number) else { return false }
        return !window.unused.contains(touch) || touch.gestureRecognizers?.isEmpty == false
    }

    private func cancel(_ touch: ContentTouch) {
        send(ContentTouch(touch.finger, .cancelled, at: touch.location))
        numbers[touch.finger] = nil
    }
}

extension ViewSource: TouchableTileSource {
    /// Sends touches of any number of viewers to the tree. Call it where waiting does no harm, because an update can be
    /// in progress.
    public func touch(_ touches: [ContentTouch]) -> Set<ContentTouch.Finger> {
        settle()
        return change(isOwn: true) { $0.fingers.play(touches) }
    }
}
