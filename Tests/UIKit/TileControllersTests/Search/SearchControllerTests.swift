import Foundation
import TestSupport
import Testing
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
}
