import Testing

@testable import TileLists

@Suite("Snapshots of a section")
struct SectionSnapshotTests {
    private var tree: NSDiffableDataSourceSectionSnapshot<String> {
        var tree = NSDiffableDataSourceSectionSnapshot<String>()
        tree.append(["a", "b"])
        tree.append(["a1", "a2"], to: "a")
        tree.append(["a1x"], to: "a1")
        return tree
    }

    @Test("items follow those that they are under; only what is expanded shows them")
    func order() {
        var tree = tree
        #expect(tree.items == ["a", "a1", "a1x", "a2", "b"] && tree.visibleItems == ["a", "b"])
        tree.expand(["a"])
        #expect(tree.visibleItems == ["a", "a1", "a2", "b"] && tree.isVisible("a1") && !tree.isVisible("a1x"))
        #expect(tree.level(of: "a1x") == 2 && tree.parent(of: "a1x") == "a1" && tree.parent(of: "a") == nil)
        #expect(tree.index(of: "a2") == 3 && tree.rootItems == ["a", "b"])
        tree.collapse(["a"])
        #expect(!tree.isExpanded("a") && tree.visibleItems == ["a", "b"])
    }

    @Test("parts are inserted, replaced and taken out")
    func parts() {
        var tree = tree
        tree.insert(["c"], before: "b")
        tree.insert(["d"], after: "a")
        #expect(tree.items == ["a", "a1", "a1x", "a2", "d", "c", "b"])
        var part = NSDiffableDataSourceSectionSnapshot<String>()
        part.append(["x"])
        part.append(["y"], to: "x")
        #expect(tree.insert(part, after: "a1") == "x")
        #expect(tree.items == ["a", "a1", "a1x", "x", "y", "a2", "d", "c", "b"] && tree.level(of: "y") == 2)
        #expect(tree.snapshot(of: "a").items == ["a1", "a1x", "x", "y", "a2"])
        #expect(tree.snapshot(of: "x", includingParent: true).items == ["x", "y"])
        tree.delete(["a1"])
        tree.replace(childrenOf: "a", using: part)
        #expect(tree.items == ["a", "x", "y", "d", "c", "b"] && !tree.contains("a2"))
        tree.deleteAll()
        #expect(tree.items.isEmpty)
    }

    @Test("an outline a hundred thousand deep is no matter")
    func depth() {
        var tree = NSDiffableDataSourceSectionSnapshot<Int>()
        tree.append([0])
        for number in 1..<100_000 {
            tree.append([number], to: number - 1)
        }
        tree.expand(Array(0..<100_000))
        #expect(tree.visibleItems.count == 100_000 && tree.level(of: 99_999) == 99_999)
        tree.delete([1])
        #expect(tree.items == [0])
    }

    @Test("an item twice, or one that is not there, is UIKit's mistake")
    func mistakes() {
        var outline = tree.outline
        #expect(throws: ListInconsistency.self) { try outline.append(["a1"], to: "b") }
        #expect(throws: ListInconsistency.self) { try outline.append(["z", "z"], to: nil) }
        #expect(throws: ListInconsistency.self) { try outline.insert(["z"], beside: "q", offset: 0) }
        #expect(throws: ListInconsistency.self) { try outline.setExpanded(["q"], true) }
        #expect(throws: ListInconsistency.self) { _ = try outline.part(below: "q", includingParent: true) }
        #expect(outline.items(onlyVisible: false) == tree.items)
    }
}
