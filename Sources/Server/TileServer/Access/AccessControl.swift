import Foundation
import Synchronization
import TileSupport

/// The current access policy and its grants. An operator may replace the policy while the server runs.
final class AccessControl: Sendable {
    private struct State: Sendable {
        var policy: AccessPolicy
        var grants: AccessGrants
        /// The number of the policy, counted from 1.
        var version: UInt64
    }

    private let state: Lock<State>
    private let isAnythingPrivate: Atomic<Bool>
    /// Whether the program decides about each request. A separate atomic because every cached tile reads it.
    private let isAsking: Atomic<Bool>
    private let now: @Sendable () -> Double

    /// - Parameter now: Returns the time in seconds since 1970.
    init(_ policy: AccessPolicy, now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }) {
        self.now = now
        state = Lock(State(policy: policy, grants: AccessGrants(policy, now: now), version: 1))
        isAnythingPrivate = Atomic(!policy.privateContents.isEmpty)
        isAsking = Atomic(policy.admits != nil)
    }

    /// Replaces the policy. The new one applies from the next request.
    func replace(_ policy: AccessPolicy) {
        let grants = AccessGrants(policy, now: now)
        state.withLock { $0 = State(policy: policy, grants: grants, version: $0.version + 1) }
        isAnythingPrivate.store(!policy.privateContents.isEmpty, ordering: .relaxed)
        isAsking.store(policy.admits != nil, ordering: .relaxed)
    }

    var asks: Bool { isAsking.load(ordering: .relaxed) }

    var admits: (@Sendable (AccessPolicy.Request) async -> Bool)? { state.withLock { $0.policy.admits } }

    var grants: AccessGrants { state.withLock { $0.grants } }

    var policy: AccessPolicy { state.withLock { $0.policy } }

    /// Whether an offer is private, or is a part or a variant of private content.
    func isPrivate(_ offer: OfferedContent) -> Bool {
        isAnythingPrivate.load(ordering: .relaxed) && policy.isPrivate(offer)
    }

    /// Whether the content of a slot is private. Every cached tile needs the answer, so it is cached until the policy
    /// changes.
    func isPrivate(_ slot: ContentSlot) -> Bool {
        guard isAnythingPrivate.load(ordering: .relaxed) else { return false }
        let (policy, version) = state.withLock { ($0.policy, $0.version) }
        return slot.privacy.isPrivate(version: version) { policy.isPrivate(slot.offer) }
    }

    /// Whether the current request may see the content of a slot.
    func isVisible(_ slot: ContentSlot) -> Bool {
        guard isPrivate(slot) else { return true }
        return AccessGrant.current?.covers(slot.offer) ?? false
    }
}

/// A cached answer to whether a content is private, valid for one version of the policy.
final class PrivacyMemo: Sendable {
    /// Twice the version, plus 1 if the content is private; 0 while nothing is known.
    private let state = Atomic<UInt64>(0)

    func isPrivate(version: UInt64, _ find: () -> Bool) -> Bool {
        let known = state.load(ordering: .relaxed)
        if known >> 1 == version { return known & 1 == 1 }
        let isPrivate = find()
        state.store(version << 1 | (isPrivate ? 1 : 0), ordering: .relaxed)
        return isPrivate
    }
}
