import Foundation
import TileEngine

/// What of a screen is read to those who do not see it, in order, and what is asked of it by number.
///
/// A view that is an element is read, and nothing in it. Of others, `accessibilityElements` are read, or else what
/// `accessibilityElement(at:)` gives, or else their subviews: from above to below, and in a row as text runs. What is
/// hidden is left out, and what lies beside a modal view. In a scroll view, what is less than its size away is read
/// too. Each object is read once, where it comes first: elements that hold themselves, or each other, end there. What
/// lies deeper, or comes later, than `AccessibilityWalk` goes is left out.
package final class AccessibilityTree {
    private unowned let screen: UIScreen
    private var known: [ObjectIdentifier: Known] = [:]
    private var objects: [Int: Weak] = [:]
    /// Elements are often made anew whenever they are asked for: they are known by their places.
    private var places: [AccessibilityWalk.Place: Int] = [:]
    private var next = 1

    private struct Known {
        weak var view: UIView?
        var number: Int
    }

    private struct Weak { weak var object: UIResponder? }

    package init(_ screen: UIScreen) { self.screen = screen }

    /// How many objects the last reading looked at.
    package private(set) var visits = 0

    /// - Complexity: O(n log n) for the n views on the screen, and never more than for `AccessibilityWalk.mostVisits`.
    package func read(limit: Int) -> [AccessibleElement] {
        var walk = AccessibilityWalk(limit: limit)
        defer { visits = walk.visits }
        let bounds = screen.bounds
        let windows = screen.windows.filter { !$0.isHidden }
        for window in windows.last(where: \.accessibilityViewIsModal).map({ [$0] }) ?? windows {
            walk.visit(window, within: bounds)
        }
        var (newKnown, newObjects, newPlaces):
            ([ObjectIdentifier: Known], [Int: Weak], [AccessibilityWalk.Place: Int]) = ([:], [:], [:])
        let elements = walk.found.map { found in
            let number: Int
            switch found.place {
            case nil:
                let id = ObjectIdentifier(found.object)
                let old = known[id].flatMap { $0.view === found.object ? $0.number : nil }
                number = old ?? newNumber()
                newKnown[id] = Known(view: found.object as? UIView, number: number)
            case let place?:
                // Containers that are made anew may have had one place in memory, one after the other.
                number = places[place].flatMap { newObjects[$0] == nil ? $0 : nil } ?? newNumber()
                newPlaces[place] = number
            }
            newObjects[number] = Weak(object: found.object)
            return AccessibleElement(found.object, number: number)
        }
        (known, objects, places) = (newKnown, newObjects, newPlaces)
        held = walk.found.compactMap { $0.place == nil ? nil : $0.object }
        return elements
    }

    /// Of the last reading: elements that are made whenever they are asked for live no longer than it.
    private var held: [UIResponder] = []

    private func newNumber() -> Int {
        defer { next += 1 }
        return next
    }

    /// The element of a number in the last reading; nil once it is gone.
    package func object(_ number: Int) -> UIResponder? { objects[number]?.object }

    /// The number of an element in the last reading, or of the first that is in a view.
    package func number(of object: Any?) -> Int? {
        guard let object = object as? UIResponder else { return nil }
        if let exact = objects.first(where: { $0.value.object === object }) { return exact.key }
        guard let view = object as? UIView else { return nil }
        return objects.filter { ($0.value.object as? UIView)?.isDescendant(of: view) == true }.keys.min()
    }
}

extension AccessibleElement {
    /// More of a text nobody has read to them at once, and each viewer is told it.
    private static var longestText: Int { 2000 }

    fileprivate init(_ object: UIResponder, number: Int) {
        let traits = object.accessibilityTraits
        let value = object.accessibilityValue ?? ""
        let role = Self.role(of: object, traits)
        let frame = object.accessibilityFrame
        let isFinite = [frame.minX, frame.minY, frame.width, frame.height].allSatisfy(\.isFinite)
        self.init(
            number, role, label: Self.short(object.accessibilityLabel ?? ""), value: Self.short(value),
            hint: Self.short(object.accessibilityHint ?? ""), frame: isFinite ? frame : .zero)
        isSelected = traits.contains(.selected)
        isEnabled = !traits.contains(.notEnabled)
        if role == .toggle {
            isOn = value.isEmpty ? isSelected : value == "1"
            if value == "1" || value == "0" { self.value = "" }
        }
        actions = (object.accessibilityCustomActions ?? []).prefix(20).map { Self.short($0.name) }
        language = object.accessibilityLanguage
    }

    private static func role(of object: UIResponder, _ traits: UIAccessibilityTraits) -> Role {
        if object is UISwitch || traits.contains(.toggleButton) { return .toggle }
        if traits.contains(.searchField) { return .search }
        if object is any UITextInput, (object as? UIView)?.canBecomeFirstResponder != false { return .field }
        if traits.contains(.adjustable) { return .adjustable }
        if traits.contains(.link) { return .link }
        if traits.contains(.button) || traits.contains(.keyboardKey) { return .button }
        if traits.contains(.header) { return .heading }
        return traits.contains(.image) ? .image : .text
    }

    private static func short(_ text: String) -> String { String(text.prefix(longestText)) }
}
