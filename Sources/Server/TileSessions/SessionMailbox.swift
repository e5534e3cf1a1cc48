import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

/// A session's thread-safe state and mailbox.
package final class SessionMailbox: Sendable {
    /// The events since the session last checked.
    package struct Events: Sendable {
        /// The tiles that were sent as drafts.
        package var drafts: [TileKey] = []
        /// The changed areas of the content.
        package var changes: [Box] = []
        /// Whether the content made a change while it handled a tap, typing or an action of the viewer.
        package var hasAnswer = false
        /// Whether tiles have arrived or can be requested again.
        package var hasArrivals = false
        /// The fingers that touched the picture, and whether the content handles them.
        package var touched: [Touched] = []
        /// The state of text input, if it changed.
        package var typing: ContentTypingState?
        /// The accessible elements, if they changed.
        package var elements: [AccessibleElement]?
        /// The content's accessibility notices, in order.
        package var notices: [AccessibilityNotice] = []
        /// Whether the content was replaced or withdrawn.
        package var isReplaced = false
        /// The content's new identifier, if it was renamed.
        package var successor: String?
        /// Whether the session must end because the server is shutting down.
        package var isDismissed = false
    }

    /// The content's response to a touch.
    package struct Touched: Hashable, Sendable {
        package var finger: Int
        package var isUsed: Bool

        package init(finger: Int, isUsed: Bool) { (self.finger, self.isUsed) = (finger, isUsed) }
    }

    private struct State: Sendable {
        var isFast = false
        /// Whether the content is handling a tap, typing or an action of the viewer.
        var isInputBeingHandled = false
        var events = Events()
        /// Whether the session was woken and has not checked yet.
        var isWoken = false
        var isOver = false
        /// Wakes the session on its own thread, soon.
        var wake: (@Sendable () -> Void)?
    }

    package let id: SessionID
    package let content: ContentID
    package let output: TileKey.Output
    package let client: ClientAddress
    private let state = Lock(State())
    private let policy: SessionPolicy

    package init(
        _ id: SessionID, of content: ContentID, as format: TileFormat, client: ClientAddress, policy: SessionPolicy
    ) {
        self.id = id
        self.content = content
        output = .encoded(format)
        self.client = client
        self.policy = policy
    }

    /// Sets the wake handler, and calls it if there are events already.
    package func setWakeHandler(_ wake: @escaping @Sendable () -> Void) {
        let isAwaited = state.withLock { state in
            if state.isOver { return false }
            state.wake = wake
            return state.isWoken
        }
        if isAwaited { wake() }
    }

    // MARK: Request handlers

    /// Whether a request for `key` may currently be answered with a draft.
    package func takesDraft(of key: TileKey) -> Bool {
        key.content == content && key.output == output && !key.isCropped && state.withLock { $0.isFast }
    }

    package func gaveDraft(of key: TileKey) {
        post { events in
            // A client that requests more than any screen shows is not notified of every tile.
            if events.drafts.count < policy.draftLimit { events.drafts.append(key) }
        }
    }

    // MARK: Engine

    package func arrived() { post { $0.hasArrivals = true } }

    package func changed(_ box: Box) {
        postState { state in
            state.events.changes.append(box, joiningBeyond: policy.namedRects)
            if state.isInputBeingHandled { state.events.hasAnswer = true }
        }
    }

    /// Records when the content begins and ends to handle a tap, typing or an action of the viewer. The changes in
    /// between are what the viewer waits for.
    package func setInputBeingHandled(_ isHandled: Bool) {
        state.withLock { $0.isInputBeingHandled = isHandled }
    }

    package func touched(_ finger: Int, isUsed: Bool) {
        post { $0.touched.append(Touched(finger: finger, isUsed: isUsed)) }
    }

    package func typed(_ state: ContentTypingState) { post { $0.typing = state } }

    package func read(_ elements: [AccessibleElement]) { post { $0.elements = elements } }

    /// Adds a notice. If there are too many, the oldest are dropped.
    package func noticed(_ notice: AccessibilityNotice) {
        post { events in
            if events.notices.count >= Self.mostNotices { events.notices.removeFirst() }
            events.notices.append(notice)
        }
    }

    private static let mostNotices = 20

    // MARK: Server

    func dismiss() { post { $0.isDismissed = true } }

    func replaced(by successor: String?) {
        post { events in
            events.isReplaced = true
            if let successor { events.successor = successor }
        }
    }

    // MARK: Session

    package func setFast(_ isFast: Bool) { state.withLock { $0.isFast = isFast } }

    package func drain() -> Events {
        state.withLock { state in
            state.isWoken = false
            defer { state.events = Events() }
            return state.events
        }
    }

    /// Ends the session. Later events are ignored.
    package func end() {
        state.withLock { state in
            state.isOver = true
            state.isFast = false
            state.events = Events()
            state.wake = nil
        }
    }

    private func post(_ change: (inout Events) -> Void) { postState { change(&$0.events) } }

    private func postState(_ change: (inout State) -> Void) {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isOver else { return nil }
            change(&state)
            defer { state.isWoken = true }
            return state.isWoken ? nil : state.wake
        }
        wake?()
    }
}

extension [Box] {
    /// Adds a box. If there are too many, all are replaced by their union.
    package mutating func append(_ box: Box, joiningBeyond limit: Int) {
        if contains(where: { $0.contains(box) }) { return }
        if count < limit { append(box) } else { self = [reduce(box) { $0.union($1) }] }
    }
}
