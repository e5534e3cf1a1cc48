import Foundation
import Testing
import TileBars
import TileTyping
import TileViews

@Suite("A search bar")
struct SearchBarTests {
    final class Diary: NSObject, UISearchBarDelegate {
        var lines: [String] = []

        func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool {
            lines.append("shouldBegin")
            return true
        }
        func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) { lines.append("didBegin") }
        func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
            lines.append("text \(searchText)")
        }
        func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { lines.append("search") }
        func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { lines.append("cancel") }
        func searchBarTextDidEndEditing(_ searchBar: UISearchBar) { lines.append("didEnd") }
        func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {
            lines.append("scope \(selectedScope)")
        }
    }

    @Test("tells its delegate of text, search, scopes and cancelling")
    func delegate() {
        let bar = UISearchBar()
        let diary = Diary()
        bar.delegate = diary
        bar.showsCancelButton = true
        bar.scopeButtonTitles = ["All", "Trains"]
        bar.showsScopeBar = true
        let rig = TypingRig(bar, frame: CGRect(x: 0, y: 0, width: 320, height: 100))
        #expect(bar.intrinsicContentSize.height == 100)
        rig.tap(CGPoint(x: 120, y: 28))
        rig.host.insertText("be")
        rig.press(.keyboardReturnOrEnter)
        rig.tap(CGPoint(x: 240, y: 70))
        rig.tap(CGPoint(x: 285, y: 28))
        bar.resignFirstResponder()
        #expect(
            diary.lines == ["shouldBegin", "didBegin", "text be", "search", "scope 1", "cancel", "didEnd"])
    }

    @Test("a deletion at the beginning takes the last token")
    func tokens() {
        let field = UISearchTextField(frame: .zero)
        let rig = TypingRig(field)
        field.tokens = [UISearchToken(icon: nil, text: "a"), UISearchToken(icon: nil, text: "b")]
        field.becomeFirstResponder()
        rig.host.insertText("x")
        rig.host.deleteBackward()
        #expect(field.tokens.count == 2)
        rig.host.deleteBackward()
        #expect(field.tokens.map(\.text) == ["a"])
        field.removeToken(at: 9)
        field.insertToken(UISearchToken(icon: nil, text: "c"), at: -3)
        #expect(field.tokens.map(\.text) == ["c", "a"])
    }
}
