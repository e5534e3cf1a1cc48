import Foundation
import Testing
import TileViews

@Suite("An undo manager")
struct UndoManagerTests {
    final class Box {
        var value = 0
        let manager: UndoManager

        init(_ manager: UndoManager) { self.manager = manager }

        func set(_ new: Int) {
            let old = value
            manager.registerUndo(withTarget: self) { $0.set(old) }
            value = new
        }
    }

    @Test("takes back and makes again, a group at a time")
    func groups() {
        let manager = UndoManager()
        let box = Box(manager)
        box.set(1)
        box.set(2)
        manager.setActionName("Set")
        #expect(manager.undoMenuItemTitle == "Undo Set")
        manager.undo()
        #expect(box.value == 0)
        #expect(manager.redoMenuItemTitle == "Redo Set")
        manager.redo()
        #expect(box.value == 2)
        manager.undo()
        box.set(9)
        #expect(!manager.canRedo)
    }

    @Test("lets a handler remove all actions while it undoes, and records changes afterwards")
    func removalDuringUndo() {
        let manager = UndoManager()
        let box = Box(manager)
        manager.registerUndo(withTarget: box) { _ in manager.removeAllActions() }
        manager.undo()
        #expect(!manager.isUndoing && !manager.canUndo && !manager.canRedo)
        box.set(1)
        manager.undo()
        #expect(box.value == 0)
    }

    @Test("lets an observer remove all actions while a group closes")
    func removalWhileClosing() {
        let manager = UndoManager()
        let box = Box(manager)
        let observer = NotificationCenter.default.addObserver(
            forName: UndoManager.willCloseUndoGroupNotification, object: manager, queue: nil
        ) { notification in (notification.object as? UndoManager)?.removeAllActions() }
        defer { NotificationCenter.default.removeObserver(observer) }
        box.set(1)
        manager.undo()
        #expect(box.value == 1 && !manager.canUndo)
    }

    @Test("without groups by event each change is one, but for those in a group")
    func explicit() {
        let manager = UndoManager()
        manager.groupsByEvent = false
        let box = Box(manager)
        box.set(1)
        manager.beginUndoGrouping()
        box.set(2)
        manager.beginUndoGrouping()
        box.set(3)
        manager.endUndoGrouping()
        manager.endUndoGrouping()
        box.set(4)
        manager.undo()
        #expect(box.value == 3)
        manager.undo()
        #expect(box.value == 1)
        manager.redo()
        #expect(box.value == 3)
        manager.levelsOfUndo = 1
        manager.undo()
        manager.undo()
        #expect(box.value == 1)
    }

    @Test("what makes no sense does nothing")
    func nonsense() {
        let manager = UndoManager()
        manager.endUndoGrouping()
        manager.undo()
        manager.redo()
        manager.enableUndoRegistration()
        manager.disableUndoRegistration()
        var box: Box? = Box(manager)
        box?.set(1)
        #expect(!manager.canUndo)
        manager.enableUndoRegistration()
        box?.set(2)
        // The target was deallocated, so nothing is called.
        box = nil
        manager.undo()
        let other = Box(manager)
        other.set(1)
        manager.removeAllActions(withTarget: other)
        manager.undo()
        #expect(other.value == 1)
        manager.beginUndoGrouping()
        manager.removeAllActions()
        #expect(manager.groupingLevel == 0)
    }

    @Test("a window closes the group of each event")
    func events() {
        let rig = TypingRig(UIView())
        let manager = rig.window.undoManager!
        let box = Box(manager)
        let tap = UITapGestureRecognizer()
        tap.addAction(UIAction { _ in box.set(box.value + 1) })
        rig.view.addGestureRecognizer(tap)
        for _ in 0..<3 { rig.tap(CGPoint(x: 10, y: 10)) }
        #expect(box.value == 3)
        rig.view.undoManager?.undo()
        #expect(box.value == 2)
    }
}
