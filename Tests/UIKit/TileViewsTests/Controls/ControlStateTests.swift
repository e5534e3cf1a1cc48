import Foundation
import Testing

@testable import TileViews

@Suite("A control's state")
struct ControlStateTests {
    @Test("the state is made up of the three properties", arguments: 0..<8)
    func combinations(bits: Int) {
        let control = UIControl(frame: .zero)
        control.isHighlighted = bits & 1 != 0
        control.isEnabled = bits & 2 == 0
        control.isSelected = bits & 4 != 0
        #expect(control.state.rawValue == UInt(bits))
    }

    @Test("leading and trailing are left and right as the layout direction says")
    func effectiveAlignment() {
        let control = UIControl(frame: .zero)
        let cases:
            [(
                UIControl.ContentHorizontalAlignment, UIControl.ContentHorizontalAlignment,
                UIControl.ContentHorizontalAlignment
            )] = [
                (.leading, .left, .right), (.trailing, .right, .left), (.left, .left, .left), (.right, .right, .right),
                (.center, .center, .center), (.fill, .fill, .fill),
            ]
        for (alignment, leftToRight, rightToLeft) in cases {
            control.contentHorizontalAlignment = alignment
            control.semanticContentAttribute = .forceLeftToRight
            #expect(control.effectiveContentHorizontalAlignment == leftToRight)
            control.semanticContentAttribute = .forceRightToLeft
            #expect(control.effectiveContentHorizontalAlignment == rightToLeft)
        }
    }

    @Test("raw values of events are UIKit's")
    func rawValues() {
        #expect(UIControl.Event.touchUpInside.rawValue == 64)
        #expect(UIControl.Event.valueChanged.rawValue == 4096)
        #expect(UIControl.Event.primaryActionTriggered.rawValue == 8192)
        #expect(UIControl.Event.allTouchEvents.rawValue == 0xFFF)
        #expect(UIControl.Event.allEvents.isSuperset(of: [.systemReserved, .applicationReserved, .allEditingEvents]))
    }

    @Test("an archive has the state and the alignments, and an empty one makes a control as new")
    func archive() throws {
        let control = UIControl(frame: CGRect(x: 1, y: 2, width: 30, height: 40))
        control.isEnabled = false
        control.isSelected = true
        control.contentHorizontalAlignment = .trailing
        control.contentVerticalAlignment = .bottom
        let restored = try #require(try archivedCopy(of: control))
        #expect(restored.frame == control.frame)
        #expect(restored.state == [.disabled, .selected])
        #expect(restored.contentHorizontalAlignment == .trailing)
        #expect(restored.contentVerticalAlignment == .bottom)

        let fresh: UIControl = try #require(try viewFromEmptyArchive())
        #expect(fresh.isEnabled && fresh.state == .normal)
    }
}
