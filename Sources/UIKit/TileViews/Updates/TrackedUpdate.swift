import Dispatch
import Foundation
@_spi(SwiftUI) import Observation
import TileLayers
import TileSupport

/// A kind of update that tracks which properties of `@Observable` objects it reads. When one of them changes, the
/// object is marked for another update of this kind.
package enum TrackedUpdate: Hashable, Sendable {
    /// `updateProperties()`.
    case properties
    /// `updateConstraints()` or `updateViewConstraints()`.
    case constraints
    /// `layoutSubviews()`.
    case layout
    /// `viewWillLayoutSubviews()` or `containerViewWillLayoutSubviews()`.
    case willLayout
    /// `viewDidLayoutSubviews()` or `containerViewDidLayoutSubviews()`.
    case didLayout
    /// `draw(_:)`.
    case display
    /// `updateConfiguration()` and update handlers.
    case configuration
    /// `updateContentUnavailableConfiguration(using:)`.
    case contentUnavailable
    /// The section provider of a compositional layout.
    case sections
}

/// An object with updates that track what they read.
package protocol UpdateTracking: AnyObject, SendableMetatype {
    /// The trackings of the object's updates. Nil until an update reads a property of an `@Observable` object.
    var updateTrackings: UpdateTrackings? { get set }
    /// The inbox for changes that other threads make; nil for an object that is not on a screen.
    var updateInbox: UpdateInbox? { get }
}

extension UpdateTracking {
    /// Runs an update and tracks the observable properties that it reads, in place of those of the last one.
    ///
    /// - Parameter mark: Marks the object for another update. Called on the object's thread, before the property
    ///   changes.
    /// - Complexity: An update that reads no observable property allocates nothing.
    package func tracking<Result>(
        _ update: TrackedUpdate, by mark: @escaping @Sendable (Self) -> Void, _ body: () -> Result
    ) -> Result {
        if FrameObservation.explainsUpdates { return trackingWithCause(update, by: mark, body) }
        guard let tracking = updateTrackings?.all[update] else {
            return withObservationTracking(body, onChange: makeTracking(of: update).changeHandler(for: self, mark))
        }
        tracking.end()
        return withObservationTracking(
            {
                tracking.begin()
                return body()
            }, onChange: tracking.changeHandler(for: self, mark))
    }

    /// Does the same as `tracking(_:by:_:)`, and reports the change that has caused the update. Only the library's SPI
    /// for SwiftUI reports which property changes; replays of traces use it.
    private func trackingWithCause<Result>(
        _ update: TrackedUpdate, by mark: @escaping @Sendable (Self) -> Void, _ body: () -> Result
    ) -> Result {
        let known = updateTrackings?.all[update]
        let cause = known?.endForUpdate()
        let tracking = known ?? UpdateTrackings.One()
        let (reader, kind, number) = (
            "\(type(of: self)).\(update.methodName(of: self))", update.kind, tracking.current
        )
        let handleChange = tracking.changeHandler(for: self, mark)
        return FrameObservation.updating(for: cause) {
            withObservationTracking(
                {
                    // As in the ordinary path, the object has a tracking once an update has read something.
                    guard known != nil else {
                        return withObservationTracking(body, onChange: keep(tracking, of: update))
                    }
                    tracking.begin()
                    return body()
                },
                willSet: { observation in
                    if FrameObservation.explainsUpdates, let property = observation.changed {
                        tracking.noteCause(property, of: number, reader: reader, update: kind)
                    }
                    observation.cancel()
                    handleChange()
                })
        }
    }

    /// Keeps a tracking that has begun, and returns a handler that does nothing.
    private func keep(_ tracking: UpdateTrackings.One, of update: TrackedUpdate) -> @Sendable () -> Void {
        let trackings = updateTrackings ?? UpdateTrackings()
        updateTrackings = trackings
        trackings.all[update] = tracking
        return {}
    }

    private func makeTracking(of update: TrackedUpdate) -> UpdateTrackings.One {
        let tracking = UpdateTrackings.One()
        _ = keep(tracking, of: update)
        return tracking
    }
}

/// The trackings of an object's updates.
package final class UpdateTrackings {
    fileprivate(set) var all: [TrackedUpdate: One] = [:]

    deinit { for tracking in all.values { tracking.end() } }

    /// The tracking of one kind of update.
    ///
    /// An update may run again before anything changes. Its last tracking has to end then, because a model that never
    /// changes would otherwise keep one for each run. The library has no call for that, so each update also reads a
    /// property of this object, and a change of that ends the tracking. Only the first one lasts until the model
    /// changes, even if the object is gone by then: before it, it is unknown that the update reads anything.
    final class One: Observable, Sendable {
        private let registrar = ObservationRegistrar()
        private struct State {
            /// The number of the tracking that counts.
            var number = 0
            /// The first change since that one began, while causes are recorded.
            var cause: UpdateCause?
        }

        private let state = Lock(State())

        fileprivate var current: Int { state.withLock { $0.number } }

        func begin() { registrar.access(self, keyPath: \.current) }

        /// Ends the tracking.
        func end() { _ = endForUpdate() }

        /// Ends the tracking, and returns the change that has caused the next update, if it is recorded.
        func endForUpdate() -> UpdateCause? {
            let cause = state.withLock { state in
                defer { state = State(number: state.number + 1) }
                return state.cause
            }
            registrar.withMutation(of: self, keyPath: \.current) {}
            return cause
        }

        /// Records a change unless the tracking of that number has ended, or an earlier change is recorded.
        func noteCause(_ property: AnyKeyPath, of number: Int, reader: String, update: UpdateCause.Update) {
            guard type(of: property).rootType != One.self else { return }
            let new = UpdateCause(property: property.observedName, reader: reader, update: update)
            state.withLock { state in
                if state.number == number, state.cause == nil { state.cause = new }
            }
        }

        func changeHandler<Object: UpdateTracking>(
            for object: Object, _ mark: @escaping @Sendable (Object) -> Void
        ) -> @Sendable () -> Void {
            let (tracked, object, thread) = (current, WeakObject(object), UpdateThread(of: object))
            return { [self] in
                guard current == tracked else { return }
                thread.run { if let object = object.object { mark(object) } }
            }
        }
    }

    /// `@unchecked Sendable`: the object is used only on its own thread (`UpdateThread`).
    private final class WeakObject<Object: AnyObject>: @unchecked Sendable {
        private(set) weak var object: Object?

        init(_ object: Object) { self.object = object }
    }
}

/// The thread of an object with updates.
private enum UpdateThread: Sendable {
    /// The main thread of the process.
    case main
    /// Another thread. Trees that are views alone may be on any.
    case other(pthread_t, UpdateInbox?)

    /// The current thread, which is that of `object`.
    init(of object: some UpdateTracking) {
        self = MainLoop.isCurrent ? .main : .other(pthread_self(), object.updateInbox)
    }

    /// Makes a call on the thread: immediately if it is the current one, and otherwise later.
    func run(_ call: @escaping @Sendable () -> Void) {
        switch self {
        case .main:
            if MainLoop.isCurrent { call() } else { DispatchQueue.main.async(execute: call) }
        case .other(let thread, let inbox):
            if let inbox, inbox.isShared || UIScreen.isWithinMain {
                // Threads take turns with the tree, so only code within it is sure to have its turn.
                if UIScreen.isWithinMain, UIScreen.main.updateInbox === inbox { call() } else { inbox.add(call) }
            } else if pthread_equal(thread, pthread_self()) != 0 {
                call()
            } else {
                inbox?.add(call)
            }
        }
    }
}

/// The calls that other threads want to be made for a screen. Its next two frames make them: a call announces a change
/// before the model has the new value, which the first of the frames may miss.
package final class UpdateInbox: Sendable {
    private struct State: Sendable {
        var calls: [@Sendable () -> Void] = []
        /// The calls of the last frame.
        var repeated: [@Sendable () -> Void] = []
        var isShared = false
        var onFirst: (@Sendable () -> Void)?
    }

    private let state = Lock(State())

    var isEmpty: Bool { state.withLock { $0.calls.isEmpty && $0.repeated.isEmpty } }

    /// Whether threads take turns with the tree.
    var isShared: Bool { state.withLock { $0.isShared } }

    /// Sets a closure that is called, on any thread, for the first call since a frame. It may schedule a frame, but
    /// must not run one.
    ///
    /// - Parameter isShared: Whether threads take turns with the tree.
    package func notify(isShared: Bool, _ handler: @escaping @Sendable () -> Void) {
        state.withLock { ($0.isShared, $0.onFirst) = (isShared, handler) }
    }

    func add(_ call: @escaping @Sendable () -> Void) {
        let handler = state.withLock { state -> (@Sendable () -> Void)? in
            state.calls.append(call)
            return state.calls.count == 1 ? state.onFirst : nil
        }
        handler?()
    }

    func makeCalls() {
        let due = state.withLock { state in
            defer { (state.calls, state.repeated) = ([], state.calls) }
            return state.repeated + state.calls
        }
        for call in due { call() }
    }
}
