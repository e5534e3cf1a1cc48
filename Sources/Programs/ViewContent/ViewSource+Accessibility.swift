import Foundation
public import TileEngine
import TileSupport
import TileViews

/// The accessibility notices of a tree and their listeners.
///
/// A tree posts notices within an update. The elements they name are known by number once the frame of the update is
/// complete.
final class ContentNotices: Sendable {
    private struct State {
        var all: [Int: @Sendable (AccessibilityNotice) -> Void] = [:]
        var next = 0
    }

    private let state = Lock(State())

    var isEmpty: Bool { state.withLock { $0.all.isEmpty } }

    func add(_ onNotice: @escaping @Sendable (AccessibilityNotice) -> Void) -> Int {
        state.withLock { state in
            defer { state.next += 1 }
            state.all[state.next] = onNotice
            return state.next
        }
    }

    func remove(_ number: Int) { _ = state.withLock { $0.all.removeValue(forKey: number) } }

    /// Sends notices to every listener.
    func send(_ notices: [AccessibilityNotice]) {
        for each in state.withLock({ Array($0.all.values) }) { for notice in notices { each(notice) } }
    }
}

/// A reader for a tree's accessibility elements, which also performs their actions.
final class TreeReader {
    let tree: AccessibilityTree
    private let screen: UIScreen
    private var posted: [(notification: UIAccessibility.Notification, text: String?, object: AnyObject?)] = []
    /// The limit of the latest reading.
    private var limit = 0

    /// The largest number of notices kept at a time. Nobody listens to more.
    private static let mostNotices = 20
    private static let longestText = 2000

    init(_ screen: UIScreen) {
        self.screen = screen
        tree = AccessibilityTree(screen)
    }

    /// Starts collecting the notices that are posted.
    func listen() {
        screen.noticeHandler = { [weak self] notification, argument in
            guard let self, posted.count < Self.mostNotices else { return }
            let text = argument as? String ?? (argument as? NSAttributedString)?.string
            posted.append(
                (notification, text.map { String($0.prefix(Self.longestText)) }, argument.map { $0 as AnyObject }))
        }
    }

    func read(limit: Int) -> [AccessibleElement] {
        self.limit = limit
        return tree.read(limit: limit)
    }

    /// Returns the notices posted since the last call. Call it when the frame is complete.
    func takeNotices() -> [AccessibilityNotice] {
        guard !posted.isEmpty else { return [] }
        defer { posted = [] }
        if posted.contains(where: { $0.text == nil && $0.object != nil }) { _ = tree.read(limit: max(limit, 1)) }
        return posted.compactMap { notification, text, object -> AccessibilityNotice? in
            switch notification {
            case .announcement, .pageScrolled: text.map { AccessibilityNotice.announcement($0) }
            case .screenChanged, .layoutChanged:
                .changed(
                    isWhole: notification == .screenChanged, element: text == nil ? tree.number(of: object) : nil,
                    text: text)
            default: nil
            }
        }
    }

    /// Performs an accessibility action on an element.
    ///
    /// - Parameter tap: A closure that taps a point on the screen.
    func perform(_ action: AccessibleAction, on number: Int, tap: (CGPoint) -> Void) {
        guard let object = tree.object(number) else { return }
        switch action {
        case .activate:
            show(object)
            guard !object.accessibilityTraits.contains(.notEnabled), !object.accessibilityActivate() else { return }
            tap(object.accessibilityActivationPoint)
        case .increment: object.accessibilityIncrement()
        case .decrement: object.accessibilityDecrement()
        case .escape: escape(object)
        case .focus:
            show(object)
            object.accessibilityElementDidBecomeFocused()
        case .other(let index):
            guard let actions = object.accessibilityCustomActions, actions.indices.contains(index) else { return }
            actions[index].perform()
        }
    }

    /// Scrolls an element into view.
    private func show(_ object: UIResponder) {
        let view = object as? UIView ?? container(of: object)
        var ancestor = object is UIView ? view?.superview : view
        while let each = ancestor {
            if let scroll = each as? UIScrollView {
                let place = scroll.convert(object.accessibilityFrame, from: nil)
                if !scroll.bounds.contains(place) { scroll.scrollRectToVisible(place, animated: false) }
            }
            ancestor = each.superview
        }
        view?.window?.layoutIfNeeded()
    }

    /// Performs the escape action on the first object that handles it, from the element outward.
    private func escape(_ object: UIResponder) {
        var responder: UIResponder? = object is UIView ? object : container(of: object) ?? object
        while let each = responder {
            if each.accessibilityPerformEscape() { return }
            responder = each.next
        }
    }

    private func container(of object: UIResponder) -> UIView? {
        (object as? UIAccessibilityElement)?.containerView
    }
}

extension ViewSource: AccessibleTileSource {
    public func accessibleElements(limit: Int) -> [AccessibleElement] {
        settle()
        return read { $0.reader.read(limit: limit) }
    }

    /// Performs an accessibility action. All viewers share the tree.
    public func perform(_ action: AccessibleAction, on number: Int) {
        settle()
        change(isOwn: true) { stage in
            stage.reader.perform(action, on: number) { place in
                let finger = ContentTouch.Finger(person: .max, number: 0)
                _ = stage.fingers.play([
                    ContentTouch(finger, .began, at: place), ContentTouch(finger, .ended, at: place),
                ])
            }
        }
    }

    public func subscribeToNotices(
        _ onNotice: @escaping @Sendable (AccessibilityNotice) -> Void
    ) -> TileChangeSubscription {
        let number = notices.add(onNotice)
        read { $0.reader.listen() }
        return TileChangeSubscription { [notices] in notices.remove(number) }
    }
}
