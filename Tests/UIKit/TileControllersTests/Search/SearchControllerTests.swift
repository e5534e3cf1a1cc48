import Foundation
import TestSupport
import Testing
import TileBars
import TileControllers
import TileTyping
import TileViews

@Suite("A search controller")
struct SearchControllerTests {
    private let rig = ControllerRig()
    private let root: Teller

    final class Updater: UISearchResultsUpdating, UISearchControllerDelegate {
        var lines: [String] = []
        func updateSearchResults(for searchController: UISearchController) {
            lines.append("update \(searchController.searchBar.text ?? "-")")
        }
        func willPresentSearchController(_ searchController: UISearchController) { lines.append("will present") }
        func didPresentSearchController(_ searchController: UISearchController) { lines.append("did present") }
        func willDismissSearchController(_ searchController: UISearchController) { lines.append("will dismiss") }
        func didDismissSearchController(_ searchController: UISearchController) { lines.append("did dismiss") }
    }

    init() {
        root = Teller("o", rig.diary)
        rig.show(root)
        rig.screen.keyboard.caretBlinkPeriod = 0
    }

    @Test("begins as its bar is edited, shows results while there is a text, and ends by its cancel button")
    func searching() {
        let results = Teller("r", rig.diary)
        let search = UISearchController(searchResultsController: results)
        let updater = Updater()
        search.searchResultsUpdater = updater
        search.delegate = updater
        search.searchBar.frame = CGRect(x: 0, y: 100, width: 390, height: 56)
        root.view.addSubview(search.searchBar)
        rig.frame()
        #expect(!search.isActive)
        search.searchBar.becomeFirstResponder()
        rig.frame()
        #expect(search.isActive && search.searchBar.showsCancelButton)
        #expect(results.parent == nil)
        rig.screen.textInput.insertText("b")
        rig.frame()
        #expect(results.parent === root)
        #expect(results.view.frame == CGRect(x: 0, y: 156, width: 390, height: 688))
        rig.settle()
        let finger = TouchSequence(on: rig.screen)
        finger.tap(at: CGPoint(x: 360, y: 128), timestamp: rig.clock.now)
        rig.settle()
        #expect(!search.isActive && !search.searchBar.isFirstResponder)
        #expect(results.parent == nil)
        #expect(
            updater.lines == [
                "will present", "update ", "did present", "update b", "will dismiss", "update ", "did dismiss",
            ])
    }

    /// A table in a navigation controller with large titles, and a search in its item.
    private func searchableTable(_ search: UISearchController) -> (UINavigationController, UIScrollView) {
        let page = UIViewController()
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
        scroll.contentSize = CGSize(width: 390, height: 3000)
        scroll.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        page.view = scroll
        page.navigationItem.title = "Cities"
        page.navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .add)
        page.navigationItem.searchController = search
        let navigation = UINavigationController(rootViewController: page)
        navigation.navigationBar.prefersLargeTitles = true
        rig.show(navigation)
        return (navigation, scroll)
    }

    @Test("in a navigation item its bar lies below the large title, and scrolling hides it before the title")
    func navigationItem() throws {
        let search = UISearchController()
        #expect(search.searchResultsController == nil)
        let (navigation, scroll) = searchableTable(search)
        let bar = navigation.navigationBar
        // Row, large title and search bar.
        #expect(bar.frame.height == 148)
        let top = bar.frame.minY
        func searchFrame() -> CGRect { search.searchBar.convert(search.searchBar.bounds, to: bar) }
        #expect(searchFrame() == CGRect(x: 0, y: 96, width: 390, height: 52))
        #expect(scroll.contentOffset.y == -(top + 148))
        scroll.contentOffset.y = -(top + 148) + 30
        rig.frame()
        #expect(bar.frame.height == 118 && bar.largeTitleFraction == 1)
        #expect(searchFrame().maxY == 118)
        scroll.contentOffset.y = -(top + 148) + 78
        rig.frame()
        #expect(bar.frame.height == 70 && bar.largeTitleFraction == 0.5)
        scroll.contentOffset.y = 500
        rig.frame()
        #expect(bar.frame.height == 44)
        navigation.topViewController?.navigationItem.hidesSearchBarWhenScrolling = false
        rig.frame()
        #expect(bar.frame.height == 96 && bar.largeTitleFraction == 0)
        navigation.topViewController?.navigationItem.searchController = nil
        rig.frame()
        #expect(bar.frame.height == 44 && search.searchBar.superview == nil)
    }

    @Test("an active search of an item replaces title and buttons, shows scopes and results, and Cancel restores all")
    func activeItem() throws {
        let results = UIViewController()
        let search = UISearchController(searchResultsController: results)
        search.searchBar.scopeButtonTitles = ["All", "Near"]
        let updater = Updater()
        search.searchResultsUpdater = updater
        let (navigation, _) = searchableTable(search)
        let (bar, page) = (navigation.navigationBar, try #require(navigation.topViewController))
        let top = bar.frame.minY
        search.isActive = true
        rig.settle()
        // The search bar and its scopes.
        #expect(bar.frame == CGRect(x: 0, y: top, width: 390, height: 96))
        #expect(search.searchBar.isFirstResponder && search.searchBar.showsCancelButton)
        rig.screen.textInput.insertText("b")
        rig.frame()
        #expect(results.parent === page && updater.lines == ["update ", "update b"])
        #expect(results.view.convert(results.view.bounds, to: nil).minY == top + 96)
        search.isActive = false
        rig.settle()
        #expect(results.parent == nil && bar.frame.height == 148)
        search.hidesNavigationBarDuringPresentation = false
        search.isActive = true
        rig.settle()
        #expect(bar.frame.height == 192)
    }

    @Test("a searched scroll view stays where it is, and nothing remains of a search that ends under another page")
    func endingUnderAnotherPage() throws {
        let results = UIViewController()
        let search = UISearchController(searchResultsController: results)
        let (navigation, scroll) = searchableTable(search)
        let page = try #require(navigation.topViewController)
        let count = scroll.subviews.count
        for text in ["", "b"] {
            search.isActive = true
            if !text.isEmpty { rig.screen.textInput.insertText(text) }
            rig.settle()
            #expect(!scroll.isScrollEnabled && scroll.subviews.count == count + 1)
            #expect(results.parent === (text.isEmpty ? nil : page))
            navigation.pushViewController(UIViewController(), animated: false)
            rig.settle()
            search.isActive = false
            navigation.popViewController(animated: false)
            rig.settle()
            #expect(scroll.isScrollEnabled && scroll.subviews.count == count && results.parent == nil)
        }
    }
}
