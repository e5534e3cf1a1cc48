import Dispatch
import Foundation
import TileLayers
import TileSupport

/// Logs how long the main thread keeps work waiting, and where it is. It does nothing while nothing waits.
package final class MainThreadWatchdog: Sendable {
    /// The surroundings of a watchdog, which tests replace.
    package struct Surroundings: Sendable {
        /// The time in seconds since an arbitrary moment.
        package var now: @Sendable () -> Double
        /// Runs code on another thread after a delay in seconds.
        package var later: @Sendable (Double, @escaping @Sendable () -> Void) -> Void
        /// The function of the program that the main thread is in, if it can be found out.
        package var place: @Sendable () -> String?
        package var log: @Sendable (String) -> Void

        package init(
            now: @escaping @Sendable () -> Double,
            later: @escaping @Sendable (Double, @escaping @Sendable () -> Void) -> Void,
            place: @escaping @Sendable () -> String?, log: @escaping @Sendable (String) -> Void
        ) {
            (self.now, self.later, self.place, self.log) = (now, later, place, log)
        }

        /// The process's clock, threads and log.
        static let ofProcess = Surroundings(
            now: { Double(MonotonicClock.nanoseconds) / 1e9 },
            later: { DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + $0, execute: $1) },
            place: { MainThreadStack.function }, log: { FrameLog.write($0) })
    }

    private struct State {
        /// The number of pieces of work that wait or run.
        var waiting = 0
        /// The number of those that run; more than one if they are nested.
        var running = 0
        /// The time of the last beginning or end of a piece of work.
        var progress = 0.0
        var isChecking = false
        /// The delay after which the current delay is reported next; nil if none was reported yet.
        var next: Double?
        /// The delay in seconds that is reported.
        var limit: Double
        /// The delegates of the programs that are being launched, innermost last.
        var launches: [String] = []
    }

    private let surroundings: Surroundings
    private let state: Lock<State>

    package init(limit: Double, _ surroundings: Surroundings) {
        Self.check(limit)
        self.surroundings = surroundings
        state = Lock(State(limit: limit))
    }

    private static func check(_ limit: Double) {
        precondition(limit > 0 && limit.isFinite, "a limit of \(limit) seconds can't be watched")
    }

    /// The delay in seconds that is reported. A new value counts for work that is enqueued from then on.
    package var limit: Double {
        get { state.withLock { $0.limit } }
        set {
            Self.check(newValue)
            state.withLock { $0.limit = newValue }
        }
    }

    /// Watches the launch of a program.
    func launching<Result>(_ delegate: String, _ launch: () -> Result) -> Result {
        workWaits()
        workBegins()
        state.withLock { $0.launches.append(delegate) }
        defer {
            state.withLock { _ = $0.launches.popLast() }
            workEnds()
        }
        return launch()
    }

    /// Notes that work was enqueued that another thread or a viewer waits for.
    func workWaits() {
        let now = surroundings.now()
        let limit = state.withLock { state -> Double? in
            if state.waiting == 0 { state.progress = now }
            state.waiting += 1
            defer { state.isChecking = true }
            return state.isChecking ? nil : state.limit
        }
        if let limit { check(after: limit) }
    }

    /// Notes that a piece of work begins.
    func workBegins() { noteProgress { $0.running += 1 } }

    /// Notes that a piece of work has ended.
    func workEnds() {
        noteProgress { state in
            state.running -= 1
            state.waiting -= 1
        }
    }

    private func noteProgress(_ change: (inout State) -> Void) {
        let now = surroundings.now()
        let delay = state.withLock { state -> Double? in
            defer { (state.progress, state.next) = (now, nil) }
            change(&state)
            return state.next == nil ? nil : now - state.progress
        }
        if let delay { surroundings.log("the main thread goes on after \(Self.text(delay)) s") }
    }

    private func check(after delay: Double) {
        surroundings.later(delay) { [weak self] in self?.check() }
    }

    private func check() {
        let now = surroundings.now()
        enum Work {
            case launch(String)
            case update
            case between
        }
        enum Finding {
            case idle
            case early(Double)
            case late(Double, Work)
        }
        let finding = state.withLock { state -> Finding in
            guard state.waiting > 0 else {
                state.isChecking = false
                return .idle
            }
            let (delay, due) = (now - state.progress, state.next ?? state.limit)
            guard delay >= due - 1e-6 else { return .early(due - delay) }
            // Twice as long each time, so that a thread that never returns fills no log.
            state.next = delay * 2
            return .late(delay, state.launches.last.map { .launch($0) } ?? (state.running > 0 ? .update : .between))
        }
        switch finding {
        case .idle: return
        case .early(let rest): check(after: rest)
        case .late(let delay, let cause):
            let work =
                switch cause {
                case .launch(let delegate): "the launch of \(delegate), which hasn't finished"
                case .update: "an update of a program"
                case .between: "code between updates: a timer, a task or a block"
                }
            let place = surroundings.place().map { ", in \($0)" } ?? ""
            surroundings.log(
                "the main thread has been blocked for \(Self.text(delay)) s by \(work)\(place); programs and view "
                    + "controllers stand still meanwhile. Do long work on another thread.")
            check(after: delay)
        }
    }

    private static func text(_ seconds: Double) -> String { String(format: seconds < 1 ? "%.2f" : "%.1f", seconds) }
}

/// The stack of the main thread, seen from another thread.
private enum MainThreadStack {
    /// The number of bytes of the stack that are searched.
    private static let mostBytes: UInt = 64 << 10

    /// The modules of this package and of its dependencies start with these names.
    private static let otherModules = [
        "Tile", "View", "Command", "Nib", "Perf", "Swift", "Foundation", "Dispatch", "ArgumentParser", "NIO", "_",
        "__C",
    ]

    /// The innermost function of the program that the main thread seems to be in. Nil if the thread is running, because
    /// only the kernel knows the stack of a thread, and only while that waits.
    ///
    /// The words on the stack that are addresses in functions are mostly return addresses, so this is a guess.
    static var function: String? {
        guard let top = stackPointer, let stack = stackRange, stack.contains(top), top % 8 == 0 else { return nil }
        // The kernel reads it: it fails where nothing is mapped, and sanitizers don't see it.
        let file = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var words = [UInt](repeating: 0, count: Int(min(stack.upperBound - top, mostBytes)) / 8)
        let count = words.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(top)) }
        guard count > 0 else { return nil }
        words.removeLast(words.count - count / 8)
        for case let symbol? in ProgramSymbols.ofProcess.names(of: words) {
            let method = SwiftMethod(symbol)
            guard !method.name.isEmpty, !otherModules.contains(where: { method.module.hasPrefix($0) }) else { continue }
            return method.name
        }
        return nil
    }

    /// The stack pointer of the main thread, whose identifier is the process's, while it is in a system call.
    private static var stackPointer: UInt? {
        let path = "/proc/self/task/\(getpid())/syscall"
        guard let line = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        // The number of the call, six arguments, the stack pointer and the program counter.
        let fields = line.split(separator: " ")
        guard fields.count == 9 else { return nil }
        return UInt(fields[7].dropFirst(2), radix: 16)
    }

    private static var stackRange: Range<UInt>? {
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        guard let line = maps.split(separator: "\n").first(where: { $0.hasSuffix("[stack]") }) else { return nil }
        let range = line.prefix { $0 != " " }.split(separator: "-")
        guard range.count == 2, let start = UInt(range[0], radix: 16), let end = UInt(range[1], radix: 16), start < end
        else { return nil }
        return start..<end
    }
}
