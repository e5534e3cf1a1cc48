import Foundation
import LibrsvgMessages
import TileGraphics
import TileSupport

/// A process that has read a document and draws parts of it.
///
/// It is used from one thread at a time, as `LibrsvgProcesses` sees to. After a failure it is of no use and has been
/// ended: also after a refusal, because an error that Cairo or Pango once had, they may keep, and refuse all else for
/// it.
final class LibrsvgProcess: Sendable {
    private let child: ChildProcess
    private let limits: LibrsvgLimits
    private let documentSize: Int

    private init(_ child: ChildProcess, _ limits: LibrsvgLimits, documentSize: Int) {
        self.child = child
        self.limits = limits
        self.documentSize = documentSize
    }

    /// Starts a process and has it read the document, whose size it tells when that is asked for. O(bytes).
    static func open(
        _ document: LibrsvgDocument, wantsSize: Bool
    ) throws(LibrsvgFailure) -> (process: LibrsvgProcess, size: (width: Double, height: Double)) {
        let limits = document.limits
        let child = try ChildProcess(program: LibrsvgProgram.find(limits))
        let process = LibrsvgProcess(child, limits, documentSize: document.byteCount)
        let size = try process.exchange { channel throws(Fault) in
            let request = LibrsvgRequest.open(
                prologue: document.prologue.count, root: document.root.count,
                memory: limits.memory(documentSize: document.byteCount), wantsSize: wantsSize,
                processorSeconds: limits.processorSeconds(documentSize: document.byteCount))
            try channel.send(request.words)
            try channel.send(document.prologue)
            try channel.send(document.root)
            try channel.receiveHead(.size, byteCount: LibrsvgReply.sizeByteCount)
            let words = try channel.receive(words: 2)
            return (Double(bitPattern: words[0]), Double(bitPattern: words[1]))
        }
        return (process, size)
    }

    /// Draws a window.
    ///
    /// - Parameter nanoseconds: How long it may take on the clock; nil for what the limits say.
    func draw(_ window: LibrsvgWindow, within nanoseconds: UInt64? = nil) throws(LibrsvgFailure) -> Bitmap {
        precondition(window.isValid, "a window that cannot be: \(window)")
        return try exchange(within: nanoseconds) { channel throws(Fault) in
            let seconds = limits.processorSeconds(documentSize: documentSize)
            try channel.send(LibrsvgRequest.draw(window, processorSeconds: seconds).words)
            try channel.receiveHead(.pixels, byteCount: window.byteCount)
            let bitmap = Bitmap(width: window.width, height: window.height)
            if bitmap.byteCount == window.byteCount {
                try channel.receive(UnsafeMutableRawBufferPointer(start: bitmap.bytes, count: bitmap.byteCount))
            } else {
                for line in 0..<window.height { try channel.receive(UnsafeMutableRawBufferPointer(bitmap.row(line))) }
            }
            return bitmap
        }
    }

    /// Whether it has ended while nobody asked it anything.
    var hasEnded: Bool { child.isDisturbed }

    /// Ends it. To be called once, and not after a failure.
    func end() { child.end() }

    // MARK: Talking

    /// What keeps an exchange from its end.
    private enum Fault: Error {
        case socket(MessageSocket.Failure)
        case garbled(String)
        case refused(String)
    }

    private func exchange<Answer>(
        within nanoseconds: UInt64? = nil, _ body: (Channel) throws(Fault) -> Answer
    ) throws(LibrsvgFailure) -> Answer {
        let nanoseconds = nanoseconds ?? limits.clockNanoseconds(documentSize: documentSize)
        let channel = Channel(socket: child.channel(until: MonotonicClock.nanoseconds + nanoseconds))
        do throws(Fault) {
            return try body(channel)
        } catch {
            switch error {
            case .refused(let message):
                child.end()
                guard Self.isOfMemory(message) else { throw .refused(message: message) }
                throw .tookTooMuchMemory(bytes: limits.memory(documentSize: documentSize))
            case .garbled(let what):
                child.end()
                throw .garbled(what: what)
            case .socket(let failure):
                let end = child.end()
                switch failure {
                case .timedOut: throw .waitedTooLong(seconds: Double(nanoseconds) / 1e9)
                case .system(let code): throw .garbled(what: SystemError(code: code).description)
                case .ended: throw self.failure(end)
                }
            }
        }
    }

    /// Whether this is what Cairo says, or GLib's and Rust's allocators before they end the process, when they get no
    /// more.
    private static func isOfMemory(_ message: String) -> Bool {
        ["NoMemory", "memory allocation of", "failed to allocate", "out of memory"].contains(where: message.contains)
    }

    private func failure(_ end: ChildProcess.End) -> LibrsvgFailure {
        if Self.isOfMemory(end.said) {
            return .tookTooMuchMemory(bytes: limits.memory(documentSize: documentSize))
        }
        switch (end.signal, end.code) {
        case (SIGXCPU, _): return .tookTooLong(seconds: Double(limits.processorSeconds(documentSize: documentSize)))
        case (_, let code?): return .exited(code: code, said: end.said)
        // What a program brings upon itself; the rest are sent.
        case (SIGABRT, _), (SIGSEGV, _), (SIGBUS, _), (SIGILL, _), (SIGFPE, _), (SIGTRAP, _), (SIGSYS, _):
            return .crashed(signal: end.signal, said: end.said)
        default: return .killed
        }
    }

    /// A socket whose other end is not believed.
    private struct Channel {
        let socket: MessageSocket

        private func pass<Result>(_ body: () throws(MessageSocket.Failure) -> Result) throws(Fault) -> Result {
            do throws(MessageSocket.Failure) { return try body() } catch { throw .socket(error) }
        }

        func send(_ words: [UInt64]) throws(Fault) {
            try pass { () throws(MessageSocket.Failure) in try socket.write(words: words) }
        }

        func send(_ data: Data) throws(Fault) {
            let result = data.withUnsafeBytes { bytes in
                Result { () throws(MessageSocket.Failure) in try socket.write(bytes) }
            }
            try pass { () throws(MessageSocket.Failure) in try result.get() }
        }

        func receive(words count: Int) throws(Fault) -> [UInt64] {
            try pass { () throws(MessageSocket.Failure) in try socket.readWords(count) }
        }

        func receive(_ target: UnsafeMutableRawBufferPointer) throws(Fault) {
            try pass { () throws(MessageSocket.Failure) in try socket.read(into: target) }
        }

        /// The head of the answer that must come now, of so many bytes, or a refusal.
        func receiveHead(_ kind: LibrsvgReply.Kind, byteCount: Int) throws(Fault) {
            let words = try receive(words: LibrsvgReply.wordCount)
            guard let reply = LibrsvgReply(words: words) else { throw .garbled("it speaks of what there is not") }
            if reply.kind == .refusal, reply.byteCount <= LibrsvgReply.longestRefusal {
                let text = UnsafeMutableRawBufferPointer.allocate(byteCount: reply.byteCount, alignment: 1)
                defer { text.deallocate() }
                try receive(text)
                throw .refused(PrintableText.line(text))
            }
            guard reply.kind == kind, reply.byteCount == byteCount else {
                throw .garbled("\(reply.byteCount) bytes of \(reply.kind) where \(byteCount) of \(kind) were asked for")
            }
        }
    }
}
