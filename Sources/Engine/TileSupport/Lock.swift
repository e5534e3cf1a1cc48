import Foundation

/// A value and the lock that guards it, with the interface of `Mutex` in `Synchronization`. The value need not be
/// Sendable: it is sent into the lock, and values sent out of the lock leave no reference behind.
///
/// `Mutex` is not used because the thread sanitizer on Linux does not support it. The sanitizer intercepts pthread's
/// functions to record synchronization, but the standard library's mutex is a bare futex in code that was not compiled
/// with the sanitizer (Swift 6.3). So it considers every value guarded by one unguarded and reports each access as a
/// race.
// @unchecked Sendable: the state is accessed only while the mutex beside it is held.
package struct Lock<State>: ~Copyable, @unchecked Sendable {
    @usableFromInline
    final class Storage: ManagedBuffer<State, pthread_mutex_t> {
        deinit {
            _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) }
        }
    }

    // The mutex needs a stable address, which a stored property does not have; a tail-allocated element does.
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

    /// Calls `body` with exclusive access to the value. Not reentrant: taking the lock again within `body` deadlocks.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        // Both pointers are valid as long as `storage`, which `self` retains.
        let (state, mutex) = storage.withUnsafeMutablePointers { ($0, $1) }
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state.pointee)
    }
}
