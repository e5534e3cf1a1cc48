public import Foundation
import TileGraphics

/// An object that records changes and can undo and redo them: Foundation's class, which is missing in Foundation on
/// Linux.
///
///     undoManager.registerUndo(withTarget: board) { board in board.remove(card) }
///     undoManager.setActionName("Add Card")
///
/// Changes that are registered during an undo are recorded for redo, and vice versa. With `groupsByEvent`, the first
/// registration opens a group, and the end of the window's event or `undo()` closes it. A manager that no window knows
/// closes it only in `undo()`. Invalid calls, such as an end without a beginning or an undo inside a group, have no
/// effect; Foundation raises an exception.
open class UndoManager: NSObject {
    private struct Action {
        weak var target: AnyObject?
        /// The identity of the target; nil for a handler without a target.
        let identity: ObjectIdentifier?
        let body: (AnyObject) -> Void
    }

    private struct Group {
        var actions: [Action] = []
        var name = ""
    }

    private enum Mode { case registering, undoing, redoing }

    private var undoStack: [Group] = []
    private var redoStack: [Group] = []
    /// The open groups, with the outermost first.
    private var groups: [Group] = []
    private var mode = Mode.registering
    private var disabled = 0
    /// A Boolean value that indicates whether the outermost open group belongs to an event.
    private var isEventGroupOpen = false
    /// The number of registrations, undos and removals. Continuous typing uses it to check that its action is still the
    /// last.
    package private(set) final var changes = 0

    public override init() { super.init() }

    // MARK: Grouping

    /// The number of open groups.
    open var groupingLevel: Int { groups.count }

    open var groupsByEvent = true

    /// The maximum number of groups; 0 for no limit.
    open var levelsOfUndo = 0 { didSet { trim() } }

    open func beginUndoGrouping() {
        openEventGroup()
        groups.append(Group())
        post(Self.didOpenUndoGroupNotification)
    }

    open func endUndoGrouping() {
        guard !groups.isEmpty, !(isEventGroupOpen && groups.count == 1) else { return }
        closeGroup()
    }

    private func openEventGroup() {
        guard groupsByEvent, groups.isEmpty, mode == .registering else { return }
        isEventGroupOpen = true
        groups.append(Group())
        post(Self.didOpenUndoGroupNotification)
    }

    private func closeGroup() {
        post(Self.willCloseUndoGroupNotification)
        // A handler or an observer may have removed all actions, with the open groups.
        guard let group = groups.popLast() else { return }
        if groups.isEmpty { isEventGroupOpen = false }
        guard !group.actions.isEmpty else { return }
        guard groups.isEmpty else {
            groups[groups.count - 1].actions += group.actions
            if !group.name.isEmpty { groups[groups.count - 1].name = group.name }
            return
        }
        if mode == .undoing { redoStack.append(group) } else { undoStack.append(group) }
        trim()
        post(Self.didCloseUndoGroupNotification)
    }

    /// Closes the group of an event that has ended.
    package final func closeEventGroup() { if isEventGroupOpen, groups.count == 1 { closeGroup() } }

    private func trim() {
        guard levelsOfUndo > 0 else { return }
        undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
        redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
    }

    // MARK: Registration

    open var isUndoRegistrationEnabled: Bool { disabled == 0 }
    open func disableUndoRegistration() { disabled += 1 }
    open func enableUndoRegistration() { disabled = max(0, disabled - 1) }

    /// Registers a handler. The target is held weakly; actions of a deallocated target are skipped.
    open func registerUndo<Target: AnyObject>(withTarget target: Target, handler: @escaping (Target) -> Void) {
        register(
            Action(target: target, identity: ObjectIdentifier(target)) { object in
                if let target = object as? Target { handler(target) }
            })
    }

    /// Registers a call of a method that the target has registered by name, with an object as the argument.
    open func registerUndo(withTarget target: Any, selector: Selector, object: Any?) {
        let target = ActionTable.target(target, of: selector)
        register(
            Action(target: target, identity: ObjectIdentifier(target)) { found in
                (found as? any ActionTarget)?.perform(selector, with: object)
            })
    }

    private func register(_ action: Action) {
        guard disabled == 0 else { return }
        changes += 1
        openEventGroup()
        if mode == .registering { redoStack = [] }
        // Outside of groups, each action is a group of its own.
        let isAlone = groups.isEmpty
        if isAlone { groups.append(Group()) }
        groups[groups.count - 1].actions.append(action)
        if isAlone { closeGroup() }
    }

    // MARK: Undo and redo

    open var canUndo: Bool { !undoStack.isEmpty || groups.contains { !$0.actions.isEmpty } }
    open var canRedo: Bool { !redoStack.isEmpty }
    open var isUndoing: Bool { mode == .undoing }
    open var isRedoing: Bool { mode == .redoing }

    open func undo() {
        closeEventGroup()
        undoNestedGroup()
    }

    open func undoNestedGroup() {
        guard mode == .registering, groups.isEmpty, let group = undoStack.popLast() else { return }
        post(Self.willUndoChangeNotification)
        run(group, .undoing)
        post(Self.didUndoChangeNotification)
    }

    open func redo() {
        closeEventGroup()
        guard mode == .registering, groups.isEmpty, let group = redoStack.popLast() else { return }
        post(Self.willRedoChangeNotification)
        run(group, .redoing)
        post(Self.didRedoChangeNotification)
    }

    private func run(_ group: Group, _ mode: Mode) {
        changes += 1
        self.mode = mode
        groups.append(Group(name: group.name))
        for action in group.actions.reversed() { if let target = action.target { action.body(target) } }
        while !groups.isEmpty { closeGroup() }
        self.mode = .registering
    }

    open func removeAllActions() {
        changes += 1
        (undoStack, redoStack) = ([], [])
        groups = []
        isEventGroupOpen = false
    }

    open func removeAllActions(withTarget target: Any) {
        changes += 1
        let identity = ObjectIdentifier(target as AnyObject)
        func without(_ stack: [Group]) -> [Group] {
            stack.map { Group(actions: $0.actions.filter { $0.identity != identity }, name: $0.name) }
        }
        undoStack = without(undoStack).filter { !$0.actions.isEmpty }
        redoStack = without(redoStack).filter { !$0.actions.isEmpty }
        groups = without(groups)
    }

    // MARK: Names

    open func setActionName(_ actionName: String) {
        if groups.isEmpty {
            if !undoStack.isEmpty { undoStack[undoStack.count - 1].name = actionName }
        } else {
            groups[0].name = actionName
        }
    }

    open var undoActionName: String {
        groups.first.flatMap { $0.name.isEmpty ? nil : $0.name } ?? undoStack.last?.name ?? ""
    }
    open var redoActionName: String { redoStack.last?.name ?? "" }
    open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
    open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }
    open func undoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Undo" : "Undo \(actionName)"
    }
    open func redoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Redo" : "Redo \(actionName)"
    }

    // MARK: Notifications

    private func post(_ name: NSNotification.Name) { NotificationCenter.default.post(name: name, object: self) }

    public static let didOpenUndoGroupNotification = NSNotification.Name("NSUndoManagerDidOpenUndoGroupNotification")
    public static let willCloseUndoGroupNotification = NSNotification.Name(
        "NSUndoManagerWillCloseUndoGroupNotification")
    public static let didCloseUndoGroupNotification = NSNotification.Name(
        "NSUndoManagerDidCloseUndoGroupNotification")
    public static let willUndoChangeNotification = NSNotification.Name("NSUndoManagerWillUndoChangeNotification")
    public static let didUndoChangeNotification = NSNotification.Name("NSUndoManagerDidUndoChangeNotification")
    public static let willRedoChangeNotification = NSNotification.Name("NSUndoManagerWillRedoChangeNotification")
    public static let didRedoChangeNotification = NSNotification.Name("NSUndoManagerDidRedoChangeNotification")
}
