import CLinking
import Glibc
import ImageMessages
import WorkerProcesses

/// Decodes one image file for the parent process, over a socket on standard input.
///
/// Decoders of rare or complex formats are not safe enough to run in a server. So they run in their own process with
/// limited memory and processor time.
@main
enum Program {
    private static let worker = WorkerMain(name: "tilework-image", work: "decodes images")

    static func main() {
        worker.run { socket throws(MessageSocket.Failure) in try answer(socket) }
    }

    private static func answer(_ socket: MessageSocket) throws(MessageSocket.Failure) -> Never {
        var file: (any ImageFile)?
        while true {
            switch ImageRequest(words: try socket.readWords(ImageRequest.wordCount)) {
            case .open(let format, let pathBytes, let memory, let seconds):
                // With a terminating zero.
                let path = try socket.readBytes(pathBytes) + [0]
                ProcessLimits.allow(memory: memory)
                ProcessLimits.allow(processorSeconds: seconds)
                let opened = Result { () throws(ImageRefusal) -> any ImageFile in try ImageFiles.open(path, format) }
                file = try? opened.get()
                try send(.description, opened.map { $0.description.encoded }, socket)
            case .read(let level, let window, let seconds):
                guard let file else { worker.end("asked to decode before there is a file", 65) }
                ProcessLimits.allow(processorSeconds: seconds)
                try send(.samples, Result { () throws(ImageRefusal) in try file.samples(level, window) }, socket)
            case nil: worker.end("invalid request", 65)
            }
        }
    }

    private static func send(
        _ kind: ImageReply, _ result: Result<[UInt8], ImageRefusal>, _ socket: MessageSocket
    ) throws(MessageSocket.Failure) {
        switch result {
        case .success(let bytes): try socket.write(kind, bytes)
        case .failure(let refusal):
            try socket.refuse(
                as: refusal.kind == .unsupported ? ImageReply.unsupported : .refusal, refusal.message)
        }
    }
}
