import Foundation
import TileDrawing
import TileGraphics
import TileLayers
import TileTyping
import TileViews
import VirtualTime

/// A view in a window on a screen, with the clock, finger and keys controlled by the test.
final class TypingRig<View: UIView> {
    let clock = VirtualClock(now: 10)
    let screen: UIScreen
    let window: UIWindow
    let view: View
    private let finger: TouchSequence

    init(_ view: View, size: CGSize = CGSize(width: 320, height: 400), frame: CGRect? = nil) {
        screen = UIScreen(size: size, scale: 2)
        screen.clock = clock
        window = UIWindow(screen: screen)
        self.view = view
        view.frame = frame ?? CGRect(x: 20, y: 40, width: 200, height: 34)
        window.addSubview(view)
        finger = TouchSequence(on: screen)
        window.makeKeyAndVisible()
        self.frame()
    }

    var host: TextInputHost { screen.textInput }

    func frame(after seconds: Double = 0) {
        clock.advance(by: seconds)
        _ = screen.frame()
    }

    /// Sends a touch at a point of the view.
    func touch(_ phase: UITouch.Phase, _ point: CGPoint, after seconds: Double = 0.02) {
        clock.advance(by: seconds)
        finger.send(TouchSample(phase, at: view.convert(point, to: nil), timestamp: clock.now))
        frame()
    }

    func tap(_ point: CGPoint, after seconds: Double = 0.6) {
        touch(.began, point, after: seconds)
        touch(.ended, point)
    }

    func press(_ code: UIKeyboardHIDUsage, _ flags: UIKeyModifierFlags = [], characters: String = "") {
        host.press(UIKey(characters: characters, modifierFlags: flags, keyCode: code))
    }
}

/// Records the calls of a text field's delegate.
final class FieldDiary: NSObject, UITextFieldDelegate {
    var lines: [String] = []
    var refuses: Set<String> = []

    func drain() -> [String] {
        defer { lines = [] }
        return lines
    }

    private func ask(_ what: String) -> Bool {
        lines.append(what)
        return !refuses.contains(what)
    }

    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { ask("shouldBegin") }
    func textFieldDidBeginEditing(_ textField: UITextField) { lines.append("didBegin") }
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { ask("shouldEnd") }
    func textFieldDidEndEditing(_ textField: UITextField) { lines.append("didEnd") }
    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool { ask("\(range.location)+\(range.length)→\(string)") }
    func textFieldShouldClear(_ textField: UITextField) -> Bool { ask("shouldClear") }
    func textFieldShouldReturn(_ textField: UITextField) -> Bool { ask("shouldReturn") }
}
