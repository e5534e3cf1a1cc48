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
        #expect(names.vector.dx == 1 && names.vector.dy == 2 && names.offset.horizontal == 1)
        #expect(names.affine.a == 1 && names.affine.c == 3 && names.affine.ty == 6 && names.transform.m22 == 2)
        #expect(names.insets.bottom == 3 && names.insets.right == 4 && names.directional.trailing == 4)
        #expect(names.number == 2.5 && names.row.row == 3 && names.row.section == 1)
        #expect(names.item.item == 5 && names.item.section == 2 && names.title == "title")
        #expect(names.nanoseconds == 1_001_001_000 && names.microseconds == 1_000_000)
        #expect(names.huge == .infinity && names.pooled == 7 && names.system == "Linux")
        #expect(abs(names.now - Date.timeIntervalSinceReferenceDate) < 3600)
    }

    @Test("Boxes are equal by value, archived, taken by layers, and harmless when read as another kind")
    func boxes() {
        #expect(Boxes.misread.allSatisfy { $0 })
        #expect(Boxes.box(1) == Boxes.box(1) && Boxes.box(1) != Boxes.box(2) && Boxes.archived == Boxes.box(1))
        let layer = Boxes.layer
        #expect(layer.bounds.width == 3 && layer.position == CGPoint(x: 5, y: 6))
        #expect(layer.shadowOffset.height == 8 && layer.transform.m33 == 3)
    }

    @Test("An observer is removed by name and sender, nil for all of them")
    func removal() {
        let listener = Listener(frame: .zero)
        listener.listenToAll()
        #expect(listener.countReceived() == [1, 1, 1, 1])
        listener.stop(Listener.first, listener.senders[1])
        #expect(listener.countReceived() == [1, 0, 1, 1])
        listener.stop(nil, listener.senders[0])
        #expect(listener.countReceived() == [0, 0, 0, 1])
        listener.listenToAll()
        listener.stop(Listener.second, nil)
        #expect(listener.countReceived() == [1, 1, 0, 0])
        listener.stop(nil, nil)
        #expect(listener.countReceived() == [0, 0, 0, 0])
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
        weak var gone: Listener?
        gone = listener
        listener = nil
        #expect(gone == nil)
        Listener.post()
    }
}
