import Foundation
import TestSupport
import Testing

@testable import TileContent

/// Damaged files that at least two of Poppler, MuPDF and PDFium open.
@Suite("damaged PDF documents")
struct PDFDamageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let whole = PDFFile([PDFFile.Page(content: "1 0 0 rg 100 50 100 100 re f")]).bytes

    /// The document with one text replaced, which occurs once.
    private static func changed(_ text: String, _ other: String, in whole: [UInt8] = whole) -> [UInt8] {
        let range = whole.firstRange(of: Array(text.utf8))!
        return whole[..<range.lowerBound] + Array(other.utf8) + whole[range.upperBound...]
    }

    private static func until(_ text: String) -> [UInt8] { Array(whole[..<whole.lastRange(of: text)!.lowerBound]) }

    static let files: [(name: String, bytes: [UInt8])] = [
        ("no header", Array(whole[whole.firstRange(of: Array("1 0 obj".utf8))!.lowerBound...])),
        ("another header", changed("%PDF-1.7", "%FOO-1.7")),
        ("a late header", Array(String(repeating: "junk\n", count: 1000).utf8) + whole),
        ("zeros before the header", [0, 1] + Array("junk\n".utf8) + whole),
        ("no position of the table", until("startxref")),
        ("a wrong position of the table", changed("startxref\n", "startxref\n9")),
        ("a table that names itself as the one before", loop),
        ("a table before that does not exist", changed("/Root 1 0 R", "/Root 1 0 R /Prev 99999")),
        ("a table with numbers that are off by one", changed("xref\n0 ", "xref\n1 ")),
        ("no end", changed("%%EOF", "")),
        ("zeros at the end", whole + [UInt8](repeating: 0, count: 5000)),
        ("an object without an end", changed("endobj", "")),
        ("a wrong length of a stream", changed("/Length ", "/Length 9")),
        ("pages among their own pages", changed("/Kids [", "/Kids [2 0 R ")),
        ("no types", changed("/Type /Catalog", "")),
        ("contents with parts that do not exist", changed("/Contents 5 0 R", "/Contents [5 0 R 99 0 R null]")),
        ("an image larger than the memory as a part of the contents", imageInContents),
        ("indexes of compressed objects that overflow", wrongIndexes),
    ]

    /// A document whose catalog and pages follow 65,536 others in an object stream, with indexes of 16 bits, as Cairo
    /// 1.18 writes them.
    private static var wrongIndexes: [UInt8] {
        let fillers = 10..<10 + 65536
        let last = [
            (1, "<< /Type /Catalog /Pages 2 0 R >>"), (2, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>"),
            (3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R >>"),
        ]
        var (head, bodies) = ("", "")
        for number in fillers {
            head += "\(number) \(bodies.utf8.count) "
            bodies += "0 "
        }
        for (number, body) in last {
            head += "\(number) \(bodies.utf8.count) "
            bodies += body + " "
        }
        var bytes = Array("%PDF-1.7\n".utf8)
        let content = bytes.count
        bytes += Array("4 0 obj\n<< /Length 28 >>\nstream\n1 0 0 rg 100 50 100 100 re f\nendstream\nendobj\n".utf8)
        let holder = bytes.count
        bytes += Array(
            """
            5 0 obj
            << /Type /ObjStm /N \(fillers.count + last.count) /First \(head.utf8.count) \
            /Length \(head.utf8.count + bodies.utf8.count) >>
            stream
            \(head)\(bodies)
            endstream
            endobj

            """.utf8)
        let table = bytes.count
        func row(_ kind: Int, _ second: Int, _ third: Int) -> [UInt8] {
            [kind, second >> 16, second >> 8, second, third >> 8, third].map { UInt8(truncatingIfNeeded: $0) }
        }
        var rows = row(0, 0, 65535)
        for index in last.indices { rows += row(2, 5, fillers.count + index) }
        rows += row(1, content, 0) + row(1, holder, 0) + row(1, table, 0)
        for _ in 7..<fillers.lowerBound { rows += row(0, 0, 0) }
        for index in 0..<fillers.count { rows += row(2, 5, index) }
        bytes += Array(
            """
            6 0 obj
            << /Type /XRef /W [1 3 2] /Size \(fillers.upperBound) /Root 1 0 R /Length \(rows.count) >>
            stream

            """.utf8)
        return bytes + rows + Array("\nendstream\nendobj\nstartxref\n\(table)\n%%EOF\n".utf8)
    }

    private static var manyAnnotations: [UInt8] {
        let links = String(
            repeating: """
                << /Type /Annot /Subtype /Link /Rect [0 0 1 1] /Border [0 0 0] \
                /A << /S /URI /URI (http://a.example/) >> >> 
                """, count: 10001)
        let page = PDFFile.Page(content: "1 0 0 rg 100 50 100 100 re f")
        var last = page
        last.more = "/Annots [\(links)]"
        return PDFFile([page, last]).bytes
    }

    @Test("the first 10,000 annotations are read, also of a later page")
    func annotations() throws {
        let pages = PDFPages(try PDFDocument.open(try folder.write("many.pdf", Self.manyAnnotations)))
        #expect(pages.count == 2)
        #expect(try pages.open(1).source.contentSize.width == 400)
        #expect(try pages.links(on: 1).count == 10000)
    }

    @Test("pages that share an array don't cost more than the first of them")
    func sharedArrays() throws {
        let all = String(repeating: "0 ", count: 10000)
        let page = PDFFile.Page(content: "1 0 0 rg 100 50 100 100 re f", more: "/Annots 6 0 R")
        var damaged = page
        damaged.more = "/Annots 5 0 R"
        var file = PDFFile([damaged, page], objects: [("", nil), ("", nil)])
        file.set(5, "[\(all) 0]")
        file.set(6, "[\(all)]")
        // All are visited to repair the first, whose array Poppler refuses.
        let others = String(repeating: "10 0 R ", count: 19000)
        file.set(2, "<< /Type /Pages /Count 2 /Kids [8 0 R \(others)] >>")
        let pages = PDFPages(try PDFDocument.open(try folder.write("shared.pdf", file.bytes)))
        #expect(try pages.open(0).source.contentSize.width == 400)
    }

    private static var imageInContents: [UInt8] {
        // JBIG2 that begins a page of 100,000 × 170,000 pixels.
        let image = "00000000 30 00 01 00000013 000186A0 00029810 00000000 00000000 00 0000>"
        let file = PDFFile(
            [PDFFile.Page(content: "1 0 0 rg 100 50 100 100 re f")],
            objects: [("/Filter [/ASCIIHexDecode /JBIG2Decode]", image)])
        return changed("/Contents 6 0 R", "/Contents [6 0 R 5 0 R]", in: file.bytes)
    }

    private static var loop: [UInt8] {
        let table = whole.lastRange(of: "xref\n0 ")!.lowerBound
        return changed("/Root 1 0 R", "/Root 1 0 R /Prev \(table)")
    }

    @Test("a file is shown whose damage other readers mend", arguments: files.indices)
    func mended(index: Int) throws {
        let (name, bytes) = Self.files[index]
        let page = try DrawnPage(bytes, in: folder)
        #expect(isNear(page.color(150, 100), [255, 0, 0]) && isNear(page.color(50, 100), [255, 255, 255]), "\(name)")
    }

    @Test("without a header, a name and an object make a PDF, and an object at the beginning does")
    func recognition() {
        let text = Array("Some words.\n1 0 obj\n<< /Type /Catalog >>".utf8)
        #expect(ContentKind.recognize(text, of: "a.PDF") == .kind(.pdf))
        let drawing = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"><!-- 1 0 obj << --></svg>".utf8)
        #expect(ContentKind.recognize(drawing, of: "a.pdf") == .kind(.svg))
        #expect(ContentKind.recognize(text, of: "a.txt") == .unknown("this is plain text"))
        #expect(ContentKind.recognize(Array("\r\n 12 0 obj <<".utf8), of: "a") == .kind(.pdf))
        for text in ["12 0 object", "1 0 obj", "0 obj <<", "12345678901 0 obj <<", "obj <<", "1  0 obj <<", "1 0"] {
            #expect(ContentKind.recognize(Array(text.utf8), of: "a.pdf") == .unknown("this is plain text"), "\(text)")
        }
    }
}

extension [UInt8] {
    fileprivate func lastRange(of text: String) -> Range<Int>? {
        let wanted = Array(text.utf8)
        guard count >= wanted.count else { return nil }
        return (0...count - wanted.count).last { self[$0..<$0 + wanted.count].elementsEqual(wanted) }
            .map { $0..<$0 + wanted.count }
    }
}
