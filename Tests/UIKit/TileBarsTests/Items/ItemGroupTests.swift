import Foundation
import Testing
import TileDrawing
import TileGraphics
import TileViews

@testable import TileBars

@Suite("Groups of a navigation item's buttons")
struct ItemGroupTests {
    private func button(_ title: String, width: CGFloat = 60) -> UIBarButtonItem {
        let item = UIBarButtonItem(title: title)
        item.width = width
        return item
    }

    private func rig(_ item: UINavigationItem, width: CGFloat = 375, isRegular: Bool = false) -> BarRig<UINavigationBar>
    {
        let bar = UINavigationBar(frame: .zero)
        bar.items = [item]
        return BarRig(bar, width: width) { window in
            window.traitOverrides.horizontalSizeClass = isRegular ? .regular : .compact
        }
    }

    /// The visible titles, from the left.
    private func shown(_ rig: BarRig<UINavigationBar>) -> [String] {
        var found: [(x: CGFloat, title: String)] = []
        func visit(_ view: UIView) {
            if view.isHidden { return }
            if let button = view as? BarItemButton {
                found.append((rig.frame(of: button)?.minX ?? 0, button.item.title ?? button.accessibilityLabel ?? ""))
            }
            view.subviews.forEach(visit)
        }
        visit(rig.bar)
        return found.sorted { $0.x < $1.x }.map(\.title)
    }

    @Test("groups are what the left and right items are, the right ones counted from the edge")
    func lists() {
        let item = UINavigationItem(title: "T")
        let all = ["a", "b", "c", "d"].map { button($0) }
        item.leadingItemGroups = [.fixedGroup(items: [all[0]]), .fixedGroup(items: [all[1]])]
        item.trailingItemGroups = [.fixedGroup(items: [all[2]]), all[3].creatingFixedGroup()]
        #expect(item.leftBarButtonItems?.map(\.title) == ["a", "b"])
        #expect(item.rightBarButtonItems?.map(\.title) == ["d", "c"])
        #expect(all[3].buttonGroup === item.trailingItemGroups[1])
        item.rightBarButtonItems = [all[0], all[1]]
        #expect(item.trailingItemGroups.map { $0.barButtonItems.map(\.title) } == [["b", "a"]])
        #expect(item.trailingItemGroups[0] === item.trailingItemGroups[0])
        item.rightBarButtonItems = nil
        #expect(item.trailingItemGroups.isEmpty)
        item.leadingItemGroups[0].barButtonItems.append(all[2])
        #expect(item.leftBarButtonItems?.map(\.title) == ["a", "c", "b"])
    }

    @Test("in the bar they stand as they are read, the pinned group at the trailing edge")
    func places() {
        let item = UINavigationItem(title: "T")
        let all = ["a", "b", "c", "d", "e"].map { button($0, width: 30) }
        item.leadingItemGroups = [.fixedGroup(items: [all[0]])]
        item.trailingItemGroups = [.fixedGroup(items: [all[1], all[2]]), .fixedGroup(items: [all[3]])]
        item.pinnedTrailingGroup = .fixedGroup(items: [all[4]])
        let rig = rig(item)
        #expect(shown(rig) == ["a", "b", "c", "d", "e"])
        item.trailingItemGroups[0].isHidden = true
        rig.frame()
        #expect(shown(rig) == ["a", "d", "e"])
        rig.bar.semanticContentAttribute = .forceRightToLeft
        rig.frame()
        #expect(shown(rig) == ["e", "d", "a"])
        item.pinnedTrailingGroup = nil
        rig.frame()
        #expect(shown(rig) == ["d", "a"])
    }

    @Test("without room a representative stands for its group, the innermost first, the pinned one last")
    func representatives() {
        let item = UINavigationItem(title: "T")
        let more = ["R", "S", "P"].map { button($0, width: 30) }
        item.leadingItemGroups = [.fixedGroup(representativeItem: more[0], items: [button("a"), button("b")])]
        item.trailingItemGroups = [.fixedGroup(representativeItem: more[1], items: [button("c"), button("d")])]
        item.pinnedTrailingGroup = .fixedGroup(representativeItem: more[2], items: [button("e"), button("f")])
        for (width, expected) in [
            (700, ["a", "b", "c", "d", "e", "f"]), (450, ["R", "c", "d", "e", "f"]), (360, ["R", "S", "e", "f"]),
            (220, ["R", "S", "P"]),
        ] as [(CGFloat, [String])] {
            let rig = rig(item, width: width)
            #expect(shown(rig) == expected)
            #expect(item.leadingItemGroups[0].isDisplayingRepresentativeItem == expected.contains("R"))
            #expect(item.pinnedTrailingGroup?.isDisplayingRepresentativeItem == expected.contains("P"))
        }
    }

    @Test("a representative shows the group's items as a menu, unless it does something itself")
    func menu() throws {
        var done: [String] = []
        let act = UIBarButtonItem(title: "a", primaryAction: UIAction(title: "a") { _ in done.append("a") })
        let inner = UIBarButtonItem(title: "b", menu: UIMenu(children: [UIAction(title: "x") { _ in }]))
        let stands = UIBarButtonItem(title: "R")
        let hidden = UIBarButtonItem(title: "c")
        hidden.isHidden = true
        let group = UIBarButtonItemGroup(
            barButtonItems: [act, inner, hidden, .flexibleSpace()], representativeItem: stands)
        let item = UINavigationItem(title: "A title that takes all the room that there is in the bar, and more")
        item.leadingItemGroups = [group]
        let rig = rig(item)
        #expect(shown(rig) == ["R"] && group.isDisplayingRepresentativeItem)
        let menu = try #require(stands.shownMenu)
        #expect(menu.children.map(\.title) == ["a", "b"] && menu.children[1] is UIMenu)
        let first = try #require(menu.children[0] as? UIAction)
        first.performWithSender(nil, target: nil)
        #expect(done == ["a"])
        rig.tap(stands.shownView)
        #expect(rig.window.subviews.contains { $0 is MenuOverlay })
        stands.primaryAction = UIAction { _ in done.append("R") }
        #expect(stands.shownMenu == nil)
    }

    @Test("the center stands in the middle where the style gives the title the leading place, else in a menu")
    func center() throws {
        let item = UINavigationItem(title: "T")
        item.leadingItemGroups = [.fixedGroup(items: [button("a", width: 30)])]
        item.centerItemGroups = [.fixedGroup(items: [button("c", width: 40), button("d", width: 40)])]
        item.pinnedTrailingGroup = .fixedGroup(items: [button("z", width: 30)])
        #expect(shown(rig(item, width: 900, isRegular: true)) == ["a", "z"])
        item.style = .editor
        let wide = rig(item, width: 900, isRegular: true)
        #expect(shown(wide) == ["a", "c", "d", "z"])
        let content = try #require(wide.bar.shownContent)
        let (c, d) = (
            try #require(wide.frame(of: content.buttons.first { $0.item.title == "c" })),
            try #require(wide.frame(of: content.buttons.first { $0.item.title == "d" }))
        )
        #expect(abs((c.minX + d.maxX) / 2 - 450) <= 1)
        let title = try #require(wide.frame(of: content.titleHolder))
        #expect(title.minX < 100)
        let narrow = rig(item)
        #expect(shown(narrow) == ["a", "More", "z"])
        let overflow = try #require(narrow.bar.shownContent?.buttons.first { $0.item.title == nil })
        let groups = try #require(overflow.item.menu).children.compactMap { $0 as? UIMenu }
        #expect(groups.map { $0.children.map(\.title) } == [["c", "d"]])
        // In a wide window without room for them, too.
        item.centerItemGroups = [.fixedGroup(items: [button("c", width: 500)])]
        #expect(shown(rig(item, width: 500, isRegular: true)) == ["a", "More", "z"])
    }

    @Test("an archive has the items, and who stands for them; an empty one is an empty group")
    func archive() throws {
        let group = UIBarButtonItemGroup(barButtonItems: [button("a"), button("b")], representativeItem: button("R"))
        (group.alwaysAvailable, group.isHidden) = (true, true)
        let copy = try #require(try archivedCopy(of: group))
        #expect(copy.barButtonItems.map(\.title) == ["a", "b"] && copy.representativeItem?.title == "R")
        #expect(copy.alwaysAvailable && copy.isHidden && copy.barButtonItems[0].buttonGroup === copy)
        let empty = try #require(try fromEmptyArchive(UIBarButtonItemGroup.self))
        #expect(empty.barButtonItems.isEmpty && empty.representativeItem == nil)
        #expect(
            UIBarButtonItemGroup.optionalGroup(
                customizationIdentifier: "x", isInDefaultCustomization: false, items: []
            ).isHidden)
    }
}
