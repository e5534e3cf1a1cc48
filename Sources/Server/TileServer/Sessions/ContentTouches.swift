import Dispatch
import Foundation
import TileEngine
import TileSessions
import TileSupport

/// Gives a content what the fingers of all its viewers do, and what they type, in the order in which it came, on
/// threads that may wait.
final class ContentTouches: Sendable {
    private struct Waiting: Sendable {
        var touch: ContentTouch
        /// Who is told what becomes of it.
        var standing: SessionStanding
    }

    private enum Input: Sendable {
        case touch(Waiting)
        case typing([ContentTyping], number: Int)
        case act(AccessibleAction, number: Int)

        var touch: ContentTouch? { if case .touch(let waiting) = self { waiting.touch } else { nil } }
    }

    private struct State: Sendable {
        var waiting: [Input] = []
        /// The newest of the viewer's window; nil when the content has it.
        var size: CGSize?
        var isAtWork = false
        var persons: UInt64 = 0
        /// Whether the content tells of what there is to type in.
        var tellsOfTyping = false
        var newestTyping: ContentTypingState?
        /// Who is told of what there is to type in.
        var typists: [ObjectIdentifier: SessionStanding] = [:]

        var isToTellOfTyping: Bool { !tellsOfTyping && !typists.isEmpty }
    }

    /// More that come while the content is busy are passed by: a finger that comes down then is not made use of. Those
    /// that were made use of still end.
    private static let mostWaiting = 1000

    private let source: any TouchableTileSource
    private let state = Lock(State())
    private let subscription = Lock<TileChangeSubscription?>(nil)

    /// Has it read; nil for one that is not to be read.
    let reading: ContentReading?

    init(_ source: any TouchableTileSource) {
        self.source = source
        reading = (source as? any AccessibleTileSource).map { ContentReading($0) }
    }

    /// A number for one more viewer.
    func newPerson() -> UInt64 {
        state.withLock { state in
            state.persons += 1
            return state.persons
        }
    }

    /// Whether the content is as large as its viewer's window.
    var followsViewer: Bool { (source as? any ScreenTileSource)?.followsViewer ?? false }

    /// Gives the content the size of a viewer's window, before fingers that come later.
    func resize(to size: CGSize) {
        let begins = state.withLock { state -> Bool in
            state.size = size
            defer { state.isAtWork = true }
            return !state.isAtWork
        }
        if begins { DispatchQueue.global(qos: .userInteractive).async { self.work() } }
    }

    /// Whether the content is typed in.
    var isTypable: Bool { source is any TypableTileSource }

    /// Has a viewer told of what there is to type in, until it is forgotten.
    func tellOfTyping(_ standing: SessionStanding) {
        guard isTypable else { return }
        let (newest, begins) = state.withLock { state -> (ContentTypingState?, Bool) in
            state.typists[ObjectIdentifier(standing)] = standing
            let begins = state.isToTellOfTyping && !state.isAtWork
            if begins { state.isAtWork = true }
            return (state.newestTyping, begins)
        }
        if let newest, newest.isActive { standing.typed(newest) }
        if begins { DispatchQueue.global(qos: .userInteractive).async { self.work() } }
    }

    func forget(_ standing: SessionStanding) {
        reading?.forget(standing)
        _ = state.withLock { $0.typists.removeValue(forKey: ObjectIdentifier(standing)) }
    }

    /// Begins to listen, where waiting for the content does no harm.
    private func listenToTyping() {
        let isDue = state.withLock { state in
            defer { state.tellsOfTyping = !state.typists.isEmpty || state.tellsOfTyping }
            return state.isToTellOfTyping
        }
        guard isDue, let source = source as? any TypableTileSource else { return }
        let subscription = source.subscribeToTyping { [weak self] in self?.tell($0) }
        self.subscription.withLock { $0 = subscription }
    }

    private func tell(_ typing: ContentTypingState) {
        let typists = state.withLock { state in
            state.newestTyping = typing
            return Array(state.typists.values)
        }
        for typist in typists { typist.typed(typing) }
    }

    /// What is typed while the content has too much to do already is passed by.
    func add(_ typing: [ContentTyping], into number: Int) { add(.typing(typing, number: number)) }

    /// As what is typed.
    func add(_ action: AccessibleAction, on number: Int) { add(.act(action, number: number)) }

    private func add(_ input: Input) {
        let begins = state.withLock { state -> Bool in
            guard state.waiting.count < Self.mostWaiting else { return false }
            state.waiting.append(input)
            defer { state.isAtWork = true }
            return !state.isAtWork
        }
        if begins { DispatchQueue.global(qos: .userInteractive).async { self.work() } }
    }

    func add(_ touches: [ContentTouch], of standing: SessionStanding) {
        var refused: [Int] = []
        let begins = state.withLock { state -> Bool in
            for touch in touches {
                // Of a finger's moves the last counts.
                if touch.phase == .moved,
                    let last = state.waiting.lastIndex(where: { $0.touch?.finger == touch.finger }),
                    state.waiting[last].touch?.phase == .moved
                {
                    state.waiting[last] = .touch(Waiting(touch: touch, standing: standing))
                } else if state.waiting.count < Self.mostWaiting || touch.phase == .ended || touch.phase == .cancelled {
                    state.waiting.append(.touch(Waiting(touch: touch, standing: standing)))
                } else if touch.phase == .began {
                    refused.append(touch.finger.number)
                }
            }
            defer { state.isAtWork = state.isAtWork || !state.waiting.isEmpty }
            return !state.isAtWork && !state.waiting.isEmpty
        }
        for finger in refused { standing.touched(finger, isUsed: false) }
        if begins { DispatchQueue.global(qos: .userInteractive).async { self.work() } }
    }

    private func work() {
        while let (size, waiting) = takeWaiting() {
            listenToTyping()
            if let size { (source as? any ScreenTileSource)?.resize(to: size) }
            var touches: [Waiting] = []
            for input in waiting {
                switch input {
                case .touch(let touch): touches.append(touch)
                case .typing(let edits, let number):
                    touch(touches)
                    touches = []
                    (source as? any TypableTileSource)?.type(edits, into: number)
                case .act(let action, let number):
                    touch(touches)
                    touches = []
                    (source as? any AccessibleTileSource)?.perform(action, on: number)
                }
            }
            touch(touches)
        }
    }

    private func touch(_ waiting: [Waiting]) {
        if waiting.isEmpty { return }
        let used = source.touch(waiting.map(\.touch))
        for each in waiting where each.touch.phase == .began {
            each.standing.touched(each.touch.finger.number, isUsed: used.contains(each.touch.finger))
        }
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
