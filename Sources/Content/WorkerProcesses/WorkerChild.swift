import CSpawn
internal import Foundation
import TileSupport

/// A process started by this one, with a socket for its standard input; what it writes elsewhere is kept.
///
/// Whoever holds it uses it from one thread at a time, and calls `end` once, as the last thing: a process is not ended
/// with its object. swift-subprocess (1.0) does not serve here: a process of its lives within an asynchronous closure,
/// and these wait for work on threads that draw.
final class WorkerChild: Sendable {
    private let process: pid_t
    /// This end of the socket.
    private let socket: Descriptor
    /// What it wrote to standard output and standard error is read here.
    private let log: Descriptor

    /// Starts a program with this process's environment, no open files but those said, default signals, and a process
    /// group of its own, so that what is meant for this process from the terminal does not reach it.
    init(program: String) throws(WorkerFailure) {
        func check(_ result: Int32) throws(WorkerFailure) {
            if result != 0 { throw .notStarted(program: program, reason: SystemError(code: result).description) }
        }
        let conversation: (near: Descriptor, far: Descriptor)
        let remarks: (near: Descriptor, far: Descriptor)
        do throws(SystemError) {
            conversation = try Descriptor.socketPair()
            remarks = try Descriptor.socketPair()
        } catch {
            throw .notStarted(program: program, reason: error.description)
        }
        // A process that writes more remarks than are kept loses them, and does not stop.
        _ = fcntl(remarks.far.number, F_SETFL, O_NONBLOCK)
        _ = fcntl(remarks.near.number, F_SETFL, O_NONBLOCK)

        var actions = posix_spawn_file_actions_t()
        try check(posix_spawn_file_actions_init(&actions))
        defer { posix_spawn_file_actions_destroy(&actions) }
        try check(posix_spawn_file_actions_adddup2(&actions, conversation.far.number, STDIN_FILENO))
        try check(posix_spawn_file_actions_adddup2(&actions, remarks.far.number, STDOUT_FILENO))
        try check(posix_spawn_file_actions_adddup2(&actions, remarks.far.number, STDERR_FILENO))
        // Not all that other libraries opened is closed on exec.
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
        // A program in Swift may take seconds to say where it crashed, and the crash is not its own.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        var arguments = [strdup(program), nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        try check(posix_spawn(&process, program, &actions, &attributes, &arguments, &variables))
        self.process = process
        socket = conversation.near
        log = remarks.near
        // The other ends are open up to here and closed from here on, or a process that ended would not be noticed.
        withExtendedLifetime((conversation.far, remarks.far)) {}
    }

    /// The socket for an exchange that ends at `deadline`, in nanoseconds of the monotonic clock.
    func channel(until deadline: UInt64) -> MessageSocket { MessageSocket(socket.number, deadline: deadline) }

    /// Whether it has ended, or says something that it was not asked.
    var isDisturbed: Bool { MessageSocket(socket.number).isDisturbed }

    /// How a process ended.
    struct End: Hashable, Sendable {
        /// Nil when a signal ended it.
        var code: Int32?
        /// 0 when it ended by itself.
        var signal: Int32
        /// The last line of what it wrote, shortened.
        var said: String
    }

    /// Kills it if it has not ended, and frees all that it had. Returns when it is gone, within milliseconds.
    @discardableResult
    func end() -> End {
        // Of a process that is ending already, this leaves its own reason as it is.
        kill(process, SIGKILL)
        var status: Int32 = 0
        var result = waitpid(process, &status, 0)
        while result < 0, errno == EINTR { result = waitpid(process, &status, 0) }
        let said = lastLine()
        // Someone else in this program waited for it, or lets the system do so (SIGCHLD ignored): then it is not known.
        guard result == process else { return End(code: nil, signal: SIGKILL, said: said) }
        let signal = status & 0x7F
        return End(code: signal == 0 ? status >> 8 & 0xFF : nil, signal: signal, said: said)
    }

    private func lastLine() -> String {
        // A socket holds no more than some hundreds of KB.
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

/// An open file of the system, closed with its owner.
private final class Descriptor: Sendable {
    let number: Int32

    private init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// Two sockets connected to each other, not handed to programs that are started. Their numbers are above those of
    /// the standard files: these may be closed here, and are what the sockets become there.
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
