import Foundation
import PopplerMessages

/// The entry point for libFuzzer. The bytes are read as a document, on which every request is made, and as each kind of
/// reply that a process sends about a document.
///
/// The document is read by the sources of `tilework-pdf`, which are compiled into this program, without the process
/// around them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDocument(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    precondition(isPrepared, "a document without pages can't be read")
    readReplies(Array(bytes))
    write(bytes)
    switch Document.open(path: place.document, password: "") {
    case .success(let document): ask(document, choice: bytes.reduce(0) { $0 &+ Int($1) })
    case .failure(let refusal): precondition(!refusal.message.isEmpty)
    }
    return 0
}

/// Whether a document stays open. Without one, Poppler would read its tables of characters again for each document,
/// which takes longer than most documents.
private let isPrepared: Bool = {
    let text = "%PDF-1.4\n1 0 obj<</Pages 2 0 R>>endobj 2 0 obj<</Kids[]/Count 0>>endobj trailer<</Root 1 0 R>>"
    Array(text.utf8).withUnsafeBufferPointer(write)
    guard case .success(let document) = Document.open(path: place.document, password: "") else { return false }
    // It is kept until the process ends.
    _ = Unmanaged.passRetained(document)
    return document.file != nil
}()

private func write(_ document: UnsafeBufferPointer<UInt8>) {
    let file = open(place.document, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let isWritten = file >= 0 && Glibc.write(file, document.baseAddress, document.count) == document.count
    precondition(isWritten, "the document can't be written")
    close(file)
}

/// Makes all requests about a document.
///
/// - Parameter choice: A number of at least 0, by which a text is searched.
private func ask(_ document: Document, choice: Int) {
    _ = document.description.bytes
    let pages = 0..<min(2, document.pageCount)
    _ = MessageList(document.outline()).bytes
    _ = MessageList(document.fonts(pages: pages.count)).bytes
    _ = document.facts.bytes
    _ = MessageList(pages.map { document.facts(ofPage: $0) }).bytes
    // One of them, because each takes as long as drawing the page.
    let text = ["e", "the v", "1-2"][choice % 3]
    let matches = document.matches(of: text, on: pages, most: 10)
    precondition(PopplerMatches(bytes: matches.bytes) == matches, "matches are read as others than they were")
    for page in pages {
        let size = document.size(page)
        let links = MessageList(document.links(page))
        precondition(links.elements.count <= PopplerLimits.linksOfPage, "more links than are told")
        precondition(
            MessageList<PopplerLink>(bytes: links.bytes)?.elements == links.elements,
            "links are read as others than they were")
        // Larger pages would be drawn the same way, but take the fuzzer's time.
        guard size.width * size.height < 1e6 else { continue }
        switch document.draw(page, largest: 4 << 20, hasPaper: true) {
        case .success(let drawn): precondition(drawn.count <= 4 << 20, "a page is longer than allowed")
        case .failure(let refusal): precondition(!refusal.message.isEmpty)
        }
    }
}

private func readReplies(_ bytes: [UInt8]) {
    _ = PopplerDescription(bytes: bytes)
    _ = MessageList<PopplerSize>(bytes: bytes)
    _ = MessageList<PopplerLink>(bytes: bytes)
    _ = MessageList<PopplerOutlineItem>(bytes: bytes)
    _ = MessageList<PopplerFont>(bytes: bytes)
    _ = PopplerMatches(bytes: bytes)
    _ = MessageList<PopplerPageFacts>(bytes: bytes)
    _ = PopplerDocumentFacts(bytes: bytes)
}

/// The paths of the document and its folder, in memory if the system has a folder for that.
private let place: (document: String, folder: String) = {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
    let folder = "\(parent)/tilework-fuzz-\(getpid())"
    try! FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(atPath: place.folder) }
    return ("\(folder)/a.pdf", folder)
}()
