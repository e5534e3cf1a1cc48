import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@testable import TileViews

/// A record of the observations in a test.
private final class Notes {
    var lines: [String] = []
    func drain() -> [String] {
        defer { lines = [] }
        return lines
    }
}

@Suite("Observing properties")
struct KeyValueObservationTests {
    private final class Page: UIScrollView {}

    @Test("A scroll view's offset and size, also of a subclass, within the call that changes them")
    func scrollView() {
        let (page, notes) = (Page(frame: CGRect(x: 0, y: 0, width: 100, height: 100)), Notes())
        let offset = page.observe(\.contentOffset, options: [.new, .old]) { page, change in
            notes.lines.append("\(change.oldValue!.y)>\(change.newValue!.y) \(page.contentOffset.y)")
        }
        let size = page.observe(\.contentSize) { page, change in
            #expect(change.newValue == nil && change.oldValue == nil && change.kind == .setting && !change.isPrior)
            notes.lines.append("size \(page.contentSize.height)")
        }
        page.contentSize = CGSize(width: 100, height: 500)
        page.contentOffset.y = 30
        page.setContentOffset(CGPoint(x: 0, y: 50), animated: false)
        page.setContentOffset(CGPoint(x: 0, y: 50), animated: false)
        page.contentInset.top = 5
        #expect(notes.drain() == ["size 500.0", "0.0>30.0 30.0", "30.0>50.0 50.0"])
        // Content that ends above the visible area moves the offset back.
        page.contentSize.height = 120
        #expect(notes.drain() == ["50.0>20.0 20.0", "size 120.0"])
        offset.invalidate()
        page.contentOffset.y = 7
        #expect(notes.drain() == [])
        withExtendedLifetime(size) {}
    }

    @Test("A view's place and looks are told once for each change")
    func view() {
        let (view, notes) = (UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)), Notes())
        let all = [
            view.observe(\.frame, options: .new) {
                notes.lines.append("frame \($1.newValue!.minX) \($1.newValue!.width)")
            },
            view.observe(\.bounds) { view, _ in notes.lines.append("bounds \(view.bounds.width)") },
            view.observe(\.center) { view, _ in notes.lines.append("center \(view.center.x)") },
            view.observe(\.isHidden, options: [.initial, .new]) { notes.lines.append("hidden \($1.newValue!)") },
            view.observe(\.alpha) { view, _ in notes.lines.append("alpha \(view.alpha)") },
            view.observe(\.backgroundColor) { _, _ in notes.lines.append("color") },
            view.observe(\.layer.cornerRadius) { _, _ in notes.lines.append("corner") },
        ]
        #expect(notes.drain() == ["hidden false"])
        view.frame = CGRect(x: 5, y: 0, width: 20, height: 10)
        #expect(notes.drain() == ["frame 5.0 20.0", "bounds 20.0", "center 15.0"])
        view.isHidden = true
        view.alpha = 0.5
        view.alpha = 0.5
        view.backgroundColor = .red
        view.layer.cornerRadius = 3
        #expect(notes.drain() == ["hidden true", "alpha 0.5", "color", "corner"])
        withExtendedLifetime(all) {}
    }

    @Test("Layers, controls, bars, labels and images tell of what is theirs")
    func others() {
        let notes = Notes()
        let (layer, control, bar, label, image) = (CALayer(), UIControl(), UIProgressView(), UILabel(), UIImageView())
        let (slider, toggle) = (UISlider(), UISwitch())
        let all = [
            layer.observe(\.bounds) { layer, _ in notes.lines.append("layer \(layer.bounds.width)") },
            control.observe(\.isSelected) { _, _ in notes.lines.append("selected") },
            control.observe(\.isHighlighted) { _, _ in notes.lines.append("highlighted") },
            bar.observe(\.progress, options: [.old, .new]) { notes.lines.append("\($1.oldValue!) \($1.newValue!)") },
            label.observe(\.text, options: .new) { notes.lines.append("\(($1.newValue ?? nil) ?? "none")") },
            image.observe(\.image) { _, _ in notes.lines.append("image") },
            slider.observe(\.value) { slider, _ in notes.lines.append("slider \(slider.value)") },
            toggle.observe(\.isOn) { toggle, _ in notes.lines.append("\(toggle.isOn)") },
        ]
        layer.bounds.size.width = 3
        control.isSelected = true
        control.isHighlighted = true
        bar.progress = 0.25
        bar.setProgress(0.5, animated: true)
        label.text = "a"
        label.text = nil
        image.image = UIImage()
        slider.setValue(0.5, animated: true)
        toggle.setOn(true, animated: true)
        #expect(
            notes.drain() == [
                "layer 3.0", "selected", "highlighted", "0.0 0.25", "0.25 0.5", "a", "none", "image", "slider 0.5",
                "true",
            ])
        withExtendedLifetime(all) {}
    }

    @Test("An observation ends when it goes, and may end while it is told")
    func ends() {
        let (view, notes) = (UIView(), Notes())
        var first: NSKeyValueObservation? = view.observe(\.alpha) { _, _ in notes.lines.append("first") }
        var second: NSKeyValueObservation?
        second = view.observe(\.alpha) { _, _ in
            notes.lines.append("second")
            second = nil
            first = nil
        }
        let third = view.observe(\.alpha) { view, _ in
            notes.lines.append("third \(view.alpha)")
            // The handler is also notified of changes that it makes itself.
            if view.alpha > 0.5 { view.alpha = 0.25 }
        }
        view.alpha = 0.75
        #expect(notes.drain() == ["first", "second", "third 0.75", "third 0.25"])
        view.alpha = 1
        #expect(notes.drain() == ["third 1.0", "third 0.25"])
        withExtendedLifetime((first, second, third)) {}
    }

    @Test("An object goes while it is observed, and the observation outlives it")
    func outlives() {
        final class Last: UIView {
            deinit { alpha = 0.5 }
        }
        var view: Last? = Last()
        weak let gone = view
        let observation = view!.observe(\.alpha) { _, _ in Issue.record("told of a view that goes") }
        view = nil
        #expect(gone == nil)
        observation.invalidate()
    }
}
