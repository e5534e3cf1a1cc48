import Glibc
import LibrsvgMessages
import TileSupport

/// Draws one SVG document with librsvg for the process that started it, which gave it a socket as standard input.
///
/// librsvg ends its process on what it cannot bear, and cannot be stopped. So it has one of its own, which may take so
/// much memory and processor time and no more.
@main
enum Program {
    static func main() {
        guard isSocket(STDIN_FILENO) else {
            end("this program draws for tilework, which starts it; by hand there is nothing to do with it", 64)
        }
        // Whatever a library reads from standard input, it is not the conversation.
        let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, null >= 0, dup2(null, STDIN_FILENO) == 0, ProcessLimits.endWithPeer(of: descriptor)
        else { end(SystemError(code: errno).description, 71) }
        close(null)
        do throws(MessageSocket.Failure) {
            try answer(MessageSocket(descriptor))
        } catch .ended {
            exit(0)
        } catch {
            end("\(error)", 74)
        }
    }

    private static func answer(_ socket: MessageSocket) throws(MessageSocket.Failure) -> Never {
        var document: Document?
        while true {
            switch LibrsvgRequest(words: try socket.readWords(LibrsvgRequest.wordCount)) {
            case .open(let prologue, let root, let memory, let wantsSize, let seconds):
                ProcessLimits.allow(memory: memory)
                ProcessLimits.allow(processorSeconds: seconds)
                guard let opened = Document(prologueCount: prologue, rootCount: root) else {
                    end("memory allocation of \(prologue + root) bytes failed", 71)
                }
                try socket.read(into: opened.prologue)
                try socket.read(into: opened.root)
                document = opened
                switch wantsSize ? opened.size() : .success((0, 0)) {
                case .success((let width, let height)):
                    try socket.write(words: LibrsvgReply(.size, byteCount: LibrsvgReply.sizeByteCount).words)
                    try socket.write(words: [width.bitPattern, height.bitPattern])
                case .failure(let refusal): try refuse(refusal, socket)
                }
            case .draw(let window, let seconds):
                guard let document else { end("asked to draw before there is a document", 65) }
                ProcessLimits.allow(processorSeconds: seconds)
                switch document.draw(window) {
                case .success(let drawing):
                    try socket.write(words: LibrsvgReply(.pixels, byteCount: window.byteCount).words)
                    try socket.write(drawing.takePixels(of: window))
                case .failure(let refusal): try refuse(refusal, socket)
                }
            case nil: end("asked for what there is not", 65)
            }
        }
    }

    private static func refuse(_ refusal: LibrsvgRefusal, _ socket: MessageSocket) throws(MessageSocket.Failure) {
        let text = Array(refusal.message.utf8.prefix(LibrsvgReply.longestRefusal))
        try socket.write(words: LibrsvgReply(.refusal, byteCount: text.count).words)
        var failure: MessageSocket.Failure?
        text.withUnsafeBytes { bytes in
            do throws(MessageSocket.Failure) { try socket.write(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private static func isSocket(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Ends with a code of `sysexits.h`.
    private static func end(_ message: String, _ code: Int32) -> Never {
        let line = Array("tilework-svg: \(message)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        exit(code)
    }
}
