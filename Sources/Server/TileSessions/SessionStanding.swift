import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

/// A session's thread-safe state and mailbox.
package final class SessionStanding: Sendable {
    /// What happened since the session looked last.
    package struct News: Sendable {
        /// Full tiles of which a draft was sent.
        package var drafts: [TileKey] = []
        /// Where the content changed.
        package var changes: [Box] = []
        /// Whether tiles have arrived, or may be asked for again.
        package var hasArrivals = false
        /// Of fingers that came down on the picture, by their numbers, whether the content makes something of them.
        package var touched: [Touched] = []
        /// What there is to type in, if that has changed.
        package var typing: ContentTypingState?
        /// What there is to read, if that has changed.
        package var elements: [AccessibleElement]?
        /// What the content has to say, in order.
        package var notices: [AccessibilityNotice] = []
        /// Whether the content is another one now, or gone.
        package var isReplaced = false
        /// The identifier that the content has from now on, if it was renamed.
        package var successor: String?
        /// Whether the session has to end: the server does.
        package var isDismissed = false
    }

    /// What a content made of a finger that came down.
    package struct Touched: Hashable, Sendable {
        package var finger: Int
        package var isUsed: Bool

        package init(finger: Int, isUsed: Bool) { (self.finger, self.isUsed) = (finger, isUsed) }
    }

    private struct State: Sendable {
        var isFast = false
        var news = News()
        /// Whether the session was woken and has not looked yet.
        var isWoken = false
        var isOver = false
        /// Has the session look, soon, on its own thread.
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

    /// What was told before is woken for, too.
    package func wakes(by wake: @escaping @Sendable () -> Void) {
        let isAwaited = state.withLock { state in
            if state.isOver { return false }
            state.wake = wake
            return state.isWoken
        }
        if isAwaited { wake() }
    }

    // MARK: For those who answer requests

    /// Whether a request for `key` may be answered with a draft now.
    package func takesDraft(of key: TileKey) -> Bool {
        key.content == content && key.output == output && !key.isCropped && state.withLock { $0.isFast }
    }

    package func gaveDraft(of key: TileKey) {
        tell { news in
            // Who asks for more than any screen shows is not told of all.
            if news.drafts.count < policy.draftLimit { news.drafts.append(key) }
        }
    }

    // MARK: For the engine

    package func arrived() { tell { $0.hasArrivals = true } }

    package func changed(_ box: Box) { tell { $0.changes.append(box, joiningBeyond: policy.namedRects) } }

    package func touched(_ finger: Int, isUsed: Bool) {
        tell { $0.touched.append(Touched(finger: finger, isUsed: isUsed)) }
    }

    package func typed(_ state: ContentTypingState) { tell { $0.typing = state } }

    package func read(_ elements: [AccessibleElement]) { tell { $0.elements = elements } }

    /// Of more than nobody can listen to, the last are told.
    package func noticed(_ notice: AccessibilityNotice) {
        tell { news in
            if news.notices.count >= Self.mostNotices { news.notices.removeFirst() }
            news.notices.append(notice)
        }
    }

    private static let mostNotices = 20

    // MARK: For the server

    func dismiss() { tell { $0.isDismissed = true } }

    func replaced(by successor: String?) {
        tell { news in
            news.isReplaced = true
            if let successor { news.successor = successor }
        }
    }

    // MARK: For the session

    package func setFast(_ isFast: Bool) { state.withLock { $0.isFast = isFast } }

    package func takeNews() -> News {
        state.withLock { state in
            state.isWoken = false
            defer { state.news = News() }
            return state.news
        }
    }

    /// Nothing is told from now on.
    package func end() {
        state.withLock { state in
            state.isOver = true
            state.isFast = false
            state.news = News()
            state.wake = nil
        }
    }

    private func tell(_ change: (inout News) -> Void) {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isOver else { return nil }
            change(&state.news)
            defer { state.isWoken = true }
            return state.isWoken ? nil : state.wake
        }
        wake?()
    }
}

extension [Box] {
    /// Adds a box; when there are too many, all become one.
    package mutating func append(_ box: Box, joiningBeyond limit: Int) {
        if contains(where: { $0.contains(box) }) { return }
        if count < limit { append(box) } else { self = [reduce(box) { $0.union($1) }] }
    }
}
