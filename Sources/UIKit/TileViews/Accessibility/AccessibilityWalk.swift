import Foundation

/// A walk over the elements on a screen in reading order.
///
/// Elements that a program returns may contain themselves or have no end. The walk visits each object once and limits
/// both the depth and the number of objects.
struct AccessibilityWalk {
    /// The identity of an element that is not a view.
    struct Place: Hashable {
        var container: ObjectIdentifier
        var index: Int
    }

    struct Found {
        var object: UIResponder
        /// The element's place; nil for a view.
        var place: Place?
    }

    /// The maximum depth of nested containers: far more than an interface has, far less than a thread's stack holds.
    static let mostDepth = 200
    /// The maximum number of visited objects. Reading more would take longer than a frame may wait.
    static let mostVisits = 20_000

    private(set) var found: [Found] = []
    private(set) var visits = 0
    private let limit: Int
    private var depth = 0
    /// The visited objects. They are retained because a deallocated object's address, and so its identifier, can be
    /// reused.
    private var seen: [ObjectIdentifier: UIResponder] = [:]

    init(limit: Int) { self.limit = limit }

    private var isDone: Bool { found.count >= limit || visits >= Self.mostVisits }

    /// Counts an object and returns whether this is the first visit to it.
    private mutating func enter(_ object: UIResponder) -> Bool {
        visits += 1
        return seen.updateValue(object, forKey: ObjectIdentifier(object)) == nil
    }

    /// Visits a view and its content.
    ///
    /// - Parameter clip: The visible area in screen coordinates. Elements outside it are skipped.
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

    /// Visits the elements that a container provides.
    ///
    /// - Returns: Whether the container has elements of its own, or an explicit empty list.
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

    /// Returns the views in reading order, rows from top to bottom. If one of them is modal, returns only that.
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
            // A view that begins below the middle of the row's first view starts a new row.
            if let first = row.first, each.1.minY >= first.1.midY { endRow() }
            row.append(each)
        }
        endRow()
        return ordered
    }
}
