#if THREAD_SANITIZER
    import CThread

    /// What `isSoleHolder(of:)` and `didReadShared()` have in common: its address.
    ///
    /// `nonisolated(unsafe)`: nothing is read there or written.
    private nonisolated(unsafe) let readings = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

    @usableFromInline package func acquireReadings() { __tsan_acquire(readings) }
    @usableFromInline package func releaseReadings() { __tsan_release(readings) }
#endif

/// Whether nobody else holds `object`: then it may be changed in place, as the standard library's arrays are, also
/// where other threads read it before they let it go.
///
/// The reference count orders their reading before the change. The thread sanitizer does not see the runtime's own
/// orders, and is told of this one: what a thread read until `didReadShared()` lies before what follows here.
@inlinable @inline(__always)
package func isSoleHolder<Object: AnyObject>(of object: inout Object) -> Bool {
    afterReadings(isKnownUniquelyReferenced(&object))
}

@inlinable @inline(__always)
package func isSoleHolder<Object: AnyObject>(of object: inout Object?) -> Bool {
    afterReadings(isKnownUniquelyReferenced(&object))
}

/// What the reference count has answered, which others' reading lies before when it is true.
@inlinable @inline(__always)
package func afterReadings(_ isSole: Bool) -> Bool {
    #if THREAD_SANITIZER
        if isSole { acquireReadings() }
    #endif
    return isSole
}

/// Tells the thread sanitizer that this thread has read what it is going to let go of, which another may change then
/// (`isSoleHolder(of:)`); nothing in other builds.
@inlinable @inline(__always)
package func didReadShared() {
    #if THREAD_SANITIZER
        releaseReadings()
    #endif
}
