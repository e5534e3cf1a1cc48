import Foundation
import TileDrawing
import TileGraphics

/// The accessibility properties that a program set on a responder. Few responders have any, so they are stored as an
/// associated object.
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
    var actions: [UIAccessibilityCustomAction]?
    var inputLabels: [String]?
    var responds: Bool?
    var container: UIAccessibilityContainerType?

    /// Returns a part of a whole as a percentage, in the form that sliders report: "50%".
    static func percent(_ part: Double, of whole: Double) -> String {
        guard whole > 0, part.isFinite else { return "0%" }
        return "\(Int((min(1, max(0, part / whole)) * 100).rounded()))%"
    }

    /// The key of the associated object: its address identifies the object.
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

    /// A Boolean value that indicates whether the element's traits announce that a tap activates it.
    var accessibilityActivatesByTap: Bool {
        !accessibilityTraits.isDisjoint(with: [.button, .link, .keyboardKey, .toggleButton])
    }

    /// The view's bounds in the coordinate space of its screen; zero for other responders and outside a window.
    var placeOnScreen: CGRect {
        guard let view = self as? UIView, view.window != nil else { return .zero }
        return view.convert(view.bounds, to: nil)
    }
}

extension UIControl {
    /// Returns the given traits, with those that the control's state adds.
    func controlTraits(_ traits: UIAccessibilityTraits) -> UIAccessibilityTraits {
        isEnabled ? traits : traits.union(.notEnabled)
    }
}

extension UIResponder {
    /// The value that a program set, or nil if none was set. Subclasses in other modules use it to choose a default.
    package var accessibilityElementIfSet: Bool? { knownAccessibility?.isElement }
    package var accessibilityTraitsIfSet: UIAccessibilityTraits? { knownAccessibility?.traits }
}

extension UIView {
    /// The accessibility labels of the labels and images in the view, in reading order. Nil if the view contains an
    /// element that is read or activated on its own.
    package var spokenTexts: [String]? {
        if let elements = accessibilityElements, !elements.isEmpty { return nil }
        var texts: [String] = []
        for view in subviews where !view.isHidden && view.alpha >= 0.01 && !view.accessibilityElementsHidden {
            if view.isAccessibilityElement {
                guard view is UILabel || view is UIImageView else { return nil }
                if let text = view.accessibilityLabel, !text.isEmpty { texts.append(text) }
            } else {
                guard let inner = view.spokenTexts else { return nil }
                texts += inner
            }
        }
        return texts
    }
}
