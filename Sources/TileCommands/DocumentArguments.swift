import ArgumentParser
import Foundation
import NibContent
import TileContent

/// What is said of documents: which page, and what opens them.
struct PasswordArguments: ParsableArguments {
    @Option(
        name: .customLong("password-file"),
        help: "A file with passwords of encrypted PDF documents, one in a line; they are tried in turn.")
    var path: String?

    /// More than this is no list of passwords.
    private static let maxBytes = 1 << 20

    /// Adds the file's passwords to the limits.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    func add(to limits: inout ContentLimits) throws {
        guard let path else { return }
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: Self.maxBytes + 1),
            let text = String(data: data, encoding: .utf8), data.count <= Self.maxBytes
        else {
            throw Complaint(
                "\(path): its passwords cannot be read; give a text file with one password in a line", .noInput
            ).reported()
        }
        limits.pdf.passwords = text.split(whereSeparator: \.isNewline).map(String.init)
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
            let words = count == 1 ? "only page 1" : "pages 1 to \(count)"
            throw Complaint("\(path): there is no page \(number); it has \(words)", .usage).reported()
        }
        guard let pages else { return self }
        do {
            let page = try pages.open(number - 1)
            return ContentDocument(
                path: path, kind: kind, source: page.source, isScalable: page.isScalable, facts: facts, notes: notes,
                pages: pages)
        } catch {
            throw Complaint(error).reported()
        }
    }

    /// With what takes a look at all of it.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    func detailed() throws -> ContentDocument {
        do {
            let (more, remarks): ([Fact], [String])
            switch pages {
            case let pages as PDFPages: (more, remarks) = try pages.document.detailedFacts()
            case let pages as NibPages: (more, remarks) = try pages.summary()
            default: return self
            }
            return ContentDocument(
                path: path, kind: kind, source: source, isScalable: isScalable, facts: facts + more,
                notes: notes + remarks, pages: pages)
        } catch {
            throw Complaint(error).reported()
        }
    }
}
