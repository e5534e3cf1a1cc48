#if THREAD_SANITIZER
    import CThread

    /// The synchronization object of `isSoleHolder(of:)` and `didReadShared()`. Only its address matters.
    ///
    /// `nonisolated(unsafe)`: the memory is neither read nor written.
    private nonisolated(unsafe) let readings = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

    @usableFromInline package func acquireReadings() { __tsan_acquire(readings) }
    @usableFromInline package func releaseReadings() { __tsan_release(readings) }
#endif

/// Returns whether `object` has no other reference. If so, it may be changed in place, as the standard library's arrays
/// are, even if other threads read it before they released it.
///
/// The reference count orders their reads before the change. The thread sanitizer does not know the runtime's own
/// ordering, so it is told explicitly: reads before `didReadShared()` happen before everything that follows this call.
@inlinable @inline(__always)
package func isSoleHolder<Object: AnyObject>(of object: inout Object) -> Bool {
    afterReadings(isKnownUniquelyReferenced(&object))
}

@inlinable @inline(__always)
package func isSoleHolder<Object: AnyObject>(of object: inout Object?) -> Bool {
    afterReadings(isKnownUniquelyReferenced(&object))
}

/// Returns its argument, the result of a uniqueness check. If it is true, tells the thread sanitizer that the reads of
/// other threads precede this point.
@inlinable @inline(__always)
package func afterReadings(_ isSole: Bool) -> Bool {
    #if THREAD_SANITIZER
        if isSole { acquireReadings() }
    #endif
    return isSole
}

/// Tells the thread sanitizer that this thread has finished reading a shared object that it is about to release, and
/// that another thread may then change (`isSoleHolder(of:)`). Does nothing in other builds.
@inlinable @inline(__always)
package func didReadShared() {
    #if THREAD_SANITIZER
        releaseReadings()
    #endif
}
