import Foundation
import Testing
import TileDrawing
import TileViews

@testable import TileBars

@Suite("Navigation items")
struct NavigationItemTests {
    @Test("one item is the first of a list, and setting it sets the list")
    func lists() {
        let item = UINavigationItem(title: "A")
        let (one, two) = (UIBarButtonItem(systemItem: .add), UIBarButtonItem(systemItem: .edit))
        item.rightBarButtonItems = [one, two]
        #expect(item.rightBarButtonItem === one)
        item.rightBarButtonItem = two
        #expect(item.rightBarButtonItems?.count == 1 && item.rightBarButtonItem === two)
        item.setLeftBarButtonItems([one], animated: false)
        #expect(item.leftBarButtonItem === one)
        item.leftBarButtonItem = nil
        #expect(item.leftBarButtonItems == nil)
    }

    @Test("what leads back says the back item's title, the back title, the title, or Back")
    func backTitles() {
        let item = UINavigationItem()
        #expect(item.shownBackTitle == "Back")
        item.title = "Mail"
        #expect(item.shownBackTitle == "Mail")
        item.backButtonTitle = "Post"
        #expect(item.shownBackTitle == "Post")
        item.backBarButtonItem = UIBarButtonItem(title: "Letters")
        #expect(item.shownBackTitle == "Letters")
        item.title = ""
        item.backBarButtonItem = nil
        item.backButtonTitle = nil
        #expect(item.shownBackTitle == "Back")
    }

    @Test("archives keep titles, buttons and modes")
    func archives() throws {
        let item = UINavigationItem(title: "A")
        (item.prompt, item.backButtonTitle, item.hidesBackButton) = ("P", "B", true)
        (item.largeTitleDisplayMode, item.backButtonDisplayMode) = (.always, .minimal)
        item.rightBarButtonItems = [UIBarButtonItem(systemItem: .add), UIBarButtonItem(systemItem: .edit)]
        let copy = try #require(try archivedCopy(of: item))
        #expect(copy.title == "A" && copy.prompt == "P" && copy.backButtonTitle == "B" && copy.hidesBackButton)
        #expect(copy.largeTitleDisplayMode == .always && copy.backButtonDisplayMode == .minimal)
        #expect(copy.rightBarButtonItems?.compactMap(\.systemItem) == [.add, .edit] && copy.leftBarButtonItems == nil)
        #expect(try fromEmptyArchive(UINavigationItem.self)?.title == nil)
    }
}
