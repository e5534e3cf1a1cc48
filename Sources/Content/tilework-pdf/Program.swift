import CLinking
import Glibc
import PopplerMessages
import WorkerProcesses

/// Reads one PDF document with Poppler for the parent process, over a socket on standard input.
///
/// Poppler is under the GNU General Public License and reads untrusted files. So it is linked only with this program,
/// which has limited memory and processor time.
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
                worker.end("invalid request", 65)
            }
            if case .open(let pathCount, let passwordCount, let memory) = request {
                ProcessLimits.allow(memory: memory)
                ProcessLimits.allow(processorSeconds: seconds)
                let path = try read(pathCount, socket)
                let password = try read(passwordCount, socket)
                switch Document.open(path: path, password: password) {
                case .success(let opened):
                    document = opened
                    try socket.write(PopplerReply.values, opened.description.bytes)
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
        case .sizes(let pages): try socket.write(PopplerReply.values, MessageList(pages.map(document.size)).bytes)
        case .links(let page): try socket.write(PopplerReply.values, MessageList(document.links(page)).bytes)
        case .outline: try socket.write(PopplerReply.values, MessageList(document.outline()).bytes)
        case .fonts(let pages): try socket.write(PopplerReply.values, MessageList(document.fonts(pages: pages)).bytes)
        case .pageFacts(let pages):
            try socket.write(PopplerReply.values, MessageList(pages.map { document.facts(ofPage: $0) }).bytes)
        case .documentFacts: try socket.write(PopplerReply.values, document.facts.bytes)
        case .search(let pages, let textCount, let most):
            let text = try read(textCount, socket)
            try socket.write(PopplerReply.values, document.matches(of: text, on: pages, most: most).bytes)
        case .render(let page, let largest, let hasPaper):
            switch document.draw(page, largest: largest, hasPaper: hasPaper) {
            case .success(let page):
                try socket.write(words: WorkerReply(PopplerReply.page, byteCount: page.count).words)
                for part in page.parts where !part.isEmpty { try socket.write(part) }
            case .failure(let refusal): try refuse(refusal, socket)
            }
        }
    }

    private static func read(_ count: Int, _ socket: MessageSocket) throws(MessageSocket.Failure) -> String {
        String(decoding: try socket.readBytes(count), as: UTF8.self)
    }

    private static func refuse(_ refusal: Refusal, _ socket: MessageSocket) throws(MessageSocket.Failure) {
        try socket.refuse(as: refusal.isEncrypted ? PopplerReply.encrypted : .refusal, refusal.message)
    }
}

/// The reason why Poppler refuses a request.
struct Refusal: Error {
    var message: String
    var isEncrypted = false
}
