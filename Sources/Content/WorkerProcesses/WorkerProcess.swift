package import Foundation
import TileSupport

/// What a worker process may take for an exchange.
package struct WorkerAllowance: Hashable, Sendable {
    /// Bytes of address space. The process bounds itself; here they are for messages.
    package var memory: Int
    /// The process bounds itself; here they are for messages.
    package var processorSeconds: Int
    /// After which it is ended.
    package var clockNanoseconds: UInt64

    package init(memory: Int, processorSeconds: Int, clockNanoseconds: UInt64) {
        self.memory = memory
        self.processorSeconds = processorSeconds
        self.clockNanoseconds = clockNanoseconds
    }
}

/// A process that works for this one, request by request, over a socket.
///
/// It is used from one thread at a time, as `WorkerPool` sees to. After a failure it is of no use and has been ended:
/// also after a refusal, because an error that a library once had, it may keep, and refuse all else for it.
package final class WorkerProcess: Sendable {
    private let child: WorkerChild
    private let memoryWords: [String]

    /// - Parameters:
    ///   - program: its path.
    ///   - memoryWords: what its libraries say, before it ends or in a refusal, when they get no more memory.
    package init(program: String, memoryWords: [String]) throws(WorkerFailure) {
        child = try WorkerChild(program: program)
        self.memoryWords = memoryWords
    }

    /// Whether it has ended while nobody asked it anything.
    package var hasEnded: Bool { child.isDisturbed }

    /// Ends it. To be called once, and not after a failure.
    package func end() { child.end() }

    /// Asks and hears the answer.
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
                child.end()
                guard isOfMemory(message) else { throw .refused(message: message) }
                throw .tookTooMuchMemory(bytes: allowance.memory)
            case .garbled(let what):
                child.end()
                throw .garbled(what: what)
            case .socket(let failure):
                let end = child.end()
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
        // What a program brings upon itself; the rest are sent.
        case (SIGABRT, _), (SIGSEGV, _), (SIGBUS, _), (SIGILL, _), (SIGFPE, _), (SIGTRAP, _), (SIGSYS, _):
            return .crashed(signal: end.signal, said: end.said)
        default: return .killed
        }
    }
}

/// What keeps an exchange from its end.
package enum WorkerFault: Error {
    case socket(MessageSocket.Failure)
    /// It answered otherwise than agreed.
    case garbled(String)
    /// It says why it does not do it.
    case refused(String)
}

/// A socket whose other end is not believed.
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

    /// So many bytes of text, in a line that can be printed.
    package func receive(textOf byteCount: Int) throws(WorkerFault) -> String {
        let text = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 1)
        defer { text.deallocate() }
        try receive(text)
        return PrintableText.line(text)
    }
}
