import Foundation
import ImageMessages
import TileSupport
import WorkerProcesses

/// A process of the program `tilework-image` that has opened a file.
final class ImageProcess: PooledWorker {
    static let program = WorkerProgram(name: "tilework-image", variable: "TILEWORK_IMAGE")

    /// Phrases in messages about memory shortage from Swift, GLib, libvips, the C++ library, and decoders.
    private static let memoryWords = [
        "memory allocation", "failed to allocate", "out of memory", "Out of memory", "Cannot allocate memory",
        "std::bad_alloc", "Memory allocation", "not enough memory", "unable to allocate", "insufficient memory",
    ]

    private let process: WorkerProcess
    var reservation: MemoryLedger.Reservation? { process.reservation }
    private let job: ImageJob
    let opening: Opening

    /// The result of opening a file.
    enum Opening {
        case description(ImageDescription)
        /// The file is a variant of its format that is not read.
        case unsupported(what: String)
    }

    private init(_ process: WorkerProcess, _ job: ImageJob, _ opening: Opening) {
        (self.process, self.job, self.opening) = (process, job, opening)
    }

    /// Starts a process and has it open the file.
    ///
    /// - Parameter isBrief: Whether the last read of the file was brief.
    static func open(_ job: ImageJob, isBrief: Bool) throws(WorkerFailure) -> ImageProcess {
        let process = try WorkerProcess(
            program: program.find(job.limits.program), memoryWords: memoryWords, ledger: job.limits.ledger,
            isBrief: isBrief)
        let opening = try process.exchange(job.allowance) { channel throws(WorkerFault) -> Opening in
            let path = Data(job.path.utf8)
            guard path.count <= ImageRequest.longestPath else { throw .refused("its path is too long") }
            let request = ImageRequest.open(
                job.format, pathBytes: path.count, memory: job.allowance.memory,
                processorSeconds: job.allowance.processorSeconds)
            try channel.send(request.words)
            try channel.send(path)
            let reply = try channel.receiveReply(ImageReply.self)
            switch reply.kind {
            case .unsupported where reply.byteCount <= WorkerReply<ImageReply>.longestRefusal:
                return .unsupported(what: try channel.receive(textOf: reply.byteCount))
            case .description where reply.byteCount <= ImageDescription.largestByteCount:
                guard let description = ImageDescription(encoded: try channel.receive(bytes: reply.byteCount)) else {
                    throw .garbled("an invalid description")
                }
                return .description(description)
            default: throw .garbled("\(reply.byteCount) bytes of \(reply.kind) where a description was asked for")
            }
        }
        if let known = job.description {
            guard case .description(known) = opening else {
                process.end()
                throw .refused(message: "it changed while it was read")
            }
        }
        return ImageProcess(process, job, opening)
    }

    func read(_ level: Int, _ window: ImageWindow) throws(WorkerFailure) -> [UInt8] {
        guard let description = job.description else { throw .garbled(what: "samples of a file without a description") }
        let byteCount = window.width * window.height * description.pixelBytes
        return try process.exchange(job.allowance) { channel throws(WorkerFault) in
            let request = ImageRequest.read(
                level: level, window, processorSeconds: job.allowance.processorSeconds)
            try channel.send(request.words)
            try channel.receiveHead(ImageReply.samples, byteCount: byteCount)
            return try channel.receive(bytes: byteCount)
        }
    }

    var hasEnded: Bool { process.hasEnded }

    func end() { process.end() }
}
