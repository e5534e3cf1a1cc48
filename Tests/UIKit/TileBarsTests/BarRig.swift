import Foundation
import TileBars
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

/// A bar in a window, 375 points wide unless it says otherwise, with a clock and a finger that are the test's.
final class BarRig<Bar: UIView> {
    let clock = VirtualClock(now: 10)
    let screen: UIScreen
    let window: UIWindow
    let bar: Bar
    private let finger: TouchSequence

    /// - Parameter y: where the bar's top is.
    init(_ bar: Bar, width: CGFloat = 375, y: CGFloat = 0, change: (UIWindow) -> Void = { _ in }) {
        screen = UIScreen(size: CGSize(width: width, height: 300), scale: 2)
        screen.clock = clock
        window = UIWindow(screen: screen)
        change(window)
        self.bar = bar
        window.addSubview(bar)
        finger = TouchSequence(on: screen)
        window.makeKeyAndVisible()
        bar.frame = CGRect(
            x: 0, y: y, width: width, height: bar.sizeThatFits(CGSize(width: width, height: 300)).height)
        frame()
    }

    func frame(after seconds: Double = 0) {
        clock.advance(by: seconds)
        _ = screen.frame()
    }

    /// At a point of the bar.
    func touch(_ phase: UITouch.Phase, _ point: CGPoint) {
        clock.advance(by: 0.02)
        finger.send(TouchSample(phase, at: bar.convert(point, to: nil), timestamp: clock.now))
    }

    func tap(_ x: CGFloat, _ y: CGFloat = 22) {
        touch(.began, CGPoint(x: x, y: y))
        touch(.ended, CGPoint(x: x, y: y))
        frame()
    }

    /// In the middle of a view of the bar.
    func tap(_ view: UIView?) {
        guard let view else { return }
        let point = view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: bar)
        tap(point.x, point.y)
    }

    func frame(of view: UIView?) -> CGRect? { view.map { $0.convert($0.bounds, to: bar) } }
}

/// A target of a program's actions that records its calls.
final class Listener: UIView {
    var notes: [String] = []

    override class var actions: ActionTable {
        super.actions + [
            .action("tapped", Listener.tapped), .action("tapped:", Listener.tappedItem),
            .action("tapped:forEvent:", Listener.tappedEvent),
        ]
    }

    func tapped() { notes.append("tapped") }
    func tappedItem(_ sender: UIBarButtonItem) { notes.append("tapped \(sender.title ?? "-")") }
    func tappedEvent(_ sender: Any?, _ event: UIEvent?) { notes.append("event \(event != nil)") }
}

/// An archive's copy.
func archivedCopy<Object: NSObject & NSCoding>(of object: Object) throws -> Object? {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    object.encode(with: archiver)
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.requiresSecureCoding = false
    return Object(coder: unarchiver)
}

/// An object from an archive with nothing in it.
func fromEmptyArchive<Object: NSObject & NSCoding>(_ type: Object.Type) throws -> Object? {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.requiresSecureCoding = false
    return Object(coder: unarchiver)
}
