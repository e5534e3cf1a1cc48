import Foundation
import TileEngine
import TileSessions

/// A message to a viewer with the accessibility elements that have changed since the last one.
struct ElementsPush: Encodable {
    private var type = "elements"
    private var set: [Element]
    private var removed: [Int]?
    private var order: [Int]?

    private struct Element: Encodable {
        var number: Int
        var role: String
        var label: String
        var value: String?
        var hint: String?
        var frame: [Double]
        var selected: Bool?
        var disabled: Bool?
        var on: Bool?
        var actions: [String]?
        var lang: String?

        init(_ element: AccessibleElement) {
            (number, role, label) = (element.number, element.role.rawValue, element.label)
            value = element.value.isEmpty ? nil : element.value
            hint = element.hint.isEmpty ? nil : element.hint
            let rect = element.frame
            frame = [rect.minX, rect.minY, rect.width, rect.height].map { (Double($0) * 10).rounded() / 10 }
            selected = element.isSelected ? true : nil
            disabled = element.isEnabled ? nil : true
            on = element.isOn ? true : nil
            actions = element.actions.isEmpty ? nil : element.actions
            lang = element.language
        }
    }

    init(_ changes: ElementChanges) {
        set = changes.changed.map { Element($0) }
        removed = changes.removed.isEmpty ? nil : changes.removed
        order = changes.order
    }

    var json: String { SessionPush.json(self) }
}

/// A message to a viewer with an accessibility notice of the content.
struct NoticePush: Encodable {
    private var type = "notice"
    private var text: String?
    /// The element to focus next.
    private var element: Int?

    init(_ notice: AccessibilityNotice) {
        switch notice {
        case .announcement(let text): self.text = text
        case .changed(_, let element, let text): (self.element, self.text) = (element, text)
        }
    }

    var json: String { SessionPush.json(self) }
}
