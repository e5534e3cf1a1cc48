import UIKit

/// What view code takes for granted, by what it comes to.
struct TakenForGranted {
    let point = NSValue(cgPoint: CGPoint(x: 1, y: 2)).cgPointValue
    let size = NSValue(cgSize: CGSize(width: 3, height: 4)).cgSizeValue
    let rect = NSValue(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4)).cgRectValue
    let number = CGFloat(truncating: NSNumber(value: 2.5))
    let row = IndexPath(row: 3, section: 1)
    let item = IndexPath(item: 5, section: 2)
    let seconds: CFTimeInterval = 0.25
    let now: CFAbsoluteTime = CFAbsoluteTimeGetCurrent()
    let title = "title" as CFString
    let huge = HUGE
    let idiom = UIDevice.current.userInterfaceIdiom
    let system = UIDevice.current.systemName
    let pooled = autoreleasepool { 7 }
    let state = UIApplication.shared.applicationState
}

final class Listener: UIView {
    static let moved = Notification.Name("moved")
    private(set) var heard = 0

    override class var actions: ActionTable { super.actions + [.action("heard:", Listener.heard(_:))] }

    func heard(_ notification: Notification) { heard += 1 }

    func listen() {
        NotificationCenter.default.addObserver(self, selector: "heard:", name: Listener.moved, object: nil)
    }

    func stop() { NotificationCenter.default.removeObserver(self) }

    static func post() { NotificationCenter.default.post(name: moved, object: nil) }
}
