import Foundation

/// A value and the lock that guards it, used as `Mutex` of `Synchronization` is. The value need not be Sendable: it is
/// given away to the lock, and what leaves the lock leaves nothing of it behind.
///
/// Why not that one: the thread sanitizer on Linux does not see it. It replaces pthread's functions with ones that note
/// who waited for whom, but the standard library's mutex is a bare futex in code that was not compiled for it (Swift
/// 6.3), so it takes every value guarded by one for unguarded and reports each access as a race.
// @unchecked Sendable: the state is touched only while the mutex beside it is held.
package struct Lock<State>: ~Copyable, @unchecked Sendable {
    @usableFromInline
    final class Storage: ManagedBuffer<State, pthread_mutex_t> {
        deinit {
            _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) }
        }
    }

    // The mutex needs an address of its own for life, which a stored property does not have; a tail-allocated element
    // does.
    @usableFromInline let storage: ManagedBuffer<State, pthread_mutex_t>

    package init(_ state: sending State) {
        storage = Storage.create(minimumCapacity: 1) { buffer in
            buffer.withUnsafeMutablePointerToElements { mutex in
                let status = pthread_mutex_init(mutex, nil)
                precondition(status == 0, "a mutex can't be made: error \(status)")
            }
            return state
        }
    }

    /// Calls `body` with the value while nobody else has it. Not reentrant: taking the lock again within `body`
    /// deadlocks.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        // Both live as long as `storage`, which `self` keeps.
        let (state, mutex) = storage.withUnsafeMutablePointers { ($0, $1) }
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state.pointee)
    }
}
