import Foundation
import TileEngine

/// The accessible elements of a screen, in reading order, each identified by a number.
///
/// A view that is an element is read as a whole, without its subviews. In any other view the walk reads
/// `accessibilityElements`, or else the elements that `accessibilityElement(at:)` returns, or else the subviews: from
/// top to bottom, and within a row in the direction of text. Hidden views and the siblings of a modal view are skipped.
/// In a scroll view, content less than the view's own size away is read too. Each object is read once, at its first
/// occurrence, so cycles among elements end. Elements beyond the limits of `AccessibilityWalk` are skipped.
package final class AccessibilityTree {
    private unowned let screen: UIScreen
    private var known: [ObjectIdentifier: Known] = [:]
    private var objects: [Int: Weak] = [:]
    /// The numbers of elements that are not views, by their places. Programs often create such elements on each
    /// request, so their identities are not stable.
    private var places: [AccessibilityWalk.Place: Int] = [:]
    private var next = 1

    private struct Known {
        weak var view: UIView?
        var number: Int
    }

    private struct Weak { weak var object: UIResponder? }

    package init(_ screen: UIScreen) { self.screen = screen }

    /// The number of objects that the last reading visited.
    package private(set) var visits = 0

    /// Reads the screen and returns at most `limit` elements in reading order.
    ///
    /// - Complexity: O(n log n) for the n views on the screen, limited to `AccessibilityWalk.mostVisits` objects.
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
                // Containers that are created on each request may have shared one address, one after the other.
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

    /// The elements of the last reading that are not views. Nothing else retains them if a program creates them on
    /// request.
    private var held: [UIResponder] = []

    private func newNumber() -> Int {
        defer { next += 1 }
        return next
    }

    /// Returns the element with a number in the last reading, or nil if it no longer exists.
    package func object(_ number: Int) -> UIResponder? { objects[number]?.object }

    /// Returns the number of an element in the last reading or, for a view, that of the first element inside it.
    package func number(of object: Any?) -> Int? {
        guard let object = object as? UIResponder else { return nil }
        if let exact = objects.first(where: { $0.value.object === object }) { return exact.key }
        guard let view = object as? UIView else { return nil }
        return objects.filter { ($0.value.object as? UIView)?.isDescendant(of: view) == true }.keys.min()
    }
}

extension AccessibleElement {
    /// The maximum length of a text in characters. Every viewer receives the texts, and nobody listens to a longer one
    /// at once.
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
