import Foundation
import Testing

/// View code that imports Apple's modules by their names.
@Suite("Modules by Apple's names")
struct AppleModulesTests {
    @Test("Views compile and are made of their classes, with what strangers keep with them")
    func views() {
        let badge = Badge.make(Badge.self, in: .init(x: 1, y: 2, width: 3, height: 4))
        #expect(badge.frame.width == 3 && badge.layer is BadgeLayer && badge.layer.cornerRadius == 3)
        #expect(badge.subviews.count == 1 && badge.note == nil)
        badge.note = "a"
        #expect(badge.note == "a" && Badge(frame: .zero).note == nil)
        badge.note = nil
        #expect(badge.note == nil)
        badge.awakeFromNib()
        badge.prepareForInterfaceBuilder()
        #expect(badge.wokeUp && badge.accessibilityLabel == "7")
        #expect(badge.accessibilityTraits.contains(.selected) && badge.isAccessibilityElement)
    }

    @Test("Single headers, layers and drawing can be imported alone")
    func parts() {
        #expect(rates(of: nil) == 0 && mirrored(.init()).d == -1)
        #expect(selector().argumentCount == 1 && square(2).boundingBox.width == 2)
    }

    @Test("Names that view code takes for granted are there")
    func names() {
        let names = TakenForGranted()
        #expect(names.point == CGPoint(x: 1, y: 2) && names.size.height == 4 && names.rect.width == 3)
        #expect(names.number == 2.5 && names.row.row == 3 && names.row.section == 1)
        #expect(names.item.item == 5 && names.item.section == 2 && names.title == "title")
        #expect(names.huge == .infinity && names.pooled == 7 && names.system == "Linux")
        #expect(abs(names.now - Date.timeIntervalSinceReferenceDate) < 3600)
    }

    @Test("An observer is told by its method's name until it is removed, or goes")
    func observers() {
        var listener: Listener? = Listener(frame: .zero)
        Listener.post()
        #expect(listener?.heard == 0)
        listener?.listen()
        Listener.post()
        #expect(listener?.heard == 1)
        listener?.stop()
        Listener.post()
        #expect(listener?.heard == 1)
        listener?.listen()
        weak var gone = listener
        listener = nil
        #expect(gone == nil)
        Listener.post()
    }
}
