import Foundation
import PopplerMessages
import TileSupport
import WorkerProcesses

/// A process that has opened a document and answers requests about it.
final class PopplerProcess: PooledWorker {
    static let program = WorkerProgram(name: "tilework-pdf", variable: "TILEWORK_PDF")

    /// Messages of the allocators of GLib, Poppler and C++, and of Cairo, that indicate that memory ran out.
    private static let memoryWords = ["out of memory", "Out of memory", "failed to allocate", "bad_alloc"]

    private let process: WorkerProcess
    var reservation: MemoryLedger.Reservation? { process.reservation }
    private let limits: PDFLimits

    private init(_ process: WorkerProcess, _ limits: PDFLimits) { (self.process, self.limits) = (process, limits) }

    /// Starts a process and opens the file in it.
    ///
    /// - Parameters:
    ///   - path: An absolute path.
    ///   - isBrief: Whether the last request about the document was brief.
    static func open(
        path: String, password: String, limits: PDFLimits, isBrief: Bool
    ) throws(PDFFailure) -> (process: PopplerProcess, description: PopplerDescription) {
        let pathBytes = Data(path.utf8)
        let passwordBytes = Data(password.utf8)
        guard (1...PopplerRequest.largestText).contains(pathBytes.count),
            passwordBytes.count <= PopplerRequest.largestText
        else { throw .worker(.refused(message: "its path or its password is too long")) }
        let process: PopplerProcess
        do throws(WorkerFailure) {
            process = PopplerProcess(
                try WorkerProcess(
                    program: program.find(limits.program), memoryWords: memoryWords, ledger: limits.ledger,
                    isBrief: isBrief), limits)
        } catch {
            throw .worker(error)
        }
        let request = PopplerRequest.open(
            pathCount: pathBytes.count, passwordCount: passwordBytes.count, memory: max(1, limits.memory))
        return (process, try process.value(of: request, pathBytes + passwordBytes))
    }

    /// Sends a request that is answered with values. If it fails, the process has been ended.
    func value<Value: MessageValue>(of request: PopplerRequest, _ text: Data = Data()) throws(PDFFailure) -> Value {
        let bytes = try answer(to: request, text, .values, largest: PopplerReply.mostValueBytes)
        guard let value = Value(bytes: Array(bytes)) else {
            process.end()
            throw .worker(.garbled(what: "an invalid answer"))
        }
        return value
    }

    /// Returns a page as SVG. If it fails, the process has been ended.
    func page(_ index: Int) throws(PDFFailure) -> Data {
        let largest = max(1, limits.largestPage)
        return try answer(
            to: .render(page: index, largest: largest, hasPaper: limits.hasPaper), Data(), .page, largest: largest)
    }

    private func answer(
        to request: PopplerRequest, _ text: Data, _ kind: PopplerReply, largest: Int
    ) throws(PDFFailure) -> Data {
        let answer: Data?
        do throws(WorkerFailure) {
            answer = try exchange(request, text, kind, largest: largest)
        } catch {
            throw .worker(error)
        }
        guard let answer else { throw encrypted() }
        return answer
    }

    /// Ends the process, and returns the failure of a document whose password is missing.
    private func encrypted() -> PDFFailure {
        process.end()
        return .encrypted(hasPasswords: !limits.passwords.isEmpty)
    }

    /// Sends a request and receives the bytes of its answer; nil if the document needs a password.
    private func exchange(
        _ request: PopplerRequest, _ text: Data, _ kind: PopplerReply, largest: Int
    ) throws(WorkerFailure) -> Data? {
        let allowance = WorkerAllowance(
            memory: limits.memory, processorSeconds: limits.processorSeconds,
            clockNanoseconds: limits.clockNanoseconds)
        return try process.exchange(allowance) { channel throws(WorkerFault) in
            try channel.send(request.words(processorSeconds: allowance.processorSeconds))
            if !text.isEmpty { try channel.send(text) }
            let reply = try channel.receiveReply(PopplerReply.self)
            switch reply.kind {
            case .encrypted: return nil
            case kind where reply.byteCount <= largest: break
            default: throw .garbled("\(reply.byteCount) bytes of \(reply.kind) where \(kind) was asked for")
            }
            guard reply.byteCount > 0 else { return Data() }
            // `Data` would zero the whole buffer first.
            guard let memory = malloc(reply.byteCount) else { throw .garbled("not enough memory for its answer") }
            let bytes = UnsafeMutableRawBufferPointer(start: memory, count: reply.byteCount)
            do throws(WorkerFault) {
                try channel.receive(bytes)
            } catch {
                free(memory)
                throw error
            }
            return Data(bytesNoCopy: memory, count: reply.byteCount, deallocator: .free)
        }
    }

    var hasEnded: Bool { process.hasEnded }

    func end() { process.end() }
}
