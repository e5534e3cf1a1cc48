import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@testable import TileViews

@Suite("Standard controls")
struct StandardControlTests {
    // MARK: UISwitch

    @Test("a switch changes by a tap, not by code alone, tells it once, and its knob slides over")
    func switchTap() {
        let rig = ControlRig(UISwitch())
        let control = rig.control
        #expect(control.frame.size == CGSize(width: 51, height: 31) && !control.isOn)
        control.isOn = true
        control.isOn = false
        #expect(rig.changes == 0)
        rig.tap(40, 15)
        #expect(control.isOn && rig.changes == 1)
        let knob = control.subviews[1]
        #expect(knob.frame.maxX == 49)
        rig.frame(after: 0.1)
        #expect(knob.layer.presentation()!.frame.maxX < 49)
        rig.frame(after: 1)
        #expect(knob.layer.presentation()!.frame.maxX == 49 && !rig.gestures.screen.isFramePending)
        control.frame = CGRect(x: 5, y: 5, width: 300, height: 300)
        #expect(control.frame.size == CGSize(width: 51, height: 31))
    }

    @Test("a drag over its middle takes the switch along, and back; lifted outside, or disabled, it stays")
    func switchDrag() {
        let rig = ControlRig(UISwitch())
        rig.touch(.began, x: 10, y: 15)
        rig.touch(.moved, x: 30, y: 15)
        #expect(!rig.control.isOn)
        rig.touch(.moved, x: 45, y: 15)
        #expect(rig.control.isOn && rig.changes == 1)
        rig.touch(.moved, x: 5, y: 15)
        rig.touch(.ended, x: 5, y: 15)
        #expect(!rig.control.isOn && rig.changes == 2)
        rig.touch(.began, x: 10, y: 15)
        rig.touch(.moved, x: 25, y: 200)
        rig.touch(.ended, x: 25, y: 200)
        rig.control.isEnabled = false
        rig.tap(25, 15)
        #expect(!rig.control.isOn && rig.changes == 2)
        rig.control.isEnabled = true
        rig.control.performPrimaryAction()
        #expect(rig.control.isOn && rig.changes == 3)
    }

    @Test("a switch keeps taps and swipes along it from the view that it is in")
    func switchRefuses() {
        let rig = ControlRig(UISwitch())
        let control = rig.control
        let tap = UITapGestureRecognizer()
        let twice = UITapGestureRecognizer()
        twice.numberOfTapsRequired = 2
        let (along, across) = (UISwipeGestureRecognizer(), UISwipeGestureRecognizer())
        across.direction = .up
        for recognizer in [tap, twice, along, across] { rig.gestures.window.addGestureRecognizer(recognizer) }
        #expect(!control.gestureRecognizerShouldBegin(tap) && control.gestureRecognizerShouldBegin(twice))
        #expect(!control.gestureRecognizerShouldBegin(along) && control.gestureRecognizerShouldBegin(across))
    }

    @Test("a tap on a button is the button's, not the view's that it is in; a tap twice is the view's")
    func buttonRefuses() {
        let rig = ControlRig(UIButton(frame: CGRect(x: 0, y: 0, width: 80, height: 40)))
        var taps = 0
        rig.control.addAction(UIAction { _ in taps += 1 }, for: .touchUpInside)
        let once = rig.gestures.add(UITapGestureRecognizer(), "once", to: rig.gestures.window)
        rig.tap(10, 10)
        #expect(taps == 1 && rig.gestures.drain().isEmpty)
        rig.gestures.window.removeGestureRecognizer(once)
        let twice = UITapGestureRecognizer()
        twice.numberOfTapsRequired = 2
        rig.gestures.add(twice, "twice", to: rig.gestures.window)
        rig.tap(10, 10)
        rig.tap(10, 10)
        #expect(rig.gestures.drain().contains { $0.hasPrefix("twice") })
    }

    // MARK: UISlider

    @Test("a slider's value stays between its ends, whatever is set")
    func sliderValues() {
        let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 128, height: 31))
        slider.value = 7
        #expect(slider.value == 1)
        (slider.minimumValue, slider.maximumValue) = (-10, 10)
        slider.value = -4
        slider.maximumValue = -6
        #expect(slider.value == -6 && slider.minimumValue == -10)
        slider.minimumValue = 5
        #expect(slider.maximumValue == 5 && slider.value == 5)
        slider.minimumValue = .nan
        slider.maximumValue = .infinity
        slider.value = .nan
        #expect(slider.minimumValue == 5 && slider.maximumValue == 5 && slider.value == 5)
    }

    @Test("a finger on the knob takes it along from where it holds it; beside it nothing happens")
    func sliderDrag() {
        let rig = ControlRig(UISlider(frame: CGRect(x: 0, y: 0, width: 128, height: 31)))
        rig.touch(.began, x: 90, y: 15)
        rig.touch(.moved, x: 120, y: 15)
        rig.touch(.ended, x: 120, y: 15)
        #expect(rig.control.value == 0 && rig.changes == 0)
        rig.touch(.began, x: 20, y: 15)
        rig.touch(.moved, x: 70, y: 15)
        #expect(rig.control.value == 0.5 && rig.changes == 1)
        rig.touch(.moved, x: 400, y: 15)
        rig.touch(.moved, x: 500, y: 15)
        rig.touch(.ended, x: 500, y: 15)
        #expect(rig.control.value == 1 && rig.changes == 2)
        rig.control.isContinuous = false
        rig.touch(.began, x: 114, y: 15)
        rig.touch(.moved, x: 64, y: 15)
        #expect(rig.changes == 2)
        rig.touch(.ended, x: 64, y: 15)
        #expect(rig.control.value == 0.5 && rig.changes == 3)
    }

    @Test("from right to left a slider goes the other way")
    func sliderRightToLeft() {
        let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 128, height: 31))
        slider.semanticContentAttribute = .forceRightToLeft
        let rig = ControlRig(slider)
        slider.value = 1
        rig.frame()
        rig.touch(.began, x: 14, y: 15)
        rig.touch(.moved, x: 39, y: 15)
        #expect(slider.value == 0.75)
    }

    @Test("a slider keeps a pan that begins on its knob, and lets others go by")
    func sliderRefuses() {
        let rig = ControlRig(UISlider(frame: CGRect(x: 0, y: 0, width: 128, height: 31)))
        let pan = UIPanGestureRecognizer()
        rig.gestures.window.addGestureRecognizer(pan)
        rig.touch(.began, x: 14, y: 15)
        rig.touch(.moved, x: 64, y: 15)
        rig.touch(.moved, x: 74, y: 15)
        #expect(pan.state != .began && pan.state != .changed && rig.control.value > 0.5)
        rig.touch(.ended, x: 74, y: 15)
        rig.touch(.began, x: 14, y: 15)
        rig.touch(.moved, x: 44, y: 15)
        rig.touch(.moved, x: 64, y: 15)
        #expect(pan.state == .began || pan.state == .changed)
        rig.touch(.ended, x: 64, y: 15)
    }

    // MARK: UIProgressView

    @Test("a progress view fills from its leading end, at once or in time")
    func progress() {
        let rig = ControlRig(UIProgressView(progressViewStyle: .default))
        let bar = rig.control
        bar.frame = CGRect(x: 0, y: 0, width: 100, height: 4)
        bar.progress = 0.5
        rig.frame()
        let fill = bar.subviews[0].subviews[1]
        #expect(fill.frame == CGRect(x: 0, y: 0, width: 50, height: 4))
        bar.setProgress(0.875, animated: true)
        rig.frame()
        rig.frame(after: 0.125)
        #expect(fill.frame.width == 87.5 && abs(fill.layer.presentation()!.bounds.width - 68.75) < 0.01)
        rig.frame(after: 1)
        for (set, read) in [(2, 1), (-1, 0), (.nan, 0)] as [(Float, Float)] {
            bar.progress = set
            #expect(bar.progress == read)
        }
        bar.semanticContentAttribute = .forceRightToLeft
        bar.progress = 0.25
        rig.frame()
        #expect(fill.frame.minX == 75)
    }

    @Test("a progress view follows a progress, in frames, and wants none while it stands still")
    func observed() {
        let rig = ControlRig(UIProgressView())
        let progress = Progress(totalUnitCount: 10)
        rig.control.observedProgress = progress
        rig.frame()
        #expect(!rig.gestures.screen.isFramePending)
        progress.completedUnitCount = 3
        #expect(rig.gestures.screen.isFramePending)
        rig.frame()
        #expect(rig.control.progress == 0.3)
        rig.control.removeFromSuperview()
        progress.completedUnitCount = 9
        rig.frame()
        #expect(rig.control.progress == 0.3)
    }

    // MARK: UIActivityIndicatorView

    @Test("an indicator is seen while it turns, spoke by spoke, in a window; its wheel is drawn once")
    func indicator() {
        let rig = ControlRig(UIActivityIndicatorView(style: .large))
        let view = rig.control
        #expect(view.isHidden && view.intrinsicContentSize == CGSize(width: 37, height: 37))
        view.startAnimating()
        rig.frame()
        rig.frame(after: 0.3)
        let wheel = view.subviews[0].layer
        let angle = wheel.presentation()!.value(forKeyPath: "transform.rotation.z") as? CGFloat ?? 0
        #expect(abs(angle - .pi / 2) < 1e-6 && view.isAnimating && !view.isHidden)
        let counters = rig.gestures.screen.layerHost.counting { rig.frame(after: 0.2) }
        #expect(counters.displays == 0 && counters.nodesCommitted > 0)
        view.removeFromSuperview()
        rig.frame()
        rig.gestures.window.addSubview(view)
        rig.frame()
        #expect(wheel.animationKeys() != nil)
        view.stopAnimating()
        rig.frame()
        #expect(view.isHidden && !view.isAnimating && !rig.gestures.screen.isFramePending)
        view.hidesWhenStopped = false
        #expect(!view.isHidden)
    }

    // MARK: UIPageControl

    @Test("a page control goes a page where it is tapped, and no further than there are pages")
    func pages() {
        let control = UIPageControl()
        control.numberOfPages = 3
        control.sizeToFit()
        let rig = ControlRig(control)
        #expect(control.bounds.size == CGSize(width: 3 * 7 + 2 * 9 + 24, height: 26) && control.currentPage == 0)
        for _ in 0..<4 { rig.tap(60, 13) }
        #expect(control.currentPage == 2 && rig.changes == 2)
        rig.tap(5, 13)
        #expect(control.currentPage == 1 && rig.changes == 3)
        (control.currentPage, control.numberOfPages) = (99, 2)
        #expect(control.currentPage == 1)
        control.currentPage = -5
        #expect(control.currentPage == 0)
        control.numberOfPages = -1
        #expect(control.numberOfPages == 0 && control.currentPage == 0)
        control.hidesForSinglePage = true
        #expect(control.layer.opacity == 0)
        control.numberOfPages = 1_000_000
        rig.frame()
        #expect(control.subviews.count == 1000)
    }

    // MARK: Archives

    @Test("archives hold what they show")
    func archives() throws {
        func again<View: UIView>(_ view: View) throws -> View {
            let data = try NSKeyedArchiver.archivedData(withRootObject: view, requiringSecureCoding: false)
            let reader = try NSKeyedUnarchiver(forReadingFrom: data)
            reader.requiresSecureCoding = false
            return try #require(reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? View)
        }
        let control = UISwitch()
        control.isOn = true
        #expect(try again(control).isOn && again(control).subviews.count == 2)
        let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 100, height: 31))
        (slider.maximumValue, slider.value) = (8, 5)
        #expect(try again(slider).value == 5)
        let bar = UIProgressView(progressViewStyle: .bar)
        bar.progress = 0.5
        #expect(try again(bar).progress == 0.5 && again(bar).progressViewStyle == .bar)
        let pages = UIPageControl()
        (pages.numberOfPages, pages.currentPage) = (5, 3)
        #expect(try again(pages).currentPage == 3 && again(pages).subviews.count == 5)
        let indicator = UIActivityIndicatorView(style: .large)
        indicator.startAnimating()
        #expect(try again(indicator).isAnimating && again(indicator).style == .large)
    }
}
