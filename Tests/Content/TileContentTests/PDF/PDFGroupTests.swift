import TestSupport
import Testing

@testable import TileContent

/// Groups and masks, with the colors that two of Poppler, MuPDF and PDFium agree on.
@Suite("groups and masks of PDF pages")
struct PDFGroupTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private let red = [255, 0, 0]

    @Test("in a group that knocks out, translucent groups replace what is below their elements, and only there")
    func knockoutGroups() throws {
        let group = "/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Group << /S /Transparency /I true"
        let file = PDFFile(
            [PDFFile.Page(content: "/X Do", resources: "/XObject << /X 8 0 R >>")],
            objects: [
                (
                    "\(group) >> /Resources << /Font << /F1 3 0 R >> /ExtGState << /H << /ca .5 /CA .5 >> >> >>",
                    """
                    /H gs 0 0 1 rg q 20 120 60 60 re W n 0 100 100 100 re f Q 20 w 0 0 1 RG 20 60 m 80 60 l S
                    BT /F1 200 Tf 120 40 Td (l) Tj ET
                    """
                ),
                ("\(group) /K true >> /Resources << /XObject << /G 5 0 R >> >>", "/G Do"),
                ("\(group) /CS /DeviceGray >>", "0.5 g 0 0 300 200 re f"),
                (
                    """
                    \(group) /K true >> /Resources << /XObject << /G 5 0 R /N 6 0 R >> /ExtGState << /M << /SMask
                    << /S /Luminosity /G 7 0 R >> >> >> >>
                    """,
                    """
                    1 0 0 rg 0 0 300 200 re f q .5 0 0 1 0 0 cm /N Do Q
                    /M gs q .5 0 0 1 150 0 cm /N Do Q
                    """
                ),
            ])
        let page = try DrawnPage(file.bytes, in: folder)
        // The elements are over paper and not over red. Those with a mask are over red, as in MuPDF and PDFium.
        for (left, color) in [(0.0, [127, 127, 255]), (150, [191, 0, 64])] {
            for (x, y) in [(25.0, 150.0), (25, 60), (71, 100)] {
                #expect(isNear(page.color(left + x, y), color), "\(left) \(x) \(y)")
            }
            for (x, y) in [(25.0, 190.0), (5, 150), (25, 30), (90, 100)] {
                #expect(isNear(page.color(left + x, y), red), "\(left) \(x) \(y)")
            }
        }
    }

    @Test("an image with a mask of its own ignores the mask of the state")
    func imageMasks() throws {
        let image = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /Filter /ASCIIHexDecode"
        let file = PDFFile(
            [
                PDFFile.Page(
                    content: """
                        /M gs q 100 0 0 200 0 0 cm /I Do Q q 100 0 0 200 100 0 cm /J Do Q
                        1 0 0 rg 200 0 100 200 re f
                        """,
                    resources: """
                        /XObject << /I 5 0 R /J 6 0 R >>
                        /ExtGState << /M << /SMask << /S /Luminosity /G 8 0 R >> >> >>
                        """)
            ],
            objects: [
                ("\(image) /ColorSpace /DeviceRGB /SMask 7 0 R", "FF0000>"),
                ("\(image) /ColorSpace /DeviceRGB", "FF0000>"), ("\(image) /ColorSpace /DeviceGray", "80>"),
                (
                    "/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Group << /S /Transparency /CS /DeviceGray >>",
                    "0.5 g 0 0 300 100 re f"
                ),
            ])
        let page = try DrawnPage(file.bytes, in: folder)
        let half = [255, 127, 127]
        for y in [50.0, 150] { #expect(isNear(page.color(50, y), half), "\(y)") }
        for x in [150.0, 250] {
            #expect(isNear(page.color(x, 50), half) && isNear(page.color(x, 150), [255, 255, 255]), "\(x)")
        }
    }

    @Test("an image with a mask of more pixels than are drawn is shown at a part of its resolution")
    func largeMask() throws {
        // 10,000 × 8,000 samples of a bit. The upper half is transparent; samples that are missing are not.
        let rows = String(repeating: "8100", count: 10_000 / 8 * 4000 / 128) + "80>"
        let file = PDFFile(
            [PDFFile.Page(content: "q 300 0 0 200 0 0 cm /I Do Q", resources: "/XObject << /I 5 0 R >>")],
            objects: [
                (
                    """
                    /Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB \
                    /SMask 6 0 R /Filter /ASCIIHexDecode
                    """, "FF0000 0000FF>"
                ),
                (
                    """
                    /Type /XObject /Subtype /Image /Width 10000 /Height 8000 /BitsPerComponent 1 /ColorSpace /DeviceGray \
                    /Filter [/ASCIIHexDecode /RunLengthDecode]
                    """, rows
                ),
            ])
        let page = try DrawnPage(file.bytes, in: folder)
        #expect(isNear(page.color(75, 103), [255, 255, 255]) && isNear(page.color(225, 103), [255, 255, 255]))
        #expect(isNear(page.color(75, 97), red) && isNear(page.color(225, 97), [0, 0, 255]))
    }
}
