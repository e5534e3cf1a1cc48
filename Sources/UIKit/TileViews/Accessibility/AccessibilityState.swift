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
    var actions: [UIAccessibilityCustomAction]?
    var inputLabels: [String]?
    var responds: Bool?
    var container: UIAccessibilityContainerType?

    /// As sliders say it: "50%".
    static func percent(_ part: Double, of whole: Double) -> String {
        guard whole > 0, part.isFinite else { return "0%" }
        return "\(Int((min(1, max(0, part / whole)) * 100).rounded()))%"
    }

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

    /// Whether its traits say that a tap on it does something.
    var accessibilityActivatesByTap: Bool {
        !accessibilityTraits.isDisjoint(with: [.button, .link, .keyboardKey, .toggleButton])
    }

    /// Where a view is on its screen.
    var placeOnScreen: CGRect {
        guard let view = self as? UIView, view.window != nil else { return .zero }
        return view.convert(view.bounds, to: nil)
    }
}

extension UIControl {
    /// Its traits, with what its state adds.
    func controlTraits(_ traits: UIAccessibilityTraits) -> UIAccessibilityTraits {
        isEnabled ? traits : traits.union(.notEnabled)
    }
}

extension UIResponder {
    /// For classes elsewhere that say something else while nothing was set.
    package var accessibilityElementIfSet: Bool? { knownAccessibility?.isElement }
    package var accessibilityTraitsIfSet: UIAccessibilityTraits? { knownAccessibility?.traits }
}

extension UIView {
    /// What the labels in it say, in order; nil where something in it is read or used by itself.
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
