import Foundation
import Testing
import TileEngine

@testable import TileSessions

@Suite("What a viewer is told of another reading")
struct ElementChangesTests {
    private func element(_ number: Int, _ label: String? = nil) -> AccessibleElement {
        AccessibleElement(number, .button, label: label ?? "\(number)", frame: .zero)
    }

    /// Returns the elements that a viewer has after it received the changes.
    private func applied(_ changes: ElementChanges, to old: [AccessibleElement]) -> [AccessibleElement] {
        var known = Dictionary(uniqueKeysWithValues: old.map { ($0.number, $0) })
        var order = old.map(\.number).filter { !changes.removed.contains($0) }
        for number in changes.removed { known[number] = nil }
        for each in changes.changed { known[each.number] = each }
        if let new = changes.order { order = new }
        return order.compactMap { known[$0] }
    }

    @Test("nothing is nothing, and one that is otherwise is told alone")
    func few() {
        let old = [1, 2, 3].map { element($0) }
        #expect(ElementChanges(from: old, to: old).isEmpty)
        let changes = ElementChanges(from: old, to: [element(1), element(2, "other"), element(3)])
        #expect(changes.changed.map(\.label) == ["other"] && changes.removed.isEmpty && changes.order == nil)
        let less = ElementChanges(from: old, to: [element(1), element(3)])
        #expect(less.changed.isEmpty && less.removed == [2] && less.order == nil)
    }

    @Test("whatever changes, who had the first has the second after it, with what differs alone")
    func all() {
        // All lists of at most three of four numbers. One of the elements has two appearances.
        var lists: [[AccessibleElement]] = [[]]
        let choices = [element(1), element(2), element(3), element(3, "x"), element(4)]
        for one in choices {
            lists.append([one])
            for two in choices where two.number != one.number {
                lists.append([one, two])
                for three in choices where three.number != one.number && three.number != two.number {
                    lists.append([one, two, three])
                }
            }
        }
        for old in lists {
            for new in lists {
                let changes = ElementChanges(from: old, to: new)
                #expect(applied(changes, to: old) == new)
                #expect(changes.isEmpty == (old == new))
                #expect(changes.changed.allSatisfy { !old.contains($0) })
            }
        }
    }
}
