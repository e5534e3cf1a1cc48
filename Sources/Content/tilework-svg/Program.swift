import CLinking
import LibrsvgMessages
import WorkerProcesses

/// Draws one SVG document with librsvg for the parent process, over a socket on standard input.
///
/// librsvg aborts its process on some documents and cannot be interrupted. So it runs in its own process with limited
/// memory and processor time.
@main
enum Program {
    private static let worker = WorkerMain(name: "tilework-svg", work: "draws")

    static func main() {
        worker.run { socket throws(MessageSocket.Failure) in try answer(socket) }
    }

    private static func answer(_ socket: MessageSocket) throws(MessageSocket.Failure) -> Never {
        var document: Document?
        while true {
            switch LibrsvgRequest(words: try socket.readWords(LibrsvgRequest.wordCount)) {
            case .open(let prologue, let root, let memory, let wantsSize, let seconds):
                ProcessLimits.allow(memory: memory)
                ProcessLimits.allow(processorSeconds: seconds)
                guard let opened = Document(prologueCount: prologue, rootCount: root) else {
                    worker.end("memory allocation of \(prologue + root) bytes failed", 71)
                }
                try socket.read(into: opened.prologue)
                try socket.read(into: opened.root)
                document = opened
                switch wantsSize ? opened.size() : .success((0, 0)) {
                case .success((let width, let height)):
                    try socket.write(words: WorkerReply(LibrsvgReply.size, byteCount: LibrsvgReply.sizeByteCount).words)
                    try socket.write(words: [width.bitPattern, height.bitPattern])
                case .failure(let refusal): try socket.refuse(as: LibrsvgReply.refusal, refusal.message)
                }
            case .draw(let window, let seconds):
                guard let document else { worker.end("asked to draw before there is a document", 65) }
                ProcessLimits.allow(processorSeconds: seconds)
                switch document.draw(window) {
                case .success(let drawing):
                    try socket.write(words: WorkerReply(LibrsvgReply.pixels, byteCount: window.byteCount).words)
                    try socket.write(
                        drawing.takePixels(width: window.width, height: window.height, margin: window.margin))
                case .failure(let refusal): try socket.refuse(as: LibrsvgReply.refusal, refusal.message)
                }
            case .measure(let name, let width, let height, let seconds):
                guard let document else { worker.end("asked to measure before there is a document", 65) }
                ProcessLimits.allow(processorSeconds: seconds)
                switch document.extent(ofElement: try read(name, socket), width: width, height: height) {
                case .success(let extent):
                    try socket.write(words: WorkerReply(LibrsvgReply.extent, byteCount: LibrsvgExtent.byteCount).words)
                    try socket.write(words: extent.words)
                case .failure(let refusal): try socket.refuse(as: LibrsvgReply.refusal, refusal.message)
                }
            case .drawElement(let name, let window, let part, let seconds):
                guard let document else { worker.end("asked to draw before there is a document", 65) }
                ProcessLimits.allow(processorSeconds: seconds)
                switch document.draw(element: try read(name, socket), window, part) {
                case .success(let drawing):
                    try socket.write(words: WorkerReply(LibrsvgReply.pixels, byteCount: part.byteCount).words)
                    try socket.write(drawing.takePixels(width: part.width, height: part.height))
                case .failure(let refusal): try socket.refuse(as: LibrsvgReply.refusal, refusal.message)
                }
            case nil: worker.end("invalid request", 65)
            }
        }
    }

    /// Reads an element's id of `count` bytes.
    private static func read(_ count: Int, _ socket: MessageSocket) throws(MessageSocket.Failure) -> String {
        // Sent as words, the last of which may be padded.
        let words = try socket.readWords((count + 7) / 8)
        return words.withUnsafeBytes { String(decoding: $0.prefix(count), as: UTF8.self) }
    }
}
