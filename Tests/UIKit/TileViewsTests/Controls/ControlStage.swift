import Foundation

@testable import TileViews

/// A window of 320 by 480 points with a control at (100, 100), 100 by 40, and a log of the events that it sends.
final class ControlStage<Control: UIControl> {
    let screen = UIScreen(size: CGSize(width: 320, height: 480), scale: 1)
    let window: UIWindow
    let control: Control
    let fingers: TouchSequence
    private(set) var log: [String] = []
    private var time: TimeInterval = 0

    init(_ control: Control) {
        window = UIWindow(screen: screen)
        window.makeKeyAndVisible()
        self.control = control
        control.frame = CGRect(x: 100, y: 100, width: 100, height: 40)
        window.addSubview(control)
        fingers = TouchSequence(on: screen)
        for (event, name) in Self.names {
            control.addAction(UIAction(identifier: .init(name)) { [unowned self] _ in log.append(name) }, for: event)
        }
    }

    /// The events in the order in which UIKit's controls send them.
    private static var names: [(UIControl.Event, String)] {
        [
            (.touchDown, "down"), (.touchDownRepeat, "downRepeat"), (.touchDragInside, "dragInside"),
            (.touchDragOutside, "dragOutside"), (.touchDragEnter, "dragEnter"), (.touchDragExit, "dragExit"),
            (.touchUpInside, "upInside"), (.touchUpOutside, "upOutside"), (.touchCancel, "cancel"),
            (.primaryActionTriggered, "primary"), (.valueChanged, "value"),
        ]
    }

    /// Returns the events since the last call.
    func sent() -> [String] {
        defer { log = [] }
        return log
    }

    /// Sends a touch at a point relative to the control's top left, by default a second after the previous one.
    func touch(_ phase: UITouch.Phase, x: CGFloat, y: CGFloat, after seconds: TimeInterval = 1) {
        time += seconds
        fingers.send(TouchSample(phase, at: CGPoint(x: 100 + x, y: 100 + y), timestamp: time))
    }
}

extension ControlStage where Control == UIControl {
    /// Creates a stage with a plain control.
    convenience init() { self.init(UIControl(frame: .zero)) }
}
