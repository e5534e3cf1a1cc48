import Foundation

/// The end of this process by a signal, as other tools end when they are interrupted or their reader goes away.
package enum EndingSignal {
    /// Ends the process by a signal with its default action, so that a shell sees 128 plus its number.
    package static func raise(_ number: Int32) -> Never {
        // This thread handles it at once, even if it was started with the signal blocked.
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        Foundation.raise(number)
        // Not reached, because the default action of SIGINT, SIGTERM, SIGHUP and SIGPIPE ends the process.
        _exit(128 + number)
    }
}
