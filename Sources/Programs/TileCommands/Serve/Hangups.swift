import Dispatch
import Glibc

/// Runs an action each time that the process receives SIGHUP, the request to read its settings again.
final class Hangups {
    private let source: any DispatchSourceSignal

    init(_ action: @escaping @Sendable () -> Void) {
        // Else the signal ends the process.
        signal(SIGHUP, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global(qos: .utility))
        source.setEventHandler(handler: action)
        source.activate()
    }

    func end() { source.cancel() }
}
