import TestSupport
import Testing

@testable import TileContent

/// Annotations and form fields without appearances, as Poppler, MuPDF and PDFium make them.
@Suite("annotations of PDF pages")
struct PDFAnnotationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func drawn(
        _ annotation: String, content: String = "", form: String = "",
        more: [(dictionary: String, stream: String?)] = []
    ) throws -> DrawnPage {
        let file = PDFFile(
            [PDFFile.Page(content: content, more: "/Annots [5 0 R]")],
            catalog: form.isEmpty
                ? "" : "/AcroForm << \(form) /Fields [5 0 R] /DR << /Font << /F1 3 0 R >> >> /DA (/F1 12 Tf 0 g) >>",
            objects: [("/Type /Annot /F 4 \(annotation)", nil)] + more)
        return try DrawnPage(file.bytes, in: folder)
    }

    @Test(
        "a field without an appearance shows its value",
        arguments: [
            "/FT /Tx /V (Smith)", "/FT /Tx /Ff 4096 /V (First\\rSecond)",
            "/FT /Ch /Ff 131072 /V (Two) /Opt [(One) (Two)]",
            "/FT /Btn /V /Yes /AS /Yes /MK << /CA (4) >> /DA (/ZaDb 0 Tf 0 g)",
            "/FT /Tx /Ff 16777216 /MaxLen 8 /V (123)",
        ])
    func fields(field: String) throws {
        let font = field.contains("/DA") ? "" : "/DA (/F1 12 Tf 0 g)"
        for form in ["/NeedAppearances true", ""] {
            let page = try drawn("/Subtype /Widget /T (a) /Rect [20 60 120 100] \(field) \(font)", form: form)
            #expect((0.0005...0.03).contains(page.ink.share), "\(form): \(page.ink)")
        }
        let empty = try drawn("/Subtype /Widget /T (a) /FT /Tx /Rect [20 60 120 100] \(font)", form: "/Ff 0")
        #expect(empty.ink.share == 0)
    }

    @Test("a field without an appearance has a border of the default width in its color, and an own appearance none")
    func borders() throws {
        // ISO 32000-1, table 166: the width of a border is 1 point where nothing says otherwise.
        let field =
            "/Subtype /Widget /FT /Tx /T (a) /V (A) /DA (/F1 12 Tf 0 g) /Rect [30 60 120 90] /MK << /BC [1 0 0] >>"
        for form in ["/NeedAppearances true", "/NeedAppearances false"] {
            let page = try drawn(field, form: form)
            for (x, y) in [(75.0, 60.5), (75, 89.5), (30.5, 75), (119.5, 75)] {
                #expect(page.color(x, y)[0] > 250 && page.color(x, y)[1] < 120, "\(x), \(y): \(page.color(x, y))")
            }
            #expect(isNear(page.color(75, 63), [255, 255, 255]))
        }
        let own = try drawn(
            "\(field) /AP << /N 6 0 R >>", form: "/NeedAppearances false",
            more: [("/Type /XObject /Subtype /Form /BBox [0 0 90 30]", "0 0 1 rg 40 10 10 10 re f")])
        #expect(isNear(own.color(75, 60.5), [255, 255, 255]) && isNear(own.color(75, 75), [0, 0, 255]))
        let none = try drawn("\(field) /Border [0 0 0]", form: "/NeedAppearances true")
        #expect(isNear(none.color(75, 60.5), [255, 255, 255]))
    }

    @Test("a button that is on shows it within its border")
    func button() throws {
        let button =
            "/Subtype /Widget /FT /Btn /T (a) /DA (/ZaDb 0 Tf 0 g) /Rect [30 60 60 90] /MK << /BC [1 0 0] /CA (4) >>"
        let on = try drawn("\(button) /V /Yes /AS /Yes", form: "/NeedAppearances true")
        let off = try drawn("\(button) /V /Off /AS /Off", form: "/NeedAppearances true")
        #expect(on.ink.share > off.ink.share + 0.001 && off.ink.share > 0.001, "\(on.ink) \(off.ink)")
    }

    @Test("an old appearance is replaced where the form needs new ones")
    func oldAppearance() throws {
        let old: [(dictionary: String, stream: String?)] = [
            ("/Type /XObject /Subtype /Form /BBox [0 0 100 40]", "1 0 0 rg 0 0 100 40 re f")
        ]
        let field =
            "/Subtype /Widget /FT /Tx /T (a) /V (New) /DA (/F1 12 Tf 0 g) /Rect [20 60 120 100] /AP << /N 6 0 R >>"
        #expect(isNear(try drawn(field, form: "/NeedAppearances false", more: old).color(100, 90), [255, 0, 0]))
        let page = try drawn(field, form: "/NeedAppearances true", more: old)
        #expect(isNear(page.color(100, 90), [255, 255, 255]) && page.ink.share > 0.0005)
    }

    @Test("a highlight without an appearance covers each of its quadrilaterals, and text shows through")
    func highlight() throws {
        let page = try drawn(
            """
            /Subtype /Highlight /C [1 1 0] /Rect [20 100 160 180]
            /QuadPoints [20 180 160 180 20 150 160 150 20 130 100 130 20 100 100 100]
            """, content: "0 g 40 155 20 20 re f 0 0 1 rg 40 105 20 20 re f")
        #expect(isNear(page.color(100, 165), [255, 255, 0]) && isNear(page.color(80, 115), [255, 255, 0]))
        #expect(isNear(page.color(50, 165), [0, 0, 0]) && isNear(page.color(50, 115), [0, 0, 0]))
        #expect(isNear(page.color(130, 115), [255, 255, 255]))
    }

    @Test(
        "other markup without an appearance is drawn",
        arguments: [
            ("/Subtype /Underline /QuadPoints [20 150 160 150 20 130 160 130] /C [1 0 0]", 0.001...0.03),
            ("/Subtype /StrikeOut /QuadPoints [20 150 160 150 20 130 160 130] /C [1 0 0]", 0.001...0.03),
            ("/Subtype /Squiggly /QuadPoints [20 150 160 150 20 130 160 130] /C [1 0 0]", 0.001...0.03),
            ("/Subtype /Square /C [1 0 0] /BS << /W 3 >>", 0.01...0.05),
            ("/Subtype /Circle /IC [1 0 0] /BS << /W 3 >>", 0.02...0.08),
            ("/Subtype /Line /L [30 135 150 145] /LE [/OpenArrow /ClosedArrow] /C [1 0 0]", 0.003...0.03),
            ("/Subtype /Ink /InkList [[25 135 60 145 100 135 150 145]] /C [1 0 0] /BS << /W 3 >>", 0.004...0.03),
            ("/Subtype /PolyLine /Vertices [25 135 60 145 100 135 150 145] /C [1 0 0]", 0.002...0.03),
            ("/Subtype /Polygon /Vertices [25 135 60 145 100 135] /IC [1 0 0]", 0.003...0.03),
            ("/Subtype /FreeText /Contents (Words) /DA (/Helv 12 Tf 1 0 0 rg)", 0.001...0.06),
            ("/Subtype /Text /Name /Note /C [1 1 0] /Contents (Words)", 0.002...0.03),
        ])
    func markup(annotation: String, share: ClosedRange<Double>) throws {
        let page = try drawn("/Rect [20 130 160 150] \(annotation)")
        #expect(share.contains(page.ink.share), "\(annotation): \(page.ink.share)")
    }

    @Test(
        "stamps show their own appearance, or that of their name",
        arguments: [
            "Approved", "Draft", "Confidential", "Final", "NotApproved", "TopSecret", "ForComment", "Sold", "AsIs",
        ])
    func stamps(name: String) throws {
        let named = try drawn("/Subtype /Stamp /Rect [60 80 240 130] /Name /\(name)")
        #expect((0.02...0.16).contains(named.ink.share), "\(named.ink)")
        let own = try drawn(
            "/Subtype /Stamp /Rect [60 80 240 130] /Name /\(name) /AP << /N 6 0 R >>",
            more: [("/Type /XObject /Subtype /Form /BBox [0 0 90 25]", "0 0 1 rg 0 0 90 25 re f")])
        #expect(isNear(own.color(70, 90), [0, 0, 255]) && isNear(own.color(230, 120), [0, 0, 255]))
    }

    @Test("annotations that are hidden or only printed are not drawn", arguments: [2, 32, 6])
    func hidden(flags: Int) throws {
        let page = try drawn("/F \(flags) /Subtype /Square /IC [1 0 0] /Rect [20 20 100 100]")
        #expect(page.ink.share == 0)
    }
}
