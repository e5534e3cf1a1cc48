import Foundation

/// A walk over what is on a screen, in the order in which it is read.
///
/// What programs hand out may hold itself, or be without end: each object is visited once, so deep, and so many of
/// them.
struct AccessibilityWalk {
    /// By which an element is known that is no view.
    struct Place: Hashable {
        var container: ObjectIdentifier
        var index: Int
    }

    struct Found {
        var object: UIResponder
        /// Of what is no view.
        var place: Place?
    }

    /// Containers within each other: far more than any interface has, far less than a thread's stack holds.
    static let mostDepth = 200
    /// Objects that are looked at: beyond, reading would take longer than a frame may wait.
    static let mostVisits = 20_000

    private(set) var found: [Found] = []
    private(set) var visits = 0
    private let limit: Int
    private var depth = 0
    /// Kept as long as their identifiers are: an object that is made and gone leaves its address to the next.
    private var seen: [ObjectIdentifier: UIResponder] = [:]

    init(limit: Int) { self.limit = limit }

    private var isDone: Bool { found.count >= limit || visits >= Self.mostVisits }

    /// Counts an object; false for one that was seen before.
    private mutating func enter(_ object: UIResponder) -> Bool {
        visits += 1
        return seen.updateValue(object, forKey: ObjectIdentifier(object)) == nil
    }

    /// - Parameter clip: on the screen; what lies beyond it is left out.
    mutating func visit(_ view: UIView, within clip: CGRect) {
        guard !isDone, depth < Self.mostDepth, enter(view) else { return }
        depth += 1
        defer { depth -= 1 }
        guard !view.isHidden, view.alpha >= 0.01, !view.accessibilityElementsHidden else { return }
        let place = view.convert(view.bounds, to: nil)
        guard place.isEmpty || place.intersects(clip) else { return }
        if view.isAccessibilityElement {
            if !place.isEmpty { found.append(Found(object: view, place: nil)) }
            return
        }
        var clip = clip
        if view is UIScrollView { clip = place.insetBy(dx: -place.width, dy: -place.height) }
        if visitElements(of: view, within: clip) { return }
        let subviews = view.subviews.prefix(max(0, Self.mostVisits - visits))
        for subview in Self.inOrder(subviews, of: view) {
            if isDone { return }
            visit(subview, within: clip)
        }
    }

    /// - Returns: whether the container has elements of its own, or says that it has none.
    private mutating func visitElements(of container: UIResponder, within clip: CGRect) -> Bool {
        if let elements = container.accessibilityElements {
            for (index, element) in elements.enumerated() {
                if isDone { break }
                visit(element, at: index, of: container, within: clip)
            }
            return true
        }
        let count = container.accessibilityElementCount()
        guard count > 0 else { return false }
        for index in 0..<count {
            if isDone { break }
            guard let element = container.accessibilityElement(at: index) else {
                visits += 1
                continue
            }
            visit(element, at: index, of: container, within: clip)
        }
        return true
    }

    private mutating func visit(_ element: Any, at index: Int, of container: UIResponder, within clip: CGRect) {
        if let view = element as? UIView { return visit(view, within: clip) }
        guard let element = element as? UIResponder else {
            visits += 1
            return
        }
        guard depth < Self.mostDepth, enter(element), !element.accessibilityElementsHidden else { return }
        if element.isAccessibilityElement {
            guard element.accessibilityFrame.intersects(clip) else { return }
            let place = Place(container: ObjectIdentifier(container), index: index)
            found.append(Found(object: element, place: place))
            return
        }
        depth += 1
        defer { depth -= 1 }
        _ = visitElements(of: element, within: clip)
    }

    /// As they are read: the modal ones alone where there are some; rows from above to below.
    private static func inOrder(_ views: ArraySlice<UIView>, of superview: UIView) -> [UIView] {
        if views.count < 2 { return Array(views) }
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
