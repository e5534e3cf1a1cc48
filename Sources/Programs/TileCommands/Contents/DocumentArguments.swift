import ArgumentParser
import CommandSupport
import Foundation
import TileContent
import TileSupport

/// The passwords of documents.
struct PasswordArguments: ParsableArguments {
    @Option(
        name: .customLong("password-file"),
        help: "A file with passwords of encrypted PDF documents, one per line, which are tried in turn.")
    var path: String?

    /// More than this is no list of passwords.
    private static let maxBytes = 1 << 20

    /// Adds the file's passwords to the limits.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    func add(to limits: inout ContentLimits) throws {
        guard let path else { return }
        func refused(_ reason: String) -> ExitCode { Complaint("\(path): \(reason)", .noInput).reported() }
        if let problem = FileProblem(at: path) { throw refused("\(problem)") }
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: Self.maxBytes + 1) ?? Data()
        else { throw refused("can't be read") }
        guard data.count <= Self.maxBytes else {
            throw refused("larger than \(Amounts.bytes(Self.maxBytes)); use a text file with one password per line")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw refused("not UTF-8 text; use a text file with one password per line")
        }
        limits.pdf.passwords = text.split(whereSeparator: \.isNewline).map(String.init)
        if limits.pdf.passwords.isEmpty { throw refused("the file has no passwords; use one per line") }
    }
}

extension ContentDocument {
    /// A page of the document, counted from 1; the document itself where none is named.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    func page(_ number: Int?) throws -> ContentDocument {
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
                path: path, kind: kind, source: page.source, isScalable: page.isScalable, facts: facts, notes: notes,
                pages: pages)
            document.physicalSize = page.physicalSize
            return document
        } catch {
            throw Complaint(error).reported()
        }
    }

    /// The document with the facts that take reading all of it.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    func detailed(_ limits: ContentLimits) throws -> ContentDocument {
        do {
            let (more, remarks): ([Fact], [String])
            switch pages {
            case let pages as PDFPages: (more, remarks) = try pages.document.detailedFacts()
            case let pages as any SummarizedPages: (more, remarks) = try pages.summary()
            default: return withPhysicalSize(limits)
            }
            var document = ContentDocument(
                path: path, kind: kind, source: source, isScalable: isScalable, facts: facts + more,
                notes: notes + remarks, pages: pages)
            document.physicalSize = physicalSize
            return document
        } catch {
            throw Complaint(error).reported()
        }
    }
}
