import CSpawn
internal import Foundation
import Glibc
import TileSupport

/// A child process with a socket as its standard input.
///
/// It is used by one thread at a time, and `end` must be called exactly once, at the end: deinitialization does not end
/// the process. swift-subprocess (1.0) is not suitable, because its processes exist within an asynchronous closure, and
/// these are used synchronously by threads that draw.
package final class WorkerChild: Sendable {
    /// The place of a child's standard output and standard error.
    package enum Output: Sendable {
        /// The child's owner, who is told the last line with the end.
        case captured
        /// This process's own.
        case inherited
    }

    /// The number of the process.
    package let process: pid_t
    /// This end of the socket.
    private let socket: Descriptor
    /// The socket from which standard output and standard error are read; nil if they are this process's.
    private let log: Descriptor?

    /// Starts a program with this process's environment, without inherited files, with default signals, and in its own
    /// process group, so that it does not receive signals from the terminal.
    ///
    /// - Parameter arguments: The arguments from the program's name on; nil for the name alone.
    package init(
        program: String, arguments: [String]? = nil, output: Output = .captured
    ) throws(WorkerFailure) {
        func check(_ result: Int32) throws(WorkerFailure) {
            if result != 0 { throw .notStarted(program: program, reason: SystemError(code: result).description) }
        }
        let conversation: (near: Descriptor, far: Descriptor)
        let remarks: (near: Descriptor, far: Descriptor)?
        do throws(SystemError) {
            conversation = try Descriptor.socketPair()
            remarks = output == .captured ? try Descriptor.socketPair() : nil
        } catch {
            throw .notStarted(program: program, reason: error.description)
        }
        if let remarks {
            // Nonblocking, so that a process that writes too much output loses it instead of blocking.
            _ = fcntl(remarks.far.number, F_SETFL, O_NONBLOCK)
            _ = fcntl(remarks.near.number, F_SETFL, O_NONBLOCK)
        }

        var actions = posix_spawn_file_actions_t()
        try check(posix_spawn_file_actions_init(&actions))
        defer { posix_spawn_file_actions_destroy(&actions) }
        try check(posix_spawn_file_actions_adddup2(&actions, conversation.far.number, STDIN_FILENO))
        if let remarks {
            try check(posix_spawn_file_actions_adddup2(&actions, remarks.far.number, STDOUT_FILENO))
            try check(posix_spawn_file_actions_adddup2(&actions, remarks.far.number, STDERR_FILENO))
        }
        // Some libraries open files without close-on-exec.
        try check(posix_spawn_file_actions_addclosefrom_np(&actions, 3))

        var attributes = posix_spawnattr_t()
        try check(posix_spawnattr_init(&attributes))
        defer { posix_spawnattr_destroy(&attributes) }
        // Dispatch's threads block signals, and a program may ignore some; both would be inherited.
        var signals = sigset_t()
        sigemptyset(&signals)
        try check(posix_spawnattr_setsigmask(&attributes, &signals))
        sigfillset(&signals)
        try check(posix_spawnattr_setsigdefault(&attributes, &signals))
        try check(posix_spawnattr_setpgroup(&attributes, 0))
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        try check(posix_spawnattr_setflags(&attributes, Int16(flags)))

        var environment = ProcessInfo.processInfo.environment
        // Swift's backtrace may take seconds, and a crash in a library is not the program's own.
        if output == .captured { environment["SWIFT_BACKTRACE"] = "enable=no" }
        var words = (arguments ?? [program]).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var process: pid_t = 0
        try check(posix_spawn(&process, program, &actions, &attributes, &words, &variables))
        self.process = process
        socket = conversation.near
        log = remarks?.near
        // The far ends must stay open until here, and closed afterwards, or the end of the process would not be
        // detected.
        withExtendedLifetime((conversation.far, remarks?.far)) {}
    }

    /// The socket, open as long as the instance exists.
    package var descriptor: Int32 { socket.number }

    /// Returns the socket for an exchange with a deadline in nanoseconds of the monotonic clock.
    func channel(until deadline: UInt64) -> MessageSocket { MessageSocket(socket.number, deadline: deadline) }

    /// Whether the process has ended or sent unexpected data.
    var isDisturbed: Bool { MessageSocket(socket.number).isDisturbed }

    /// The way in which a process ended.
    package struct End: Hashable, Sendable {
        /// The exit code; nil if a signal ended the process.
        package var code: Int32?
        /// The signal; 0 if the process exited by itself.
        package var signal: Int32
        /// The last line of its captured output, shortened.
        package var said: String
    }

    /// Kills the process if it is running, and releases its resources. Returns within milliseconds, when the process
    /// has ended.
    @discardableResult
    package func end() -> End {
        // If the process is already ending, its exit status does not change.
        kill()
        var status: Int32 = 0
        var result = waitpid(process, &status, 0)
        while result < 0, errno == EINTR { result = waitpid(process, &status, 0) }
        let said = lastLine()
        // Another part of this program reaped the process, or the system did (SIGCHLD ignored), so the status is
        // unknown.
        guard result == process else { return End(code: nil, signal: SIGKILL, said: said) }
        let signal = status & 0x7F
        return End(code: signal == 0 ? status >> 8 & 0xFF : nil, signal: signal, said: said)
    }

    /// Kills the process and those of its group, which it may have started. Not called after `end()`.
    package func kill() { _ = Glibc.kill(-process, SIGKILL) }

    private func lastLine() -> String {
        guard let log else { return "" }
        // The socket's buffer limits the output to some hundreds of KB.
        var text: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = bytes.withUnsafeMutableBytes { read(log.number, $0.baseAddress, $0.count) }
            if count <= 0 { break }
            text = Array((text + bytes.prefix(count)).suffix(4096))
        }
        return PrintableText.line(text.split(separator: UInt8(ascii: "\n")).last ?? [])
    }
}

/// An open file descriptor, closed with its owner.
private final class Descriptor: Sendable {
    let number: Int32

    private init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// Creates a pair of connected sockets that child processes do not inherit. Their numbers are above the standard
    /// descriptors, which may be closed here and are the targets of duplication in the child.
    static func socketPair() throws(SystemError) -> (near: Descriptor, far: Descriptor) {
        var pair: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
            throw SystemError(code: errno)
        }
        let (near, far) = (Descriptor(pair[0]), Descriptor(pair[1]))
        return (try near.aboveStandard(), try far.aboveStandard())
    }

    private func aboveStandard() throws(SystemError) -> Descriptor {
        if number > STDERR_FILENO { return self }
        let above = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard above >= 0 else { throw SystemError(code: errno) }
        return Descriptor(above)
    }
}
