import CommandSupport
import TileContent

extension ContentDocument {
    /// A page of the document, counted from 1; the document itself where none is named.
    ///
    /// - Parameter isNoted: Whether the page has the notes about the document.
    /// - Throws: `ExitCode`, after the reason was reported.
    func page(_ number: Int?, isNoted: Bool = true) throws -> ContentDocument {
        guard let number else { return self }
        let count = pages?.count ?? 1
        guard (1...count).contains(number) else {
            let advice = count == 1 ? "the document has one page" : "use 1 to \(Amounts.grouped(count))"
            throw Complaint("\(path): invalid page \(number): \(advice)", .usage).reported()
        }
        guard let pages else { return self }
        do {
            let page = try pages.open(number - 1)
            var document = ContentDocument(
                path: path, kind: kind, source: page.source, isScalable: page.isScalable, facts: facts,
                notes: isNoted ? notes : [], pages: pages)
            document.omissions = page.omissions
            document.physicalSize = page.physicalSize
            return document
        } catch {
            throw Complaint(error).reported()
        }
    }

    /// The document with the facts that take reading all of it, and the details of a PDF.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    func detailed(_ limits: ContentLimits) throws -> (document: ContentDocument, details: PDFDetails?) {
        do {
            var details: PDFDetails?
            let (more, remarks): ([Fact], [String])
            switch pages {
            case let pages as PDFPages:
                let found = try pages.document.details()
                (more, remarks, details) = (found.facts, found.notes, found)
            case let pages as any SummarizedPages: (more, remarks) = try pages.summary()
            default: return (withPhysicalSize(limits), nil)
            }
            var document = ContentDocument(
                path: path, kind: kind, source: source, isScalable: isScalable, facts: facts + more,
                notes: notes + remarks, pages: pages)
            document.omissions = omissions + (details?.omissions ?? [])
            document.physicalSize = physicalSize
            return (document, details)
        } catch {
            throw Complaint(error).reported()
        }
    }
}
