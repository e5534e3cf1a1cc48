import Foundation

/// A value with a separate instance for each thread, created on first use and freed when the thread ends. It holds
/// state that UIKit keeps per process but that trees on several threads need separately.
///
/// Meant for `static let`s, because its key is never freed. Reading takes a few nanoseconds.
package final class ThreadLocal<Value>: Sendable {
    private final class Box {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    private let key: pthread_key_t
    private let initial: @Sendable () -> Value

    package init(_ initial: @escaping @Sendable () -> Value) {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { pointer in
            if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
        }
        precondition(status == 0, "no more thread-local values can be made: error \(status)")
        self.key = key
        self.initial = initial
    }

    /// The current thread's value.
    package var value: Value {
        get { box.value }
        _modify { yield &box.value }
    }

    private var box: Box {
        if let pointer = pthread_getspecific(key) {
            return Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue()
        }
        let box = Box(initial())
        pthread_setspecific(key, Unmanaged.passRetained(box).toOpaque())
        return box
    }
}
