import Foundation
import Testing
import TileDrawing

@testable import TileViews

@Suite("What a button is told, and asks for")
struct ButtonUpdateTests {
    private final class Counting: UIButton {
        var updates = 0
        override func updateConfiguration() {
            updates += 1
            super.updateConfiguration()
        }
    }

    @Test("updateConfiguration() is called once before the next layout, however often it was asked for")
    func coalesces() {
        let button = Counting(configuration: .filled())
        button.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
        button.layoutIfNeeded()
        let before = button.updates
        button.setNeedsUpdateConfiguration()
        button.setNeedsUpdateConfiguration()
        #expect(button.updates == before)
        button.layoutIfNeeded()
        button.layoutIfNeeded()
        #expect(button.updates == before + 1)
        button.isHighlighted = true
        button.layoutIfNeeded()
        #expect(button.updates == before + 2)
    }

    @Test("The handler sees the state and sets another configuration")
    func handler() {
        let button = UIButton(configuration: .filled())
        button.configurationUpdateHandler = { $0.configuration?.title = $0.isHighlighted ? "Down" : "Up" }
        button.layoutIfNeeded()
        #expect(button.configuration?.title == "Up")
        button.isHighlighted = true
        button.layoutIfNeeded()
        #expect(button.configuration?.title == "Down" && button.titleLabel?.text == "Down")
    }

    @Test("The present background image is that of the state, or the normal one, and fills what backgroundRect says")
    func background() {
        func dot(_ color: UIColor) -> UIImage {
            UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2)).image { context in
                color.setFill()
                context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
            }
        }
        let (normal, down) = (dot(.red), dot(.blue))
        let button = UIButton(frame: CGRect(x: 0, y: 0, width: 30, height: 20))
        #expect(button.currentBackgroundImage == nil)
        button.setBackgroundImage(normal, for: .normal)
        button.setBackgroundImage(down, for: .highlighted)
        #expect(button.currentBackgroundImage === normal)
        button.isHighlighted = true
        #expect(button.currentBackgroundImage === down)
        button.isEnabled = false
        button.isHighlighted = false
        #expect(button.currentBackgroundImage === normal)
        #expect(button.backgroundRect(forBounds: button.bounds) == button.bounds)
        let inset = Inset(frame: button.frame)
        inset.setBackgroundImage(normal, for: .normal)
        inset.layoutIfNeeded()
        #expect(inset.subviews.contains { $0.frame == CGRect(x: 5, y: 5, width: 20, height: 10) })
    }

    private final class Inset: UIButton {
        override func backgroundRect(forBounds bounds: CGRect) -> CGRect { bounds.insetBy(dx: 5, dy: 5) }
    }

    @Test("Editing events and menus' are sent like others, and are no events of touches")
    func events() {
        let control = UIControl()
        var log: [UInt] = []
        let events: [UIControl.Event] = [
            .editingDidBegin, .editingChanged, .editingDidEnd, .editingDidEndOnExit, .menuActionTriggered,
        ]
        for event in events { control.addAction(UIAction { _ in log.append(event.rawValue) }, for: event) }
        for event in events { control.sendActions(for: event) }
        #expect(log == events.map(\.rawValue))
        control.sendActions(for: .allEditingEvents)
        control.sendActions(for: .allTouchEvents)
        #expect(log.count == 9)
        #expect(
            UIControl.State.focused.isDisjoint(with: [.highlighted, .disabled, .selected, .application, .reserved]))
    }

    @Test("A view whose intrinsic size changed lays nothing out where frames place it; traits are up to date already")
    func invalidation() {
        let (parent, child) = (Laid(), UIView())
        parent.addSubview(child)
        parent.layoutIfNeeded()
        let before = parent.layouts
        child.invalidateIntrinsicContentSize()
        child.updateTraitsIfNeeded()
        parent.layoutIfNeeded()
        #expect(parent.layouts == before)
    }

    private final class Laid: UIView {
        var layouts = 0
        override func layoutSubviews() { layouts += 1 }
    }

    @Test("A screen keeps what a display would be told, and shows the same")
    func screens() {
        let screen = UIScreen(size: CGSize(width: 10, height: 20), scale: 3)
        screen.overscanCompensation = .insetBounds
        screen.wantsSoftwareDimming = true
        #expect(screen.overscanCompensation == .insetBounds && screen.wantsSoftwareDimming)
        #expect(screen.bounds == CGRect(x: 0, y: 0, width: 10, height: 20))
        #expect(screen.currentMode?.pixelAspectRatio == 1 && screen.currentMode?.size == CGSize(width: 30, height: 60))
    }
}
