import UIKit

/// The values of expressions that view code takes for granted.
struct TakenForGranted {
    let point = NSValue(cgPoint: CGPoint(x: 1, y: 2)).cgPointValue
    let size = NSValue(cgSize: CGSize(width: 3, height: 4)).cgSizeValue
    let rect = NSValue(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4)).cgRectValue
    let vector = NSValue(cgVector: CGVector(dx: 1, dy: 2)).cgVectorValue
    let affine = NSValue(cgAffineTransform: CGAffineTransform(1, 2, 3, 4, 5, 6)).cgAffineTransformValue
    let transform = NSValue(caTransform3D: CATransform3DMakeScale(1, 2, 3)).caTransform3DValue
    let insets = NSValue(uiEdgeInsets: UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)).uiEdgeInsetsValue
    let directional = NSValue(
        directionalEdgeInsets: NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    ).directionalEdgeInsetsValue
    let offset = NSValue(uiOffset: UIOffset(horizontal: 1, vertical: 2)).uiOffsetValue
    let number = CGFloat(truncating: NSNumber(value: 2.5))
    let row = IndexPath(row: 3, section: 1)
    let item = IndexPath(item: 5, section: 2)
    let seconds: CFTimeInterval = 0.25
    let now: CFAbsoluteTime = CFAbsoluteTimeGetCurrent()
    let title = "title" as CFString
    let huge = HUGE
    let nanoseconds: UInt64 = NSEC_PER_SEC + NSEC_PER_MSEC + NSEC_PER_USEC
    let microseconds: UInt64 = USEC_PER_SEC
    let idiom = UIDevice.current.userInterfaceIdiom
    let system = UIDevice.current.systemName
    let pooled = autoreleasepool { 7 }
    let state = UIApplication.shared.applicationState
}

final class Listener: UIView {
    static let moved = Notification.Name("moved")
    private(set) var heard = 0

    override class var actions: ActionTable { super.actions + [.action("didReceive:", Listener.didReceive(_:))] }

    func didReceive(_ notification: Notification) { heard += 1 }

    func listen() {
        NotificationCenter.default.addObserver(self, selector: "didReceive:", name: Listener.moved, object: nil)
    }

    func stop() { NotificationCenter.default.removeObserver(self) }

    static func post() { NotificationCenter.default.post(name: moved, object: nil) }

    // Two names, each of any sender and of one.

    static let first = Notification.Name("listener's first")
    static let second = Notification.Name("listener's second")
    let senders = [NSObject(), NSObject()]

    func listenToAll() {
        for name in [Listener.first, Listener.second] {
            for sender in senders {
                NotificationCenter.default.addObserver(self, selector: "didReceive:", name: name, object: sender)
            }
        }
    }

    /// Returns the number of notifications received for each name from each sender.
    func countReceived() -> [Int] {
        var counts: [Int] = []
        for name in [Listener.first, Listener.second] {
            for sender in senders {
                let before = heard
                NotificationCenter.default.post(name: name, object: sender)
                counts.append(heard - before)
            }
        }
        return counts
    }

    func stop(_ name: Notification.Name?, _ sender: Any?) {
        NotificationCenter.default.removeObserver(self, name: name, object: sender)
    }
}

/// The values of boxes that are read as another kind, and boxes as seen by other code.
struct Boxes {
    static var misread: [Bool] {
        let (point, text) = (NSValue(cgPoint: CGPoint(x: 1, y: 2)), NSNumber(value: 3))
        return [
            point.cgRectValue == .zero, point.cgSizeValue == .zero, point.uiEdgeInsetsValue == .zero,
            point.cgAffineTransformValue == .identity, text.cgPointValue == .zero, text.cgVectorValue == .zero,
            text.caTransform3DValue == CATransform3DIdentity, text.uiOffsetValue == .zero,
            text.directionalEdgeInsetsValue == .zero,
        ]
    }

    static func box(_ top: CGFloat) -> NSValue {
        NSValue(uiEdgeInsets: UIEdgeInsets(top: top, left: 2, bottom: 3, right: 4))
    }

    static var archived: NSValue? {
        (try? NSKeyedArchiver.archivedData(withRootObject: box(1), requiringSecureCoding: true))
            .flatMap { try? NSKeyedUnarchiver.unarchivedObject(ofClass: NSValue.self, from: $0) }
    }

    /// A layer whose properties were set by boxes.
    static var layer: CALayer {
        let layer = CALayer()
        layer.setValue(NSValue(cgRect: CGRect(x: 0, y: 0, width: 3, height: 4)), forKey: "bounds")
        layer.setValue(NSValue(cgPoint: CGPoint(x: 5, y: 6)), forKeyPath: "position")
        layer.setValue(NSValue(cgSize: CGSize(width: 7, height: 8)), forKey: "shadowOffset")
        layer.setValue(NSValue(caTransform3D: CATransform3DMakeScale(1, 2, 3)), forKey: "transform")
        return layer
    }
}
