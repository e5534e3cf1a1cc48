import TileEngine
import TileViews

/// The window of a tree that is content: what gets here in the chain of responders, no view has made anything of.
final class ContentWindow: UIWindow {
    /// Touches that came down.
    var unused: Set<UITouch> = []
    /// The program that is the content, if one is.
    private(set) var application: UIApplication?

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        unused.formUnion(touches)
        super.touchesBegan(touches, with: event)
    }

    /// Keeps a program, whose windows are before this one.
    func take(_ application: UIApplication) {
        self.application = application
        application.touchHandler = { [weak self] in self?.unused.formUnion($0) }
    }
}

/// Everybody's fingers on one tree.
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

    /// - Returns: of the fingers that came down, those that a view makes something of.
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

    /// A view has been told of it and passed it on to nobody, or a recognizer looks at it.
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
    /// Fingers of any number of people are on the one tree. To be called where waiting does no harm: an update may be
    /// under way.
    public func touch(_ touches: [ContentTouch]) -> Set<ContentTouch.Finger> {
        settle()
        return change(isOwn: true) { $0.fingers.play(touches) }
    }
}
