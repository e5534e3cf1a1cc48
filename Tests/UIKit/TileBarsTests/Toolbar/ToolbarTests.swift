import Foundation
import Testing
import TileDrawing
import TileViews

@testable import TileBars

@Suite("Toolbars")
struct ToolbarTests {
    private typealias Item = ToolbarArrangement.Item

    private func spans(_ items: [Item], width: CGFloat = 320) -> [[CGFloat]?] {
        ToolbarArrangement(
            width: width, height: 44, leadingMargin: 16, trailingMargin: 16, scale: 2, items: items
        ).frames().map { $0.map { [$0.minX, $0.maxX] } }
    }

    private let image = Item(width: 24)
    private let flexible = Item(width: 0, isFlexible: true, isSpace: true)
    private func space(_ width: CGFloat) -> Item { Item(width: width, isSpace: true) }
    private func text(_ width: CGFloat) -> Item { Item(width: width, isSqueezable: true) }

    @Test("items stand 16 points apart from the leading edge on")
    func leading() {
        #expect(spans([image, image]) == [[16, 40], [56, 80]])
    }

    @Test("flexible spaces share what is left")
    func flexibleSpaces() {
        let spans = spans([image, flexible, image, flexible, image])
        #expect(spans[0] == [16, 40] && spans[2] == [148, 172] && spans[4] == [280, 304])
        #expect(self.spans([flexible, image])[1] == [280, 304])
        #expect(self.spans([flexible, image, flexible])[1] == [148, 172])
    }

    @Test("a fixed space adds its width")
    func fixedSpace() {
        #expect(spans([image, space(20), image])[2] == [76, 100])
        #expect(spans([space(20), image])[1] == [36, 60])
    }

    @Test("texts are squeezed where there is no room, and then the last items are left out")
    func crowded() {
        let squeezed = spans([text(200), flexible, text(200)])
        #expect(squeezed[0] == [16, 152] && squeezed[2] == [168, 304])
        let items = Array(repeating: Item(width: 80), count: 5)
        #expect(spans(items).map { $0 != nil } == [true, true, true, false, false])
        #expect(spans([Item(width: 900)])[0] != nil)
    }

    private func rig(_ items: [UIBarButtonItem]) -> BarRig<UIToolbar> {
        let bar = UIToolbar(frame: .zero)
        bar.items = items
        return BarRig(bar, y: 256)
    }

    @Test("44 points high, 32 in compact height, with its shadow above")
    func heights() {
        let rig = rig([])
        #expect(rig.bar.bounds.height == 44 && rig.bar.barPosition == .bottom && rig.bar.backdrop.hasShadowAbove)
        rig.bar.traitOverrides.verticalSizeClass = .compact
        #expect(rig.bar.sizeThatFits(.zero).height == 32 && rig.bar.intrinsicContentSize.height == 32)
    }

    @Test("a tap fires an item; from right to left it is on the other side")
    func touch() {
        var fired: [String] = []
        let items = ["A", "B"].map { name in
            UIBarButtonItem(systemItem: .add, primaryAction: UIAction { _ in fired.append(name) })
        }
        let rig = rig([items[0], .flexibleSpace(), items[1]])
        rig.tap(28)
        rig.tap(347)
        rig.tap(187)
        rig.window.traitOverrides.layoutDirection = .rightToLeft
        rig.frame()
        rig.tap(28)
        #expect(fired == ["A", "B", "B"])
    }

    @Test("hidden items leave no gap, and changes of items show")
    func changes() {
        let items = [UIBarButtonItem(systemItem: .add), UIBarButtonItem(systemItem: .edit)]
        let rig = rig(items)
        items[0].isHidden = true
        rig.frame()
        #expect(rig.frame(of: items[1].shownView)?.minX == 16)
        items[0].isHidden = false
        rig.frame()
        #expect(rig.frame(of: items[0].shownView)?.minX == 16 && rig.frame(of: items[1].shownView)?.minX == 56)
    }

    @Test("with animation new items fade in while the old ones fade out")
    func animation() {
        let (old, kept, new) = (UIBarButtonItem.add, UIBarButtonItem.add, UIBarButtonItem.add)
        let rig = rig([old, kept])
        let view = kept.shownView
        rig.bar.setItems([new, kept], animated: true)
        rig.frame()
        rig.frame(after: 0.15)
        #expect(kept.shownView === view && old.shownView?.superview === rig.bar)
        #expect(abs(Double(new.shownView?.layer.presentation()?.opacity ?? 0) - 0.5) < 0.01)
        #expect(abs(Double(old.shownView?.layer.presentation()?.opacity ?? 0) - 0.5) < 0.01)
        rig.frame(after: 0.16)
        rig.frame()
        #expect(old.shownView?.superview == nil && new.shownView?.superview === rig.bar)
    }

    @Test("at the bottom of the safe area its background goes down to the edge")
    func background() {
        let rig = rig([])
        rig.bar.frame.origin.y = 236
        rig.frame()
        #expect(rig.bar.backdrop.frame.height == 44)
    }

    @Test("archives keep items")
    func archives() throws {
        let rig = rig([UIBarButtonItem(systemItem: .trash), .flexibleSpace()])
        let copy = try #require(try archivedCopy(of: rig.bar))
        #expect(copy.items?.compactMap(\.systemItem) == [.trash, .flexibleSpace])
        #expect(copy.subviews.count == rig.bar.subviews.count)
        #expect(try fromEmptyArchive(UIToolbar.self)?.items?.isEmpty == true)
    }
}

extension UIBarButtonItem {
    fileprivate static var add: UIBarButtonItem { UIBarButtonItem(systemItem: .add) }
}
