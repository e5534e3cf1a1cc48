import Foundation
import TileDrawing
import TileGraphics

/// What a responder was told to say to those who do not see it. Few are told anything, so it is kept beside them.
final class AccessibilityState {
    var isElement: Bool?
    var label: String?
    var hint: String?
    var value: String?
    var language: String?
    var traits: UIAccessibilityTraits?
    var frame: CGRect?
    var path: UIBezierPath?
    var activationPoint: CGPoint?
    var elements: [Any]?
    var elementsAreHidden = false
    var isModal = false
    var groupsChildren = false

    /// Its address is the key.
    // nonisolated(unsafe): nothing is read or written there.
    nonisolated(unsafe) private static let key = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

    static func known(of responder: UIResponder) -> AccessibilityState? {
        objc_getAssociatedObject(responder, key) as? AccessibilityState
    }

    static func of(_ responder: UIResponder) -> AccessibilityState {
        if let known = known(of: responder) { return known }
        let made = AccessibilityState()
        objc_setAssociatedObject(responder, key, made, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        return made
    }
}

extension UIResponder {
    var knownAccessibility: AccessibilityState? { AccessibilityState.known(of: self) }
    var accessibility: AccessibilityState { AccessibilityState.of(self) }

    /// Where a view is on its screen.
    var placeOnScreen: CGRect {
        guard let view = self as? UIView, view.window != nil else { return .zero }
        return view.convert(view.bounds, to: nil)
    }
}
