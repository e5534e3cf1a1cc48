import Foundation
import Testing
import TileDrawing
import TileGraphics
import TileViews

@testable import TileBars

@Suite("Bar button items")
struct BarButtonItemTests {
    @Test("system items have UIKit's numbers, words or symbols, and names that are spoken")
    func systemItems() {
        #expect(UIBarButtonItem.SystemItem.trash.rawValue == 16 && UIBarButtonItem.SystemItem.close.rawValue == 24)
        for kind in UIBarButtonItem.SystemItem.allCases {
            let item = UIBarButtonItem(systemItem: kind)
            #expect(item.isSpace == (item.accessibilityLabel == nil))
            #expect((kind.word != nil) != (kind.symbol != nil) || item.isSpace)
        }
        #expect(UIBarButtonItem(systemItem: .done).style == .done && UIBarButtonItem(systemItem: .edit).style == .plain)
        #expect(UIBarButtonItem(systemItem: .action).accessibilityLabel == "Share")
        #expect(UIBarButtonItem(systemItem: .cancel).title == "Cancel")
    }

    @Test("spaces")
    func spaces() {
        #expect(UIBarButtonItem.fixedSpace(20).width == 20 && UIBarButtonItem.fixedSpace(20).isFixedSpace)
        #expect(UIBarButtonItem.flexibleSpace().isFlexibleSpace)
    }

    @Test("an action gives title and image where there are none, and is performed by the item")
    func primaryAction() {
        var senders: [AnyObject?] = []
        let action = UIAction(title: "Reload") { senders.append($0.sender) }
        let item = UIBarButtonItem(primaryAction: action)
        #expect(item.title == "Reload")
        #expect(UIBarButtonItem(title: "Own", primaryAction: action).title == "Own")
        #expect(UIBarButtonItem(systemItem: .add, primaryAction: action).title == nil)
        item.perform(from: UIView(), for: nil)
        #expect(senders.count == 1 && senders[0] === item)
        item.isEnabled = false
        item.perform(from: UIView(), for: nil)
        #expect(senders.count == 1)
    }

    @Test("a tap sends the action to the target, by each of its forms, or along the chain without one")
    func targets() {
        let listener = Listener()
        for name in ["tapped", "tapped:", "tapped:forEvent:"] as [Selector] {
            let item = UIBarButtonItem(title: "A", style: .plain, target: listener, action: name)
            item.perform(from: UIView(), for: nil)
        }
        #expect(listener.notes == ["tapped", "tapped A", "event false"])
        let bar = UIToolbar(frame: CGRect(x: 0, y: 0, width: 300, height: 44))
        listener.addSubview(bar)
        UIBarButtonItem(title: "B", style: .plain, target: nil, action: "tapped:").perform(from: bar, for: nil)
        #expect(listener.notes.last == "tapped B")
    }

    @Test("a target that has gone is sent nothing, and neither is the chain")
    func goneTarget() {
        let listener = Listener()
        let item = UIBarButtonItem(title: "A", style: .plain, target: Listener(), action: "tapped")
        #expect(item.target == nil)
        item.perform(from: listener, for: nil)
        #expect(listener.notes.isEmpty)
    }

    @Test("a tap may select")
    func selection() {
        let item = UIBarButtonItem(title: "Bold", primaryAction: UIAction { _ in })
        item.perform(from: UIView(), for: nil)
        #expect(!item.isSelected)
        item.changesSelectionAsPrimaryAction = true
        item.perform(from: UIView(), for: nil)
        #expect(item.isSelected)
        item.perform(from: UIView(), for: nil)
        #expect(!item.isSelected)
    }

    @Test("a menu is shown over the window, if nothing else is to be done")
    func menu() {
        let window = UIWindow(screen: UIScreen(size: CGSize(width: 300, height: 400)))
        let bar = UIToolbar(frame: CGRect(x: 0, y: 356, width: 300, height: 44))
        let menu = UIMenu(title: "Sort", children: [UIAction(title: "By name") { _ in }])
        let item = UIBarButtonItem(title: "Sort", menu: menu)
        bar.items = [item]
        item.perform(from: bar, for: nil)
        // It is in no window yet.
        window.addSubview(bar)
        var shown: Int { window.subviews.filter { $0 is MenuOverlay }.count }
        #expect(shown == 0)
        item.perform(from: bar, for: nil)
        #expect(shown == 1)
        item.primaryAction = UIAction { _ in }
        item.perform(from: bar, for: nil)
        #expect(shown == 1)
    }

    @Test("text attributes are kept by state")
    func attributes() {
        let item = UIBarButtonItem()
        item.setTitleTextAttributes([.foregroundColor: UIColor.red], for: .highlighted)
        #expect(item.titleTextAttributes(for: .highlighted)?[.foregroundColor] as? UIColor == .red)
        #expect(item.titleTextAttributes(for: .normal) == nil)
        item.setTitleTextAttributes(nil, for: .highlighted)
        #expect(item.titleTextAttributes(for: .highlighted) == nil)
    }

    @Test("archives keep what is not the program's, and one without anything is a new item")
    func archives() throws {
        let item = UIBarButtonItem(barButtonSystemItem: .save, target: Listener(), action: "tapped")
        (item.tag, item.width, item.isEnabled, item.tintColor) = (7, 80, false, .systemRed)
        item.accessibilityLabel = "Keep"
        let copy = try #require(try archivedCopy(of: item))
        #expect(copy.systemItem == .save && copy.style == .done && copy.title == "Save")
        #expect(copy.tag == 7 && copy.width == 80 && !copy.isEnabled && copy.tintColor == .systemRed)
        #expect(copy.accessibilityLabel == "Keep" && copy.action == nil)
        let empty = try #require(try fromEmptyArchive(UIBarButtonItem.self))
        #expect(empty.isEnabled && empty.style == .plain && empty.systemItem == nil && empty.title == nil)
    }

    @Test("each symbol has ink, within its square")
    func symbols() throws {
        for symbol in BarSymbol.allCases {
            let format = UIGraphicsImageRendererFormat()
            format.scale = 2
            let size = CGSize(width: 34, height: 34)
            let image = UIGraphicsImageRenderer(size: size, format: format).image { _ in
                symbol.draw(in: CGRect(x: 5, y: 5, width: 24, height: 24), color: .black)
            }
            let pixels = try #require(image.cgImage).bitmap
            var (ink, outside) = (0, 0)
            for y in 0..<pixels.height {
                for x in 0..<pixels.width where pixels.row(y)[x] >> 24 > 0 {
                    ink += 1
                    if !(9...59).contains(x) || !(9...59).contains(y) { outside += 1 }
                }
            }
            #expect(ink > 60, "\(symbol)")
            #expect(outside == 0, "\(symbol)")
        }
    }
}
