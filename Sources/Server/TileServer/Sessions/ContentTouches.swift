import Dispatch
import Foundation
import TileEngine
import TileSessions
import TileSupport

/// Passes the touches and the typing of all viewers to a content, in the order of arrival, on the content's own queue
/// or on threads that may block.
final class ContentTouches: Sendable {
    private struct Waiting: Sendable {
        var touch: ContentTouch
        /// The viewer that is told whether the touch was used.
        var mailbox: SessionMailbox
    }

    private enum Input: Sendable {
        case touch(Waiting)
        case typing([ContentTyping], number: Int, SessionMailbox)
        case act(AccessibleAction, number: Int, SessionMailbox)

        var touch: ContentTouch? { if case .touch(let waiting) = self { waiting.touch } else { nil } }
    }

    private struct State: Sendable {
        var waiting: [Input] = []
        /// The newest size of the viewer's window; nil once the content has it.
        var size: CGSize?
        var isAtWork = false
        var persons: UInt64 = 0
        /// Whether the subscription to the content's typing state has begun.
        var tellsOfTyping = false
        var newestTyping: ContentTypingState?
        /// The viewers that are sent the typing state.
        var typists: [ObjectIdentifier: SessionMailbox] = [:]

        var isToTellOfTyping: Bool { !tellsOfTyping && !typists.isEmpty }
    }

    /// The largest number of inputs that wait for the content. Further ones are dropped while it is busy: a new touch
    /// then counts as unused. Touches in progress still end.
    private static let mostWaiting = 1000

    private let source: any TouchableTileSource
    private let calls: SourceCalls
    private let state = Lock(State())
    private let subscription = Lock<TileChangeSubscription?>(nil)

    /// The reader of accessibility elements; nil for a content that is not accessible.
    let reading: ContentReading?

    init(_ source: any TouchableTileSource) {
        self.source = source
        calls = SourceCalls(of: source, qos: .userInteractive)
        reading = (source as? any AccessibleTileSource).map { ContentReading($0) }
    }

    /// Returns a number for a new viewer.
    func newPerson() -> UInt64 {
        state.withLock { state in
            state.persons += 1
            return state.persons
        }
    }

    /// Whether the content has the size of its viewer's window.
    var followsViewer: Bool { (source as? any ScreenTileSource)?.followsViewer ?? false }

    /// Resizes the content to a viewer's window, before later touches.
    func resize(to size: CGSize) {
        let begins = state.withLock { state -> Bool in
            state.size = size
            defer { state.isAtWork = true }
            return !state.isAtWork
        }
        if begins { calls.async { self.work() } }
    }

    /// Whether the content accepts typing.
    var isTypable: Bool { source is any TypableTileSource }

    /// Adds a viewer, which is sent the typing state until it is forgotten.
    func tellOfTyping(_ mailbox: SessionMailbox) {
        guard isTypable else { return }
        let (newest, begins) = state.withLock { state -> (ContentTypingState?, Bool) in
            state.typists[ObjectIdentifier(mailbox)] = mailbox
            let begins = state.isToTellOfTyping && !state.isAtWork
            if begins { state.isAtWork = true }
            return (state.newestTyping, begins)
        }
        if let newest, newest.isActive { mailbox.typed(newest) }
        if begins { calls.async { self.work() } }
    }

    func forget(_ mailbox: SessionMailbox) {
        reading?.forget(mailbox)
        _ = state.withLock { $0.typists.removeValue(forKey: ObjectIdentifier(mailbox)) }
    }

    /// Subscribes to the typing state, on a thread that may wait for the content.
    private func listenToTyping() {
        let isDue = state.withLock { state in
            defer { state.tellsOfTyping = !state.typists.isEmpty || state.tellsOfTyping }
            return state.isToTellOfTyping
        }
        guard isDue, let source = source as? any TypableTileSource else { return }
        let subscription = source.subscribeToTyping { [weak self] in self?.deliver($0) }
        self.subscription.withLock { $0 = subscription }
    }

    private func deliver(_ typing: ContentTypingState) {
        let typists = state.withLock { state in
            state.newestTyping = typing
            return Array(state.typists.values)
        }
        for typist in typists { typist.typed(typing) }
    }

    /// Adds a viewer's edits to a text. They are dropped while too much input waits for the content.
    func add(_ typing: [ContentTyping], into number: Int, of mailbox: SessionMailbox) {
        add(.typing(typing, number: number, mailbox))
    }

    /// Adds a viewer's action on an element, under the same limit as typing.
    func add(_ action: AccessibleAction, on number: Int, of mailbox: SessionMailbox) {
        add(.act(action, number: number, mailbox))
    }

    private func add(_ input: Input) {
        let begins = state.withLock { state -> Bool in
            guard state.waiting.count < Self.mostWaiting else { return false }
            state.waiting.append(input)
            defer { state.isAtWork = true }
            return !state.isAtWork
        }
        if begins { calls.async { self.work() } }
    }

    func add(_ touches: [ContentTouch], of mailbox: SessionMailbox) {
        var refused: [Int] = []
        let begins = state.withLock { state -> Bool in
            for touch in touches {
                // Only the last move of a finger counts.
                if touch.phase == .moved,
                    let last = state.waiting.lastIndex(where: { $0.touch?.finger == touch.finger }),
                    state.waiting[last].touch?.phase == .moved
                {
                    state.waiting[last] = .touch(Waiting(touch: touch, mailbox: mailbox))
                } else if state.waiting.count < Self.mostWaiting || touch.phase == .ended || touch.phase == .cancelled {
                    state.waiting.append(.touch(Waiting(touch: touch, mailbox: mailbox)))
                } else if touch.phase == .began {
                    refused.append(touch.finger.number)
                }
            }
            defer { state.isAtWork = state.isAtWork || !state.waiting.isEmpty }
            return !state.isAtWork && !state.waiting.isEmpty
        }
        for finger in refused { mailbox.touched(finger, isUsed: false) }
        if begins { calls.async { self.work() } }
    }

    private func work() {
        while let (size, waiting) = takeWaiting() {
            listenToTyping()
            if let size { (source as? any ScreenTileSource)?.resize(to: size) }
            var touches: [Waiting] = []
            for input in waiting {
                switch input {
                case .touch(let touch): touches.append(touch)
                case .typing(let edits, let number, let mailbox):
                    touch(touches)
                    touches = []
                    answering([mailbox]) { (source as? any TypableTileSource)?.type(edits, into: number) }
                case .act(let action, let number, let mailbox):
                    touch(touches)
                    touches = []
                    answering([mailbox]) { (source as? any AccessibleTileSource)?.perform(action, on: number) }
                }
            }
            touch(touches)
        }
    }

    private func touch(_ waiting: [Waiting]) {
        if waiting.isEmpty { return }
        // A drag has changes all the time, which are sent at the normal pace.
        let tappers = waiting.filter { $0.touch.phase == .began || $0.touch.phase == .ended }.map(\.mailbox)
        let used = answering(tappers) { source.touch(waiting.map(\.touch)) }
        for each in waiting where each.touch.phase == .began {
            each.mailbox.touched(each.touch.finger.number, isUsed: used.contains(each.touch.finger))
        }
    }

    /// Calls the content with input of viewers, who wait for the changes that it makes during the call.
    private func answering<Result>(_ mailboxes: [SessionMailbox], _ call: () -> Result) -> Result {
        for mailbox in mailboxes { mailbox.setInputBeingHandled(true) }
        defer { for mailbox in mailboxes { mailbox.setInputBeingHandled(false) } }
        return call()
    }

    private func takeWaiting() -> (CGSize?, [Input])? {
        state.withLock { state in
            guard !state.waiting.isEmpty || state.size != nil || state.isToTellOfTyping else {
                state.isAtWork = false
                return nil
            }
            defer { (state.size, state.waiting) = (nil, []) }
            return (state.size, state.waiting)
        }
    }
}
