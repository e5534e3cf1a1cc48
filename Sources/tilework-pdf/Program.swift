import Glibc
import PopplerMessages
import WorkerProcesses

/// Reads one PDF document with Poppler for the process that started it, which gave it a socket as standard input.
///
/// Poppler is under the GNU General Public License, and what it reads may be made to do harm: so it is linked with this
/// program alone, which may take so much memory and processor time and no more.
@main
enum Program {
    static let worker = WorkerMain(name: "tilework-pdf", work: "reads PDF documents")

    static func main() {
        worker.run { socket throws(MessageSocket.Failure) in try answer(socket) }
    }

    private static func answer(_ socket: MessageSocket) throws(MessageSocket.Failure) -> Never {
        var document: Document?
        while true {
            guard let (request, seconds) = PopplerRequest.read(try socket.readWords(PopplerRequest.wordCount)) else {
                worker.end("asked for what there is not", 65)
            }
            if case .open(let pathCount, let passwordCount, let memory) = request {
                ProcessLimits.allow(memory: memory)
                ProcessLimits.allow(processorSeconds: seconds)
                let path = try read(pathCount, socket)
                let password = try read(passwordCount, socket)
                switch Document.open(path: path, password: password) {
                case .success(let opened):
                    document = opened
                    try write(.values, opened.description.bytes, socket)
                case .failure(let refusal): try refuse(refusal, socket)
                }
                continue
            }
            guard let document else { worker.end("asked about a document before there is one", 65) }
            ProcessLimits.allow(processorSeconds: seconds)
            try answer(request, document, socket)
        }
    }

    private static func answer(
        _ request: PopplerRequest, _ document: Document, _ socket: MessageSocket
    ) throws(MessageSocket.Failure) {
        switch request {
        case .open: worker.end("asked to open a document again", 65)
        case .sizes(let pages): try write(.values, MessageList(pages.map(document.size)).bytes, socket)
        case .links(let page): try write(.values, MessageList(document.links(page)).bytes, socket)
        case .outline: try write(.values, MessageList(document.outline()).bytes, socket)
        case .fonts(let pages): try write(.values, MessageList(document.fonts(pages: pages)).bytes, socket)
        case .search(let pages, let textCount, let most):
            let text = try read(textCount, socket)
            try write(.values, document.matches(of: text, on: pages, most: most).bytes, socket)
        case .render(let page, let scale, let largest):
            switch document.draw(page, scale: scale, largest: largest) {
            case .success(let text):
                try socket.write(words: PopplerReply(.page, byteCount: text.count).words)
                try socket.write(UnsafeRawBufferPointer(text.bytes))
            case .failure(let refusal): try refuse(refusal, socket)
            }
        }
    }

    private static func read(_ count: Int, _ socket: MessageSocket) throws(MessageSocket.Failure) -> String {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { bytes.deallocate() }
        try socket.read(into: bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func refuse(_ refusal: Refusal, _ socket: MessageSocket) throws(MessageSocket.Failure) {
        let text = Array(refusal.message.utf8.prefix(PopplerReply.longestRefusal))
        try write(refusal.isEncrypted ? .encrypted : .refusal, text, socket)
    }

    private static func write(
        _ kind: PopplerReply.Kind, _ bytes: [UInt8], _ socket: MessageSocket
    ) throws(MessageSocket.Failure) {
        try socket.write(words: PopplerReply(kind, byteCount: bytes.count).words)
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(MessageSocket.Failure) in try socket.write(bytes) }
        }
        try result.get()
    }
}

/// Why Poppler does not do what it was asked.
struct Refusal: Error {
    var message: String
    var isEncrypted = false
}
