import Glibc
import ImageMessages
import WorkerProcesses

/// Decodes one image file for the process that started it, which gave it a socket as standard input.
///
/// Decoders of formats that are seldom or large are not to be trusted with a server: so they have a process of their
/// own, which may take so much memory and processor time and no more.
@main
enum Program {
    private static let worker = WorkerMain(name: "tilework-image", work: "decodes images")

    static func main() {
        worker.run { socket throws(MessageSocket.Failure) in try answer(socket) }
    }

    private static func answer(_ socket: MessageSocket) throws(MessageSocket.Failure) -> Never {
        var file: ImageFile?
        while true {
            switch ImageRequest(words: try socket.readWords(ImageRequest.wordCount)) {
            case .open(let format, let pathBytes, let memory, let seconds):
                let path = try readPath(pathBytes, socket)
                ProcessLimits.allow(memory: memory)
                ProcessLimits.allow(processorSeconds: seconds)
                let opened = Result { () throws(ImageRefusal) in try ImageFile(path, format) }
                file = try? opened.get()
                try send(.description, opened.map(\.description.encoded), socket)
            case .read(let level, let window, let seconds):
                guard let file else { worker.end("asked to decode before there is a file", 65) }
                ProcessLimits.allow(processorSeconds: seconds)
                try send(.samples, Result { () throws(ImageRefusal) in try file.samples(level, window) }, socket)
            case nil: worker.end("asked for what there is not", 65)
            }
        }
    }

    /// With a zero at its end.
    private static func readPath(_ count: Int, _ socket: MessageSocket) throws(MessageSocket.Failure) -> [UInt8] {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { bytes.deallocate() }
        try socket.read(into: bytes)
        return Array(bytes) + [0]
    }

    private static func send(
        _ kind: ImageReply.Kind, _ result: Result<[UInt8], ImageRefusal>, _ socket: MessageSocket
    ) throws(MessageSocket.Failure) {
        let (kind, bytes) =
            switch result {
            case .success(let bytes): (kind, bytes)
            case .failure(let refusal):
                (ImageReply.Kind.refusal, Array(refusal.message.utf8.prefix(ImageReply.longestRefusal)))
            }
        try socket.write(words: ImageReply(kind, byteCount: bytes.count).words)
        var failure: MessageSocket.Failure?
        bytes.withUnsafeBytes { bytes in
            do throws(MessageSocket.Failure) { try socket.write(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
