import Foundation
import TileSupport

/// The handlers of SIGINT and SIGTERM while work runs that can be stopped.
package final class Interrupts {
    private let sources: [any DispatchSourceSignal]

    /// - Parameters:
    ///   - first: Called at the first signal.
    ///   - second: Called at each further one.
    package init(first: @escaping @Sendable () -> Void, second: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "tilework.interrupts")
        let isRepeated = Lock(false)
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                let isSecond = isRepeated.withLock { isRepeated in
                    defer { isRepeated = true }
                    return isRepeated
                }
                if isSecond { second() } else { first() }
            }
            // A signal that arrives before the source listens would be lost, because it is ignored by then.
            let listens = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { listens.signal() }
            source.resume()
            listens.wait()
            return source
        }
    }

    /// Signals do nothing from now on.
    package func end() { sources.forEach { $0.cancel() } }
}
