package import Foundation
import TileSupport

/// The resources that a worker process may use for an exchange.
package struct WorkerAllowance: Hashable, Sendable {
    /// Bytes of address space. The process limits itself; this value is for messages.
    package var memory: Int
    /// Seconds of processor time. The process limits itself; this value is for messages.
    package var processorSeconds: Int
    /// The wall-clock time after which the process is ended.
    package var clockNanoseconds: UInt64

    package init(memory: Int, processorSeconds: Int, clockNanoseconds: UInt64) {
        self.memory = memory
        self.processorSeconds = processorSeconds
        self.clockNanoseconds = clockNanoseconds
    }
}

/// A worker process that answers requests over a socket, one at a time.
///
/// It is used by one thread at a time, as `WorkerPool` guarantees. After any failure the process has been ended,
/// including after a refusal, because a library may remember an error and refuse all later requests.
package final class WorkerProcess: Sendable {
    private let child: WorkerChild
    /// The memory of the process in a ledger; nil without a ledger.
    package let reservation: MemoryLedger.Reservation?
    private let memoryWords: [String]

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - memoryWords: Messages of its libraries, in its last output or in a refusal, that indicate that memory ran
    ///     out.
    ///   - ledger: The ledger in which its memory is reserved before it starts. Waits until there is room. Nil to start
    ///     it at once.
    ///   - isBrief: Whether the last request about its document was fast.
    package init(
        program: String, memoryWords: [String], ledger: MemoryLedger? = nil, isBrief: Bool = false
    ) throws(WorkerFailure) {
        reservation = ledger?.reserve(forProcessOf: program, isBrief: isBrief)
        do throws(WorkerFailure) {
            child = try WorkerChild(program: program)
        } catch {
            reservation?.release()
            throw error
        }
        reservation?.setProcess(child.process, of: program)
        self.memoryWords = memoryWords
    }

    /// Whether the process has ended between requests.
    package var hasEnded: Bool { child.isDisturbed }

    /// Ends the process. Call it once, and not after a failure.
    package func end() { endChild() }

    @discardableResult
    private func endChild() -> WorkerChild.End {
        defer { reservation?.release() }
        return child.end()
    }

    /// Performs a request and returns the answer.
    package func exchange<Answer>(
        _ allowance: WorkerAllowance, _ body: (WorkerChannel) throws(WorkerFault) -> Answer
    ) throws(WorkerFailure) -> Answer {
        let channel = WorkerChannel(
            socket: child.channel(until: MonotonicClock.nanoseconds + allowance.clockNanoseconds))
        do throws(WorkerFault) {
            return try body(channel)
        } catch {
            switch error {
            case .refused(let message):
                endChild()
                guard isOfMemory(message) else { throw .refused(message: message) }
                throw .tookTooMuchMemory(bytes: allowance.memory)
            case .garbled(let what):
                endChild()
                throw .garbled(what: what)
            case .socket(let failure):
                let end = endChild()
                switch failure {
                case .timedOut: throw .waitedTooLong(seconds: Double(allowance.clockNanoseconds) / 1e9)
                case .system(let code): throw .garbled(what: SystemError(code: code).description)
                case .ended: throw self.failure(end, allowance)
                }
            }
        }
    }

    private func isOfMemory(_ message: String) -> Bool { memoryWords.contains(where: message.contains) }

    private func failure(_ end: WorkerChild.End, _ allowance: WorkerAllowance) -> WorkerFailure {
        if isOfMemory(end.said) { return .tookTooMuchMemory(bytes: allowance.memory) }
        switch (end.signal, end.code) {
        case (SIGXCPU, _): return .tookTooLong(seconds: Double(allowance.processorSeconds))
        case (_, let code?): return .exited(code: code, said: end.said)
        // Signals that a program causes itself. Others are sent from outside.
        case (SIGABRT, _), (SIGSEGV, _), (SIGBUS, _), (SIGILL, _), (SIGFPE, _), (SIGTRAP, _), (SIGSYS, _):
            return .crashed(signal: end.signal, said: end.said)
        default: return .killed
        }
    }
}

/// The reason why an exchange failed.
package enum WorkerFault: Error {
    case socket(MessageSocket.Failure)
    /// The answer was invalid.
    case garbled(String)
    /// The worker refused the request, with a reason.
    case refused(String)
}

/// A socket to an untrusted peer.
package struct WorkerChannel {
    let socket: MessageSocket

    private func pass<Result>(_ body: () throws(MessageSocket.Failure) -> Result) throws(WorkerFault) -> Result {
        do throws(MessageSocket.Failure) { return try body() } catch { throw .socket(error) }
    }

    package func send(_ words: [UInt64]) throws(WorkerFault) {
        try pass { () throws(MessageSocket.Failure) in try socket.write(words: words) }
    }

    package func send(_ data: Data) throws(WorkerFault) {
        let result = data.withUnsafeBytes { bytes in
            Result { () throws(MessageSocket.Failure) in try socket.write(bytes) }
        }
        try pass { () throws(MessageSocket.Failure) in try result.get() }
    }

    package func receive(words count: Int) throws(WorkerFault) -> [UInt64] {
        try pass { () throws(MessageSocket.Failure) in try socket.readWords(count) }
    }

    package func receive(bytes count: Int) throws(WorkerFault) -> [UInt8] {
        try pass { () throws(MessageSocket.Failure) in try socket.readBytes(count) }
    }

    package func receive(_ target: UnsafeMutableRawBufferPointer) throws(WorkerFault) {
        try pass { () throws(MessageSocket.Failure) in try socket.read(into: target) }
    }

    /// Receives bytes of text, as a printable line.
    package func receive(textOf byteCount: Int) throws(WorkerFault) -> String {
        let text = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 1)
        defer { text.deallocate() }
        try receive(text)
        return PrintableText.line(text)
    }
}
