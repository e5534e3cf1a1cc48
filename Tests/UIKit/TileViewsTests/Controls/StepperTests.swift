import Foundation
import Testing
import TileDrawing
import TileLayers

@testable import TileViews

@Suite("Stepper")
struct StepperTests {
    @Test("a tap on a half steps the value once, told once; code tells nobody")
    func taps() {
        let rig = ControlRig(UIStepper())
        let control = rig.control
        #expect(control.frame.size == CGSize(width: 94, height: 32))
        #expect((control.value, control.minimumValue, control.maximumValue, control.stepValue) == (0, 0, 100, 1))
        rig.tap(70, 16)
        rig.tap(70, 16)
        rig.tap(20, 16)
        #expect(control.value == 1 && rig.changes == 3)
        control.value = 50
        control.value = 1000
        #expect(control.value == 100 && rig.changes == 3)
        control.value = .nan
        #expect(control.value == 0)
        control.maximumValue = 10
        control.minimumValue = 5
        #expect(control.value == 5)
        control.frame = CGRect(x: 1, y: 2, width: 300, height: 300)
        #expect(control.frame == CGRect(x: 1, y: 2, width: 94, height: 32))
    }

    @Test("at an end the button is disabled, and the last step is cut; wrapping it comes to the other end")
    func ends() {
        let rig = ControlRig(UIStepper())
        let control = rig.control
        rig.tap(20, 16)
        #expect(control.value == 0 && rig.changes == 0)
        (control.stepValue, control.maximumValue) = (3, 5)
        rig.tap(70, 16)
        rig.tap(70, 16)
        #expect(control.value == 5 && rig.changes == 2)
        rig.tap(70, 16)
        #expect(control.value == 5 && rig.changes == 2)
        control.wraps = true
        rig.tap(70, 16)
        #expect(control.value == 0)
        rig.tap(20, 16)
        #expect(control.value == 5 && rig.changes == 4)
    }

    @Test("a button that is held steps on after half a second, ten times a second, until it is let go or left")
    func repeats() {
        let rig = ControlRig(UIStepper())
        let control = rig.control
        rig.touch(.began, x: 70, y: 16)
        rig.frame(after: 0.4)
        #expect(control.value == 0)
        rig.frame(after: 0.11)
        #expect(control.value == 1 && rig.changes == 1)
        for _ in 0..<4 { rig.frame(after: 0.1) }
        #expect(control.value == 5)
        rig.touch(.moved, x: 20, y: 16)
        rig.frame(after: 1)
        #expect(control.value == 5)
        rig.touch(.moved, x: 70, y: 16)
        rig.frame(after: 10)
        #expect(control.value == 7, "one step for each frame at most")
        rig.touch(.ended, x: 70, y: 16)
        #expect(control.value == 7 && rig.changes == 7 && !rig.gestures.screen.isFramePending)
    }

    @Test("without autorepeat a hold is a tap; not continuous, a hold is told at its end, also when it is cancelled")
    func settings() {
        let rig = ControlRig(UIStepper())
        let control = rig.control
        control.autorepeat = false
        rig.touch(.began, x: 70, y: 16)
        rig.frame(after: 3)
        rig.touch(.ended, x: 70, y: 16)
        #expect(control.value == 1 && rig.changes == 1)
        (control.autorepeat, control.isContinuous) = (true, false)
        for last in [UITouch.Phase.ended, .cancelled] {
            let before = (control.value, rig.changes)
            rig.touch(.began, x: 70, y: 16)
            for _ in 0..<10 { rig.frame(after: 0.1) }
            #expect(control.value > before.0 + 3 && rig.changes == before.1)
            rig.touch(last, x: 70, y: 16)
            #expect(rig.changes == before.1 + 1)
        }
        rig.touch(.began, x: 70, y: 16)
        rig.touch(.moved, x: 70, y: 300)
        rig.touch(.ended, x: 70, y: 300)
        control.isEnabled = false
        rig.tap(70, 16)
        #expect(rig.changes == 3)
    }

    @Test("from right to left plus is at the left; both buttons are there for those who do not see them")
    func appearance() {
        let stepper = UIStepper()
        stepper.semanticContentAttribute = .forceRightToLeft
        let rig = ControlRig(stepper)
        rig.tap(20, 16)
        #expect(stepper.value == 1)
        let buttons = stepper.subviews.filter(\.isAccessibilityElement)
        #expect(buttons.map(\.accessibilityLabel) == ["Decrement", "Increment"])
        stepper.value = 100
        #expect(buttons.map { $0.accessibilityTraits.contains(.notEnabled) } == [false, true])
        let tap = UITapGestureRecognizer()
        rig.gestures.window.addGestureRecognizer(tap)
        #expect(!stepper.gestureRecognizerShouldBegin(tap))
    }

    @Test("images of its own are shown, by state")
    func images() throws {
        let stepper = UIStepper()
        let (plus, off, line) = (UIImage(), UIImage(), UIImage())
        stepper.setIncrementImage(plus, for: .normal)
        stepper.setIncrementImage(off, for: .disabled)
        stepper.setDividerImage(line, forLeftSegmentState: .normal, rightSegmentState: .normal)
        let pictures = stepper.subviews.compactMap { $0 as? UIImageView }
        #expect(pictures.contains { $0.image === plus } && pictures.contains { $0.image === line })
        stepper.value = 100
        #expect(pictures.contains { $0.image === off } && !pictures.contains { $0.image === plus })
        #expect(stepper.incrementImage(for: .disabled) === off && stepper.decrementImage(for: .normal) == nil)
    }
}
