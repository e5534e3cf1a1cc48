import Foundation
import TileEngine

/// What of a screen is read to those who do not see it, in order, and what is asked of it by number.
///
/// A view that is an element is read, and nothing in it. Of others, `accessibilityElements` are read, or else what
/// `accessibilityElement(at:)` gives, or else their subviews: from above to below, and in a row as text runs. What is
/// hidden is left out, and what lies beside a modal view. In a scroll view, what is less than its size away is read
/// too.
package final class AccessibilityTree {
    private unowned let screen: UIScreen
    private var known: [ObjectIdentifier: Known] = [:]
    private var objects: [Int: Weak] = [:]
    /// Elements are often made anew whenever they are asked for: they are known by their places.
    private var places: [Place: Int] = [:]
    private var next = 1

    private struct Known {
        weak var view: UIView?
        var number: Int
    }

    private struct Weak { weak var object: UIResponder? }

    private struct Place: Hashable {
        var container: ObjectIdentifier
        var index: Int
    }

    package init(_ screen: UIScreen) { self.screen = screen }

    /// - Complexity: the views on the screen, sorted in each superview.
    package func read(limit: Int) -> [AccessibleElement] {
        var walk = Walk(limit: limit)
        let bounds = screen.bounds
        let windows = screen.windows.filter { !$0.isHidden }
        for window in windows.last(where: \.accessibilityViewIsModal).map({ [$0] }) ?? windows {
            walk.visit(window, within: bounds)
        }
        var (newKnown, newObjects, newPlaces): ([ObjectIdentifier: Known], [Int: Weak], [Place: Int]) = ([:], [:], [:])
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

    // MARK: Walking

    private struct Walk {
        struct Found {
            var object: UIResponder
            /// Of what is no view.
            var place: Place?
        }

        var found: [Found] = []
        let limit: Int

        init(limit: Int) { self.limit = limit }

        /// - Parameter clip: on the screen; what lies beyond it is left out.
        mutating func visit(_ view: UIView, within clip: CGRect) {
            guard found.count < limit, !view.isHidden, view.alpha >= 0.01, !view.accessibilityElementsHidden else {
                return
            }
            let place = view.convert(view.bounds, to: nil)
            guard place.isEmpty || place.intersects(clip) else { return }
            if view.isAccessibilityElement {
                if !place.isEmpty { found.append(Found(object: view, place: nil)) }
                return
            }
            var clip = clip
            if view is UIScrollView { clip = place.insetBy(dx: -place.width, dy: -place.height) }
            if let elements = view.accessibilityElements {
                visit(elements, of: view, within: clip)
                return
            }
            let count = min(view.accessibilityElementCount(), limit)
            if count > 0 {
                visit((0..<count).compactMap { view.accessibilityElement(at: $0) }, of: view, within: clip)
                return
            }
            for subview in Self.inOrder(view.subviews, of: view) { visit(subview, within: clip) }
        }

        private mutating func visit(_ elements: [Any], of container: UIResponder, within clip: CGRect) {
            for (index, element) in elements.enumerated() where found.count < limit {
                switch element {
                case let view as UIView: visit(view, within: clip)
                case let element as UIResponder:
                    guard !element.accessibilityElementsHidden else { continue }
                    if element.isAccessibilityElement {
                        guard element.accessibilityFrame.intersects(clip) else { continue }
                        let place = Place(container: ObjectIdentifier(container), index: index)
                        found.append(Found(object: element, place: place))
                    } else if let inner = element.accessibilityElements {
                        visit(inner, of: element, within: clip)
                    }
                default: continue
                }
            }
        }

        /// As they are read: the modal ones alone where there are some; rows from above to below.
        private static func inOrder(_ views: [UIView], of superview: UIView) -> [UIView] {
            if views.count < 2 { return views }
            let shown = views.filter { !$0.isHidden }
            if let modal = shown.last(where: \.accessibilityViewIsModal) { return [modal] }
            let sorted = shown.map { ($0, $0.frame) }.enumerated().sorted {
                ($0.element.1.minY, $0.offset) < ($1.element.1.minY, $1.offset)
            }.map(\.element)
            let isRightToLeft = superview.effectiveUserInterfaceLayoutDirection == .rightToLeft
            var ordered: [UIView] = []
            var row: [(UIView, CGRect)] = []
            func endRow() {
                ordered += row.enumerated().sorted { one, other in
                    let (left, right) = (one.element.1, other.element.1)
                    let (a, b) = isRightToLeft ? (-left.maxX, -right.maxX) : (left.minX, right.minX)
                    return (a, one.offset) < (b, other.offset)
                }.map(\.element.0)
                row = []
            }
            for each in sorted {
                // One that begins below the first's middle is in another row.
                if let first = row.first, each.1.minY >= first.1.midY { endRow() }
                row.append(each)
            }
            endRow()
            return ordered
        }
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
