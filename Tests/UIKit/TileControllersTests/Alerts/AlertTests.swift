import Foundation
import TestSupport
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileTyping
import TileViews

@Suite("Alerts")
struct AlertTests {
    private let rig = ControllerRig()
    private let root: Teller

    init() {
        root = Teller("o", rig.diary)
        rig.show(root)
    }

    private func touch(_ point: CGPoint) {
        let finger = TouchSequence(on: rig.screen)
        for phase: UITouch.Phase in [.began, .ended] {
            finger.send(TouchSample(phase, at: point, timestamp: rig.clock.now))
            rig.frame(after: 0.05)
        }
        rig.settle()
    }

    /// Returns the center of the row with a title.
    private func row(_ title: String, in view: UIView) -> CGPoint? {
        if view is UIControl, view.accessibilityLabel == title {
            return view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil)
        }
        for each in view.subviews { if let found = row(title, in: each) { return found } }
        return nil
    }

    @Test("an alert is in the middle; a touch of an action dismisses it, and then calls its handler")
    func alert() throws {
        let alert = UIAlertController(title: "Delete?", message: "It can't be undone.", preferredStyle: .alert)
        var chosen: [String] = []
        for (title, style) in [("Delete", UIAlertAction.Style.destructive), ("Cancel", .cancel)] {
            alert.addAction(
                UIAlertAction(title: title, style: style) { [weak root] action in
                    #expect(root?.presentedViewController == nil)
                    chosen.append(action.title ?? "")
                })
        }
        root.present(alert, animated: true)
        rig.settle()
        let place = alert.view.convert(alert.view.bounds, to: nil)
        #expect(place.width == 270 && abs(place.midX - 195) <= 0.5 && abs(place.midY - 422) <= 0.5)
        let (delete, cancel) = (
            try #require(row("Delete", in: alert.view)), try #require(row("Cancel", in: alert.view))
        )
        #expect(delete.y == cancel.y && cancel.x < delete.x)
        touch(CGPoint(x: 20, y: 20))
        #expect(root.presentedViewController === alert && chosen.isEmpty)
        touch(delete)
        #expect(chosen == ["Delete"] && root.presentedViewController == nil && rig.diary.drain().isEmpty)
    }

    @Test("a sheet of actions is at the bottom, and a touch beside it cancels")
    func sheet() throws {
        let sheet = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
        var chosen: [String] = []
        for title in ["Copy", "Move", "Cancel"] {
            sheet.addAction(
                UIAlertAction(title: title, style: title == "Cancel" ? .cancel : .default) { _ in chosen.append(title) }
            )
        }
        root.present(sheet, animated: true)
        rig.settle()
        let place = sheet.view.convert(sheet.view.bounds, to: nil)
        #expect(place.maxY == 836 && place.width == 374)
        let (copy, cancel) = (try #require(row("Copy", in: sheet.view)), try #require(row("Cancel", in: sheet.view)))
        #expect(cancel.y > copy.y + 100)
        touch(CGPoint(x: 195, y: 50))
        #expect(chosen == ["Cancel"] && root.presentedViewController == nil)
    }

    @Test("an action that is not enabled can't be chosen")
    func disabled() throws {
        let alert = UIAlertController(title: "Wait", message: nil, preferredStyle: .alert)
        let action = UIAlertAction(title: "Go", style: .default)
        alert.addAction(action)
        action.isEnabled = false
        root.present(alert, animated: false)
        rig.frame()
        touch(try #require(row("Go", in: alert.view)))
        #expect(root.presentedViewController === alert)
        action.isEnabled = true
        rig.frame()
        touch(try #require(row("Go", in: alert.view)))
        #expect(root.presentedViewController == nil)
    }

    @Test("more actions than there is room for scroll")
    func many() {
        let alert = UIAlertController(title: "Many", message: nil, preferredStyle: .alert)
        for number in 0..<40 { alert.addAction(UIAlertAction(title: "Choice \(number)", style: .default)) }
        root.present(alert, animated: false)
        rig.frame()
        let place = alert.view.convert(alert.view.bounds, to: nil)
        #expect(place.minY >= 8 && place.maxY <= 836)
    }

    @Test("two that cancel, and a sheet of actions without a source in a wide window, trap")
    func impossible() async {
        await #expect(processExitsWith: .failure) {
            let alert = UIAlertController(title: nil, message: nil, preferredStyle: .alert)
            for _ in 0..<2 { alert.addAction(UIAlertAction(title: "No", style: .cancel)) }
        }
        await #expect(processExitsWith: .failure) {
            let rig = ControllerRig(CGSize(width: 1024, height: 768), idiom: .pad)
            let root = UIViewController()
            rig.show(root)
            root.present(
                UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet), animated: false)
        }
    }
}

@Suite("Text fields of alerts")
struct AlertFieldTests {
    private let rig = ControllerRig()
    private let root: Teller

    init() {
        root = Teller("o", rig.diary)
        rig.show(root)
    }

    @Test("the first is edited once the alert is shown; the return key leads to the next, then to the preferred action")
    func fields() throws {
        let alert = UIAlertController(title: "Log in", message: nil, preferredStyle: .alert)
        #expect(alert.textFields == nil)
        alert.addTextField { $0.placeholder = "Name" }
        alert.addTextField { $0.isSecureTextEntry = true }
        var entered: [String] = []
        let action = UIAlertAction(title: "OK", style: .default) { [weak alert] _ in
            entered = (alert?.textFields ?? []).map { $0.text ?? "" }
        }
        alert.addAction(action)
        alert.preferredAction = action
        rig.screen.keyboard.caretBlinkPeriod = 0
        rig.screen.keyboard.height = 300
        root.present(alert, animated: true)
        rig.settle()
        let fields = try #require(alert.textFields)
        #expect(fields[0].isFirstResponder)
        // The alert is above the keyboard.
        #expect(alert.view.convert(alert.view.bounds, to: nil).maxY <= 844 - 300)
        let host = rig.screen.textInput
        host.insertText("ada")
        host.insertText("\n")
        #expect(fields[1].isFirstResponder)
        host.insertText("secret")
        host.insertText("\n")
        rig.settle()
        #expect(root.presentedViewController == nil)
        #expect(entered == ["ada", "secret"])
        #expect(!rig.screen.keyboard.isShown)
    }
}
