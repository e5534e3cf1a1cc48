import Foundation
import Testing
import TileDrawing
import TileLayers

@testable import TileViews

@Suite("Segmented control")
struct SegmentedControlTests {
    /// Returns a control with three segments of 60 points each.
    private func rig(_ configure: (UISegmentedControl) -> Void = { _ in }) -> ControlRig<UISegmentedControl> {
        let control = UISegmentedControl(items: ["A", "B", "C"])
        control.frame.size = CGSize(width: 180, height: 32)
        configure(control)
        // The stage is 200 points wide.
        let rig = ControlRig(control)
        return rig
    }

    private func titles(_ control: UISegmentedControl) -> [String?] {
        (0..<control.numberOfSegments).map(control.titleForSegment)
    }

    @Test("a tap selects a segment, told once; the same again, or code, tells nobody; the selection slides there")
    func taps() {
        let rig = rig()
        let control = rig.control
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment && control.pill.alpha == 0)
        rig.tap(30, 16)
        #expect(control.selectedSegmentIndex == 0 && rig.changes == 1 && control.pill.frame.midX == 30)
        rig.frame(after: 1)
        rig.tap(90, 16)
        #expect(control.selectedSegmentIndex == 1 && rig.changes == 2 && control.pill.center.x == 90)
        rig.frame(after: 0.1)
        let shown = control.pill.layer.presentation()!.position.x
        #expect(shown > 30 && shown < 90)
        rig.frame(after: 1)
        #expect(control.pill.frame == CGRect(x: 62, y: 2, width: 56, height: 28))
        rig.tap(90, 16)
        control.selectedSegmentIndex = 2
        #expect(rig.changes == 2 && control.pill.center.x == 150)
    }

    @Test("a finger slides to another segment before it is lifted; lifted far away it selects nothing")
    func slides() {
        let rig = rig { $0.selectedSegmentIndex = 0 }
        rig.touch(.began, x: 30, y: 16)
        rig.touch(.moved, x: 90, y: 16)
        #expect(rig.control.pill.center.x == 90 && rig.changes == 0, "the selection goes along")
        rig.touch(.moved, x: 150, y: 16)
        rig.touch(.ended, x: 150, y: 16)
        #expect(rig.control.selectedSegmentIndex == 2 && rig.changes == 1)
        rig.touch(.began, x: 30, y: 16)
        rig.touch(.moved, x: 90, y: 16)
        #expect(rig.control.pill.center.x == 150, "it is not held")
        rig.touch(.ended, x: 90, y: 16)
        #expect(rig.control.selectedSegmentIndex == 1 && rig.changes == 2)
        rig.touch(.began, x: 90, y: 16)
        rig.touch(.moved, x: 150, y: 16)
        rig.touch(.moved, x: 150, y: 200)
        rig.touch(.ended, x: 150, y: 200)
        #expect(rig.control.selectedSegmentIndex == 1 && rig.changes == 2 && rig.control.pill.center.x == 90)
    }

    @Test("momentary it is selected only while that is told")
    func momentary() {
        let rig = rig { ($0.selectedSegmentIndex, $0.isMomentary) = (1, true) }
        #expect(rig.control.selectedSegmentIndex == UISegmentedControl.noSegment)
        var selected: [Int] = []
        rig.control.addAction(
            UIAction { selected.append(($0.sender as! UISegmentedControl).selectedSegmentIndex) }, for: .valueChanged)
        rig.tap(150, 16)
        rig.tap(150, 16)
        #expect(selected == [2, 2] && rig.control.selectedSegmentIndex == UISegmentedControl.noSegment)
        #expect(rig.control.pill.alpha == 0)
    }

    @Test("segments that are disabled, and a disabled control, are not selected")
    func disabled() {
        let rig = rig { $0.setEnabled(false, forSegmentAt: 1) }
        rig.tap(90, 16)
        #expect(rig.changes == 0)
        rig.touch(.began, x: 30, y: 16)
        rig.touch(.moved, x: 90, y: 16)
        rig.touch(.ended, x: 90, y: 16)
        #expect(rig.control.selectedSegmentIndex == 0, "it stays where the finger was before")
        rig.control.isEnabled = false
        rig.tap(150, 16)
        #expect(rig.control.selectedSegmentIndex == 0)
    }

    @Test("segments come and go at any place; the selection stays with its own")
    func segments() {
        let rig = rig { $0.selectedSegmentIndex = 1 }
        let control = rig.control
        control.insertSegment(withTitle: "0", at: -3, animated: false)
        control.insertSegment(withTitle: "Z", at: 99, animated: false)
        #expect(titles(control) == ["0", "A", "B", "C", "Z"] && control.selectedSegmentIndex == 2)
        control.removeSegment(at: 0, animated: false)
        #expect(control.selectedSegmentIndex == 1)
        control.removeSegment(at: 1, animated: false)
        control.removeSegment(at: 99, animated: false)
        #expect(titles(control) == ["A", "C"] && control.selectedSegmentIndex == UISegmentedControl.noSegment)
        let image = UIImage()
        control.setImage(image, forSegmentAt: 1)
        #expect(control.titleForSegment(at: 1) == nil && control.imageForSegment(at: 7) === image)
        control.setTitle("T", forSegmentAt: 1)
        #expect(control.imageForSegment(at: 1) == nil && control.titleForSegment(at: 1) == "T")
        control.removeAllSegments()
        control.removeSegment(at: 0, animated: true)
        control.setTitle("nobody's", forSegmentAt: 0)
        #expect(control.numberOfSegments == 0 && control.titleForSegment(at: 0) == nil)
        #expect(control.subviews.count == 2 && UISegmentedControl(items: [1, "one", UIImage()]).numberOfSegments == 2)
    }

    @Test("segments may come and go while a finger is on one, and while a choice is told")
    func changesUnderFinger() {
        let rig = rig()
        let control = rig.control
        rig.touch(.began, x: 90, y: 16)
        control.insertSegment(withTitle: "0", at: 0, animated: false)
        #expect(control.pressed == 2)
        control.removeSegment(at: 2, animated: false)
        rig.touch(.ended, x: 90, y: 16)
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment && rig.changes == 0)
        var ends = 0
        control.addAction(UIAction { _ in ends += 1 }, for: .touchUpInside)
        control.addAction(UIAction { ($0.sender as! UISegmentedControl).removeAllSegments() }, for: .valueChanged)
        rig.tap(90, 16)
        #expect(control.numberOfSegments == 0 && rig.changes == 1 && ends == 1)
        rig.tap(90, 16)
        #expect(rig.changes == 1)
    }

    @Test("animated a segment opens its place, and one that goes fades in it")
    func animated() {
        let rig = rig()
        let control = rig.control
        control.insertSegment(withTitle: "N", at: 1, animated: true)
        rig.frame()
        rig.frame(after: 0.15)
        let new = control.segments[1]
        #expect(new.frame == CGRect(x: 45, y: 0, width: 45, height: 32))
        let width = new.layer.presentation()!.bounds.width
        #expect(width > 1 && width < 44)
        rig.frame(after: 1)
        control.removeSegment(at: 1, animated: true)
        #expect(control.segments[1].frame.minX == 60 && new.superview === control)
        rig.frame()
        rig.frame(after: 1)
        rig.frame()
        #expect(new.superview == nil && control.leaving.isEmpty && !rig.gestures.screen.isFramePending)
    }

    @Test("widths: all alike, by content, or as set; its own size has room for all")
    func widths() {
        let rig = rig { $0.setWidth(100, forSegmentAt: 0) }
        let control = rig.control
        #expect(control.segments.map(\.frame.width) == [100, 40, 40] && control.widthForSegment(at: 0) == 100)
        control.setWidth(0, forSegmentAt: 0)
        control.setTitle("A much longer title", forSegmentAt: 2)
        let alike = control.intrinsicContentSize
        control.apportionsSegmentWidthsByContent = true
        rig.frame()
        let parts = control.segments.map(\.frame.width)
        #expect(parts[2] > 2 * parts[0] && parts.reduce(0, +) == 180)
        #expect(alike.height == 32 && alike.width > control.intrinsicContentSize.width)
        control.setContentOffset(CGSize(width: 3, height: 1), forSegmentAt: 0)
        control.setContentPositionAdjustment(
            UIOffset(horizontal: 2, vertical: 0), forSegmentType: .left, barMetrics: .default)
        rig.frame()
        #expect(control.segments[0].label.frame.origin == CGPoint(x: 5, y: 1))
        #expect(control.contentOffsetForSegment(at: 0) == CGSize(width: 3, height: 1))
    }

    @Test("from right to left the first segment is at the right")
    func rightToLeft() {
        let rig = rig { $0.semanticContentAttribute = .forceRightToLeft }
        rig.tap(150, 16)
        #expect(rig.control.selectedSegmentIndex == 0)
        rig.tap(30, 16)
        #expect(rig.control.selectedSegmentIndex == 2)
    }

    @Test("a segment of an action performs it before the event; one of the same identifier takes its place")
    func actions() {
        var told: [String] = []
        let actions = ["one", "two"].map { title in
            UIAction(title: title, identifier: .init(title)) { _ in told.append(title) }
        }
        let control = UISegmentedControl(frame: CGRect(x: 0, y: 0, width: 120, height: 32), actions: actions)
        control.addAction(UIAction { _ in told.append("changed") }, for: .valueChanged)
        let rig = ControlRig(control)
        rig.tap(90, 16)
        #expect(told == ["two", "changed"] && control.segmentIndex(identifiedBy: .init("two")) == 1)
        control.insertSegment(
            action: UIAction(title: "other", identifier: .init("one")) { _ in }, at: 1, animated: false)
        #expect(titles(control) == ["two", "other"] && control.actionForSegment(at: 1)?.title == "other")
        #expect(control.segmentIndex(identifiedBy: .init("none")) == NSNotFound)
    }

    @Test("attributes and images are those of a segment's state; what it is for those who do not see it")
    func appearance() throws {
        let rig = rig { $0.selectedSegmentIndex = 0 }
        let control = rig.control
        control.setTitleTextAttributes([.foregroundColor: UIColor.red], for: .selected)
        func color(_ index: Int) -> UIColor? {
            control.segments[index].label.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil)
                as? UIColor
        }
        #expect(color(0) == .red && color(1) == .label)
        let (normal, selected) = (UIImage(), UIImage())
        control.setBackgroundImage(normal, for: .normal, barMetrics: .default)
        control.setBackgroundImage(selected, for: .selected, barMetrics: .default)
        #expect(control.segments[0].backdrop.image === selected && control.segments[1].backdrop.image === normal)
        #expect(control.pill.alpha == 0 && control.backgroundImage(for: .selected, barMetrics: .compact) == nil)
        #expect(control.segments[0].accessibilityTraits == [.button, .selected])
        #expect(control.segments[1].accessibilityLabel == "B" && control.segments[1].isAccessibilityElement)
        let tap = UITapGestureRecognizer()
        rig.gestures.window.addGestureRecognizer(tap)
        #expect(!control.gestureRecognizerShouldBegin(tap))
    }

    @Test("an archive holds segments, selection and widths, and of one that makes no sense what does")
    func archives() throws {
        let control = UISegmentedControl(items: ["A", "", "C"])
        (control.selectedSegmentIndex, control.apportionsSegmentWidthsByContent) = (2, true)
        control.setWidth(44, forSegmentAt: 0)
        control.setEnabled(false, forSegmentAt: 1)
        let again = try archived(control)
        #expect(titles(again) == ["A", nil, "C"] && again.selectedSegmentIndex == 2)
        #expect(again.widthForSegment(at: 0) == 44 && !again.isEnabledForSegment(at: 1))
        #expect(again.apportionsSegmentWidthsByContent && again.subviews.count == control.subviews.count)
        let stepper = UIStepper()
        (stepper.minimumValue, stepper.maximumValue, stepper.stepValue) = (-5, 5, 0.5)
        (stepper.value, stepper.wraps, stepper.autorepeat) = (2.5, true, false)
        let other = try archived(stepper)
        #expect((other.value, other.minimumValue, other.stepValue) == (2.5, -5, 0.5))
        #expect(other.wraps && !other.autorepeat && other.isContinuous && other.subviews.count == 6)
    }
}

/// Returns a view decoded from its archive.
func archived<View: UIView>(_ view: View) throws -> View {
    let data = try NSKeyedArchiver.archivedData(withRootObject: view, requiringSecureCoding: false)
    let reader = try NSKeyedUnarchiver(forReadingFrom: data)
    reader.requiresSecureCoding = false
    return try #require(reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? View)
}
