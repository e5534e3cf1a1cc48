import Foundation
import Synchronization
import TileSupport

/// Who may see which contents, as it is now: an operator may change it while the server runs.
final class AccessBook: Sendable {
    private struct State: Sendable {
        var policy: AccessPolicy
        var grants: AccessGrants
    }

    private let state: Lock<State>
    private let isAnythingPrivate: Atomic<Bool>
    /// Whether the program decides of each request. Apart, because it is looked at for every cached tile.
    private let isAsking: Atomic<Bool>
    private let now: @Sendable () -> Double

    /// - Parameter now: in seconds since 1970.
    init(_ policy: AccessPolicy, now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }) {
        self.now = now
        state = Lock(State(policy: policy, grants: AccessGrants(policy, now: now)))
        isAnythingPrivate = Atomic(!policy.privateContents.isEmpty)
        isAsking = Atomic(policy.admits != nil)
    }

    /// From the next request on.
    func replace(_ policy: AccessPolicy) {
        let new = State(policy: policy, grants: AccessGrants(policy, now: now))
        state.withLock { $0 = new }
        isAnythingPrivate.store(!policy.privateContents.isEmpty, ordering: .relaxed)
        isAsking.store(policy.admits != nil, ordering: .relaxed)
    }

    var asks: Bool { isAsking.load(ordering: .relaxed) }

    var admits: (@Sendable (AccessPolicy.Request) async -> Bool)? { state.withLock { $0.policy.admits } }

    var grants: AccessGrants { state.withLock { $0.grants } }

    /// Whether an offer, or what it is a part or a variant of, is private.
    func isPrivate(_ offer: OfferedContent) -> Bool {
        isAnythingPrivate.load(ordering: .relaxed) && isNamed(offer)
    }

    private func isNamed(_ offer: OfferedContent) -> Bool {
        state.withLock { state in
            state.policy.isPrivate(offer.id) || offer.wholeID.map(state.policy.isPrivate) ?? false
        }
    }

    /// Whether the request that is being answered may know of it.
    ///
    /// - Parameter offer: looked at only where something is private: every cached tile asks this.
    func isVisible(_ offer: @autoclosure () -> OfferedContent) -> Bool {
        guard isAnythingPrivate.load(ordering: .relaxed) else { return true }
        let offer = offer()
        guard isNamed(offer) else { return true }
        guard let grant = AccessGrant.current else { return false }
        return grant.covers(offer.id) || offer.wholeID.map(grant.covers) ?? false
    }
}
