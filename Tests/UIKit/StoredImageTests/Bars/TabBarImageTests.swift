import Foundation
import Testing
import TileBars
import TileDrawing
import TileViews

@Suite("Tab bars as stored", .enabled(if: Font.isSystem))
struct TabBarImageTests {
    private func bar(_ items: [UITabBarItem.SystemItem], badges: [String?] = [], selected: Int = 0) -> UITabBar {
        let bar = UITabBar(frame: .zero)
        bar.items = items.enumerated().map { UITabBarItem(tabBarSystemItem: $1, tag: $0) }
        for (index, badge) in badges.enumerated() { bar.items?[index].badgeValue = badge }
        bar.selectedItem = bar.items?[selected]
        return bar
    }

    private func bars() -> [UITabBar] {
        [
            bar([.favorites, .recents, .contacts, .search], badges: ["3", nil, nil, ""], selected: 1),
            bar([.featured, .topRated, .downloads, .bookmarks, .more], badges: [nil, "New", nil, "128"], selected: 4),
            bar([.mostViewed, .history], selected: 0),
        ]
    }

    @Test("images above titles, in light and in dark, and from right to left")
    func stacked() throws {
        let size = CGSize(width: 375, height: 84)
        let cells = zip(bars(), bars()).flatMap { light, dark in
            [BarStage(light, .bottom, size: size), BarStage(dark, .bottom, size: size, style: .dark)]
        }
        let mirrored = BarStage(bars()[0], .bottom, size: size, isRightToLeft: true)
        let largest = BarStage(bars()[1], .bottom, size: size, text: .accessibilityExtraExtraExtraLarge)
        try expectImage(
            "tab-bars", Sheet(columns: 2, width: size.width, height: size.height).views(cells + [mirrored, largest]))
    }

    @Test("images before titles, in wide windows and in ones that are not high")
    func inline() throws {
        let size = CGSize(width: 768, height: 72)
        let own = bars()[0]
        own.tintColor = .systemPink
        own.unselectedItemTintColor = .systemBrown
        own.standardAppearance.configureWithOpaqueBackground()
        own.items?[0].badgeColor = .systemGreen
        let cells = [
            BarStage(bars()[0], .bottom, size: size, isWide: true),
            BarStage(bars()[1], .bottom, size: size, isCompact: true),
            BarStage(bars()[1], .bottom, size: size, style: .dark, isRightToLeft: true, isWide: true),
            BarStage(own, .bottom, size: size, isWide: true),
        ]
        try expectImage("tab-bars-inline", Sheet(columns: 1, width: size.width, height: size.height).views(cells))
    }
}
