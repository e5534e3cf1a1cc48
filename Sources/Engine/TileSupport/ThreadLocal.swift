import Foundation

/// A value that each thread has for itself, made on first use and freed when the thread ends: what UIKit keeps per
/// process but trees on several threads need apart.
///
/// Meant for `static let`s: its key is never given back. Reading takes some nanoseconds.
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
