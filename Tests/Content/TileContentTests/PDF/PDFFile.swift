import Foundation

/// A PDF document assembled by a test: objects of any kind, and a table of their positions.
struct PDFFile {
    /// The bodies of the objects. The first has number 1 and is the catalog.
    private var objects: [[UInt8]] = []
    /// Further entries of the trailer.
    var trailer = ""

    init() {}

    /// Adds an object. Returns its number.
    @discardableResult
    mutating func add(_ body: String) -> Int {
        objects.append(Array(body.utf8))
        return objects.count
    }

    /// Adds a stream.
    @discardableResult
    mutating func add(_ dictionary: String, stream: [UInt8]) -> Int {
        objects.append(
            Array("<< \(dictionary) /Length \(stream.count) >>\nstream\n".utf8) + stream + Array("\nendstream".utf8))
        return objects.count
    }

    mutating func set(_ number: Int, _ body: String) { objects[number - 1] = Array(body.utf8) }

    var bytes: [UInt8] {
        var bytes = Array("%PDF-1.7\n%\u{00E2}\u{00E3}\n".utf8)
        var places: [Int] = []
        for (index, object) in objects.enumerated() {
            places.append(bytes.count)
            bytes += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
        }
        let table = bytes.count
        bytes += Array("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n".utf8)
        for place in places { bytes += Array((String(format: "%010d", place) + " 00000 n \n").utf8) }
        bytes += Array(
            "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R \(trailer) >>\nstartxref\n\(table)\n%%EOF\n".utf8)
        return bytes
    }

    /// A page of a document.
    struct Page {
        /// The operators that draw the page.
        var content: String
        /// The page's resources, in addition to the font `F1`, Helvetica.
        var resources = ""
        /// Further entries of the page.
        var more = ""
        var mediaBox = "0 0 300 200"
    }

    /// Creates a document of pages.
    ///
    /// - Parameters:
    ///   - catalog: more of the catalog.
    ///   - objects: what pages refer to as objects 5 and on.
    init(
        _ pages: [Page], catalog: String = "",
        objects others: [(dictionary: String, stream: String?)] = []
    ) {
        add("<< /Type /Catalog /Pages 2 0 R \(catalog) >>")
        add("")
        add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
        add("<< /Producer (Made by hand) /Title (Test) >>")
        for other in others {
            if let stream = other.stream {
                add(other.dictionary, stream: Array(stream.utf8))
            } else {
                add("<< \(other.dictionary) >>")
            }
        }
        var kids: [Int] = []
        for page in pages {
            let content = add("", stream: Array(page.content.utf8))
            kids.append(
                add(
                    """
                    << /Type /Page /Parent 2 0 R /MediaBox [\(page.mediaBox)] /Contents \(content) 0 R \
                    /Resources << /Font << /F1 3 0 R >> \(page.resources) >> \(page.more) >>
                    """))
        }
        set(2, "<< /Type /Pages /Count \(kids.count) /Kids [\(kids.map { "\($0) 0 R" }.joined(separator: " "))] >>")
        trailer = "/Info 4 0 R"
    }
}
