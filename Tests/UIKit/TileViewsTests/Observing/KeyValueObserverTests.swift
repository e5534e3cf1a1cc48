import Foundation
import Testing
import TileDrawing
import TileGraphics
import TileLayers

@testable import TileViews

/// A view that records the changes that it observes.
private final class Listener: UIView {
    var lines: [String] = []

    func drain() -> [String] {
        defer { lines = [] }
        return lines
    }

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        let change = change ?? [:]
        #expect(change[.kindKey] as? UInt == NSKeyValueChange.setting.rawValue)
        let parts = [
            change[.notificationIsPriorKey] as? Bool == true ? "before" : nil,
            change[.oldKey].map { "old \(short($0))" }, change[.newKey].map { "new \(short($0))" },
            context.map { "context \(Int(bitPattern: $0))" },
        ]
        lines.append(([keyPath ?? "none"] + parts.compactMap { $0 }).joined(separator: " "))
    }

    private func short(_ value: Any) -> String {
        switch value {
        case let point as CGPoint: "\(point.y)"
        case let rect as CGRect: "\(rect.width)"
        case is NSNull: "null"
        default: "\(value)"
        }
    }
}

/// An observer that is a class of the program and not a responder.
private final class Clerk: KeyValueObserver {
    var count = 0
    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) { count += 1 }
}

@Suite("Observing properties by name")
struct KeyValueObserverTests {
    private let listener = Listener()

    @Test("What is asked for is told, with the name and the context that were given, until it is removed")
    func notifications() {
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let context = UnsafeMutableRawPointer(bitPattern: 7)
        scroll.addObserver(listener, forKeyPath: "contentOffset", options: [.new, .old, .initial], context: nil)
        scroll.addObserver(listener, forKeyPath: "contentSize", options: [], context: context)
        #expect(listener.drain() == ["contentOffset new 0.0"])
        scroll.contentSize = CGSize(width: 100, height: 500)
        scroll.contentOffset.y = 30
        scroll.contentOffset.y = 30
        #expect(listener.drain() == ["contentSize context 7", "contentOffset old 0.0 new 30.0"])
        // Neither of these is registered.
        scroll.removeObserver(listener, forKeyPath: "contentSize", context: nil)
        scroll.removeObserver(listener, forKeyPath: "bounds")
        scroll.contentSize.height = 600
        #expect(listener.drain() == ["contentSize context 7"])
        scroll.removeObserver(listener, forKeyPath: "contentSize", context: context)
        scroll.removeObserver(listener, forKeyPath: "contentOffset")
        scroll.contentSize.height = 700
        scroll.contentOffset.y = 50
        #expect(listener.drain() == [])
    }

    @Test("The call before a change finds the old value, and the one after it the new")
    func prior() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        var seen: [Double] = []
        final class Looker: KeyValueObserver {
            var look: () -> Void = {}
            func observeValue(
                forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
                context: UnsafeMutableRawPointer?
            ) { look() }
        }
        let looker = Looker()
        looker.look = { seen.append(view.frame.width) }
        view.addObserver(looker, forKeyPath: "frame", options: .prior, context: nil)
        view.addObserver(listener, forKeyPath: "frame", options: [.prior, .new, .old], context: nil)
        view.frame = CGRect(x: 5, y: 0, width: 20, height: 10)
        #expect(seen == [10, 20])
        #expect(listener.drain() == ["frame before old 10.0", "frame old 10.0 new 20.0"])
        view.alpha = 0.5
        #expect(listener.drain() == [])
        view.bounds.size.width = 30
        #expect(listener.drain() == ["frame before old 20.0", "frame old 20.0 new 30.0"])
    }

    @Test("Each call before a change has one after it, also of controls, labels and layers")
    func pairs() {
        let (control, label, image, layer) = (UIControl(), UILabel(), UIImageView(), CALayer())
        let (slider, toggle, bar, scroll) = (UISlider(), UISwitch(), UIProgressView(), UIScrollView())
        let parts = UISegmentedControl(items: ["a", "b"])
        let all: [(any KeyValueObservable, String)] = [
            (control, "isEnabled"), (control, "selected"), (label, "text"), (image, "image"), (layer, "cornerRadius"),
            (slider, "value"), (toggle, "isOn"), (bar, "progress"), (scroll, "contentInset"),
            (parts, "selectedSegmentIndex"), (control, "layer.opacity"), (control, "center"),
        ]
        for (object, name) in all {
            object.addObserver(listener, forKeyPath: name, options: .prior, context: nil)
        }
        let changes: [() -> Void] = [
            { control.isEnabled = false }, { control.isSelected = true }, { label.text = "a" },
            { image.image = UIImage() }, { layer.cornerRadius = 3 }, { slider.value = 0.5 }, { toggle.isOn = true },
            { bar.progress = 0.5 }, { scroll.contentInset.top = 5 }, { parts.selectedSegmentIndex = 1 },
            { control.alpha = 0.5 }, { control.center = CGPoint(x: 1, y: 1) },
        ]
        for (number, change) in changes.enumerated() {
            change()
            let name = all[number].1
            #expect(listener.drain() == ["\(name) before", name])
            // Setting the same value again is not reported.
            if name != "image" { change() }
            #expect(listener.drain() == [])
        }
    }

    @Test("Values that are none are told as such, and a class's own properties by its table")
    func names() {
        final class Card: UIView {
            var seat: String? { didSet { setNeedsLayout(); backgroundColor = .red } }
            override class var outlets: OutletTable { super.outlets + [.value("seat", \Card.seat)] }
        }
        let (card, label) = (Card(), UILabel())
        card.addObserver(listener, forKeyPath: "seat", options: [.new, .old], context: nil)
        label.addObserver(listener, forKeyPath: "text", options: [.new, .old], context: nil)
        label.text = "x"
        label.text = nil
        card.seat = "12A"
        #expect(
            listener.drain() == ["text old null new x", "text old x new null", "seat old null new 12A"])
    }

    @Test("An observer is not kept, and may be any class")
    func observers() {
        let view = UIView()
        var clerk: Clerk? = Clerk()
        weak let gone = clerk
        view.addObserver(clerk!, forKeyPath: "alpha", context: nil)
        view.alpha = 0.5
        #expect(clerk?.count == 1)
        clerk = nil
        #expect(gone == nil)
        view.alpha = 0.25
    }
}
