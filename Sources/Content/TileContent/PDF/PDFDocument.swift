public import Foundation
import PopplerMessages
import Synchronization
import TileSupport
import WorkerProcesses

/// A PDF file. Its pages are read on demand.
///
/// All information about it comes from Poppler, which runs in a worker process that is kept while it is needed. Lengths
/// are in CSS pixels, 96 to an inch and 4/3 to a point, so a page is as large as an SVG of the same drawing.
public final class PDFDocument: Sendable {
    public let path: String
    let limits: ContentLimits
    /// The number of the file among all files opened by the program.
    let id: Int
    let description: PopplerDescription
    /// The password; empty for none.
    let password: String
    private let absolutePath: String
    private let processes: WorkerPool<PopplerProcess>
    private let sizes = Lock<[Int: CGSize]>([:])

    static let processes = WorkerPool<PopplerProcess>(now: { MonotonicClock.nanoseconds })
    private static let count = Atomic(0)
    static let pixelsPerPoint = 96.0 / 72.0
    /// The number of pages whose sizes are requested together.
    private static let sizesAtOnce = 64

    private init(
        path: String, absolutePath: String, limits: ContentLimits, id: Int, description: PopplerDescription,
        password: String, processes: WorkerPool<PopplerProcess>
    ) {
        self.path = path
        self.absolutePath = absolutePath
        self.limits = limits
        self.id = id
        self.description = description
        self.password = password
        self.processes = processes
    }

    deinit { processes.forget(PDFSubject(id: id, limits: limits.pdf)) }

    /// Opens a file, trying the limits' passwords if it is encrypted.
    ///
    /// - Complexity: Independent of the number of pages, except for what Poppler does to find them.
    public static func open(
        _ path: String, limits: ContentLimits = ContentLimits()
    ) throws(ContentFailure) -> PDFDocument {
        let absolute = URL(fileURLWithPath: path).path
        let id = count.add(1, ordering: .relaxed).newValue
        let subject = PDFSubject(id: id, limits: limits.pdf)
        var passwords = [""] + limits.pdf.passwords
        while true {
            let password = passwords.removeFirst()
            var description: PopplerDescription?
            do throws(PDFFailure) {
                let (process, _) = try processes.checkOut(subject) { () throws(PDFFailure) in
                    let opened = try PopplerProcess.open(
                        path: absolute, password: password, limits: limits.pdf, isBrief: false)
                    description = opened.description
                    return opened.process
                }
                processes.giveBack(process, of: subject, isBrief: true)
            } catch .encrypted where !passwords.isEmpty {
                continue
            } catch {
                throw .pdf(path: path, page: nil, error)
            }
            guard let description, description.pageCount > 0 else {
                throw .malformed(path: path, reason: "it has no pages")
            }
            return PDFDocument(
                path: path, absolutePath: absolute, limits: limits, id: id, description: description,
                password: password, processes: processes)
        }
    }

    public var pageCount: Int { description.pageCount }

    /// Sends a request to a process, and repeats it if the process was killed.
    private func ask<Value>(
        page: Int? = nil, _ body: (PopplerProcess) throws(PDFFailure) -> Value
    ) throws(ContentFailure) -> Value {
        var wasKilled = false
        let subject = PDFSubject(id: id, limits: limits.pdf)
        while true {
            do throws(PDFFailure) {
                let (process, _) = try processes.checkOut(subject) { () throws(PDFFailure) in
                    try PopplerProcess.open(
                        path: absolutePath, password: password, limits: limits.pdf, isBrief: processes.isBrief(subject)
                    ).process
                }
                do throws(PDFFailure) {
                    let value = try body(process)
                    processes.giveBack(process, of: subject, isBrief: true)
                    return value
                } catch {
                    processes.drop(subject, isBrief: false)
                    guard case .worker(.killed) = error, !wasKilled else { throw error }
                    wasKilled = true
                }
            } catch {
                throw .pdf(path: path, page: page, error)
            }
        }
    }

    private func value<Value: MessageValue>(
        of request: PopplerRequest, _ text: Data = Data(), page: Int? = nil
    ) throws(ContentFailure) -> Value {
        try ask(page: page) { process throws(PDFFailure) in try process.value(of: request, text) }
    }

    // MARK: Pages

    /// Returns the displayed size of a page: its crop box, rotated as the page specifies.
    ///
    /// - Parameter index: The page, from 0.
    public func size(of index: Int) throws(ContentFailure) -> CGSize {
        precondition((0..<pageCount).contains(index), "there is no page \(index)")
        if let known = sizes.withLock({ $0[index] }) { return try checked(known, index) }
        let first = index / Self.sizesAtOnce * Self.sizesAtOnce
        let range = first..<min(pageCount, first + Self.sizesAtOnce)
        let list: MessageList<PopplerSize> = try value(of: .sizes(range))
        guard list.elements.count == range.count else {
            throw .pdf(path: path, page: index, .worker(.garbled(what: "sizes of other pages")))
        }
        sizes.withLock { sizes in
            for (index, size) in zip(range, list.elements) {
                sizes[index] = CGSize(
                    width: size.width * Self.pixelsPerPoint, height: size.height * Self.pixelsPerPoint)
            }
        }
        return try checked(sizes.withLock { $0[index] } ?? .zero, index)
    }

    private func checked(_ size: CGSize, _ index: Int) throws(ContentFailure) -> CGSize {
        guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
            throw .pdf(path: path, page: index, .worker(.refused(message: "the page is damaged or has no size")))
        }
        return size
    }

    /// Reads a page as a picture.
    func read(_ index: Int) throws(ContentFailure) -> SVGDocument {
        try Self.drawing(try text(ofPage: index), ofPage: index, path: path, limits: limits)
    }

    /// Reads the drawing of a page.
    ///
    /// - Throws: `ContentFailure.pdf` also if it has names or values that the reader does not know: without them the
    ///   page would look wrong, and only a `tilework-pdf` of another build writes them.
    static func drawing(
        _ text: Data, ofPage index: Int, path: String, limits: ContentLimits = ContentLimits()
    ) throws(ContentFailure) -> SVGDocument {
        let drawing = try SVGDocument.read(text, path: path, limits: limits, rules: rules)
        // Images that can't be read, and limits, come from the document.
        let unknown = drawing.omissions.filter { $0.kind != .image && $0.kind != .limit }
        if let what = ContentOmission.summary(unknown) {
            throw .pdf(path: path, page: index, .worker(.garbled(what: what)))
        }
        return drawing
    }

    /// Returns the drawing of a page as SVG.
    func text(ofPage index: Int) throws(ContentFailure) -> Data {
        try ask(page: index) { process throws(PDFFailure) in try process.page(index) }
    }

    /// The rules of PDF viewers. Lines are at least a pixel wide, because a width of zero means as thin as possible.
    /// Images are on whole pixels, so that the strips of an image that was cut meet without seams.
    static let rules: SVGPixelRules = {
        var rules = SVGPixelRules(thinnestStroke: 1, fitsImages: true)
        rules.isPage = true
        return rules
    }()

    // MARK: Content

    func links(_ index: Int) throws(ContentFailure) -> [PopplerLink] {
        let list: MessageList<PopplerLink> = try value(of: .links(page: index), page: index)
        return list.elements
    }

    func outlineItems() throws(ContentFailure) -> [PopplerOutlineItem] {
        let list: MessageList<PopplerOutlineItem> = try value(of: .outline)
        return list.elements
    }

    func fonts(pages: Int) throws(ContentFailure) -> [PopplerFont] {
        let list: MessageList<PopplerFont> = try value(of: .fonts(pages: pages))
        return list.elements
    }

    func facts(ofPages pages: Range<Int>) throws(ContentFailure) -> [PopplerPageFacts] {
        let list: MessageList<PopplerPageFacts> = try value(of: .pageFacts(pages))
        guard list.elements.count == pages.count else {
            throw .pdf(path: path, page: nil, .worker(.garbled(what: "facts of other pages")))
        }
        return list.elements
    }

    func documentFacts() throws(ContentFailure) -> PopplerDocumentFacts { try value(of: .documentFacts) }

    func matches(of text: String, on pages: Range<Int>, most: Int) throws(ContentFailure) -> PopplerMatches {
        let text = Data(text.utf8.prefix(PopplerRequest.largestText))
        return try value(of: .search(pages, textCount: text.count, matches: most), text)
    }
}

/// The document as a subject of the process pool.
struct PDFSubject: WorkerSubject {
    let id: Int
    let limits: PDFLimits

    var poolLimits: WorkerPoolLimits {
        WorkerPoolLimits(
            perSubject: max(1, limits.processesPerDocument), all: max(1, limits.processes),
            forLong: max(1, limits.processes - max(1, limits.processes / 4)),
            idleNanoseconds: UInt64(max(0, min(1e9, limits.idleTime)) * 1e9))
    }
}
