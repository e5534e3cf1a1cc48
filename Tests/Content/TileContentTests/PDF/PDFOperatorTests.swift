import Foundation
import TestSupport
import Testing

@testable import TileContent

/// The elements, attributes and blend modes that `tilework-pdf` writes. The reader of drawings has to know all.
@Suite("what tilework-pdf writes")
struct PDFOperatorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let blendModes = [
        "Multiply", "Screen", "Overlay", "Darken", "Lighten", "ColorDodge", "ColorBurn", "HardLight", "SoftLight",
        "Difference", "Exclusion", "Hue", "Saturation", "Color", "Luminosity",
    ]

    /// A page with everything that the output device writes in a way of its own.
    private static let file: PDFFile = {
        let blends = blendModes.map { "/\($0) << /BM /\($0) >>" }.joined(separator: " ")
        let form = "/Type /XObject /Subtype /Form /BBox [0 0 300 200]"
        let image = "/Type /XObject /Subtype /Image /BitsPerComponent 8 /Filter /ASCIIHexDecode"
        let ramp = "/Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >>"
        return PDFFile(
            [
                PDFFile.Page(
                    content: """
                        \(blendModes.map { "/\($0) gs 1 0 0 rg 0 0 60 60 re f" }.joined(separator: "\n"))
                        /Usual gs q 10 10 80 80 re W* n 0 0 1 RG 3 w 1 J 2 j 4 M [6 3] 1 d 10 10 m 50 90 l 90 10 l S Q
                        0 1 0 rg 20 20 40 40 re 30 30 20 20 re f*
                        q 5 5 m 90 5 l 50 90 l W* n 0 0 300 200 re f Q q 5 5 0 0 re W n 0 0 300 200 re f Q
                        q 1 0 0 .2 0 0 cm 20 w 10 10 m 60 60 l S Q
                        BT /F1 24 Tf 0 Tr 20 60 Td (ab) Tj 1 Tr (b) Tj ET
                        q BT /F1 40 Tf 7 Tr 20 90 Td (clip) Tj ET 0 0 300 200 re f Q
                        BT /T 20 Tf 120 60 Td (aab) Tj ET
                        /Pattern cs /Tiling scn 100 100 50 50 re f /Spread scn 150 100 50 50 re f /Dense scn 100 150 50 50 re f
                        q 200 0 100 100 re W n /Axial sh Q q 200 100 100 100 re W n /Radial sh Q q 0 100 90 90 re W n /Mesh sh Q
                        q 40 0 0 40 100 10 cm /Image Do Q q 40 0 0 40 150 10 cm /Image Do Q q 40 10 -10 40 150 50 cm /Stencil Do Q
                        /Half gs /Group Do /Knockout Do 1 0 0 RG 10 10 m 90 90 l S q 0 100 90 90 re W n /Mesh sh Q
                        q 40 0 0 40 100 10 cm /Image Do Q /Pattern cs /Tiling scn 100 100 50 50 re f /Usual gs
                        /Masked gs 0 0 100 100 re f /Alpha gs 0 0 100 100 re f
                        """,
                    resources: """
                        /Font << /F1 3 0 R /T 13 0 R >> /ExtGState << \(blends) /Usual << /BM /Normal /ca 1 /SMask /None >>
                        /Half << /ca .5 /CA .5 >> /Masked << /SMask << /S /Luminosity /G 11 0 R /BC [1 0 0]
                        /TR << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >> >> >>
                        /Alpha << /SMask << /S /Alpha /G 11 0 R /TR << /FunctionType 2 /Domain [0 1] /N 2 >> >> >> >>
                        /XObject << /Image 5 0 R /Stencil 7 0 R /Group 8 0 R /Knockout 9 0 R >>
                        /Pattern << /Tiling 10 0 R /Dense 16 0 R /Spread << /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceRGB
                        /Coords [150 0 170 0] /Extend [true false] \(ramp) >> >> >>
                        /Shading << /Axial << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [210 0 290 50] \(ramp) >>
                        /Radial << /ShadingType 3 /ColorSpace /DeviceRGB /Coords [250 150 5 250 150 40] /Extend [true true] \(ramp) >>
                        /Mesh 12 0 R >>
                        """,
                    more: """
                        /Annots [<< /Type /Annot /Subtype /Highlight /Rect [0 150 90 180] /C [1 1 0] /F 4
                        /QuadPoints [0 180 90 180 0 150 90 150] >>]
                        """)
            ],
            objects: [
                ("\(image) /Width 2 /Height 1 /ColorSpace /DeviceRGB /SMask 6 0 R", "FF00000000FF>"),
                ("\(image) /Width 1 /Height 2 /ColorSpace /DeviceGray", "80FF>"),
                ("/Type /XObject /Subtype /Image /Width 8 /Height 1 /ImageMask true /Filter /ASCIIHexDecode", "A5>"),
                ("\(form) /Group << /S /Transparency /I true >>", "/X gs 1 0 0 rg 0 0 50 50 re f"),
                (
                    """
                    \(form) /Group << /S /Transparency /I true /K true >> /Resources << /ExtGState << /H << /ca .5 >> >> >>
                    """, "1 0 0 rg 0 0 50 50 re f /H gs 20 20 60 60 re f"
                ),
                (
                    """
                    /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 8 8] /XStep 10 /YStep 10 /Resources << >>
                    /Matrix [1 .2 -.2 1 0 0]
                    """, "0 0 1 rg 1 1 5 5 re f"
                ),
                ("\(form) /Group << /S /Transparency /CS /DeviceRGB >>", "1 0 0 rg 0 0 300 100 re f"),
                (
                    """
                    /ShadingType 4 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8
                    /Decode [0 255 0 255 0 1 0 1 0 1] /Filter /ASCIIHexDecode
                    """, "00006400FF0000 005A640000FF00 0000B40000FF>"
                ),
                (
                    """
                    /Type /Font /Subtype /Type3 /FontBBox [0 0 10 10] /FontMatrix [.1 0 0 .1 0 0] /FirstChar 97 /LastChar 98
                    /Widths [10 10] /Encoding << /Differences [97 /a /b] >> /CharProcs << /a 14 0 R /b 15 0 R >> /Resources << >>
                    """, nil
                ),
                ("", "10 0 0 0 10 10 d1 0 0 8 8 re f"), ("", "10 0 d0 1 0 0 rg 0 0 m 10 0 l 5 9 l f"),
                (
                    """
                    /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 8 8] /XStep 8 /YStep 8 /Resources << >>
                    """, "0 1 0 rg 1 1 5 5 re f"
                ),
            ])
    }()

    /// Returns the elements of a page's drawing with their attributes, and the styles.
    private func names(in text: String) -> (elements: [String: Set<String>], styles: Set<String>) {
        var elements: [String: Set<String>] = [:]
        var styles: Set<String> = []
        for tag in text.matches(of: /<([A-Za-z]+)([^<>]*)>/) {
            elements[String(tag.1), default: []].formUnion(
                tag.2.matches(of: /([A-Za-z0-9:-]+)="([^"]*)"/).map { attribute in
                    if attribute.1 == "style" { styles.insert(String(attribute.2)) }
                    return String(attribute.1)
                })
        }
        return (elements, styles)
    }

    @Test("every element, attribute and blend mode of a page is one that the reader knows")
    func known() throws {
        let document = try PDFDocument.open(try folder.write("all.pdf", Self.file.bytes))
        let (elements, styles) = names(in: String(decoding: try document.text(ofPage: 0), as: UTF8.self))
        let modes = [
            "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light",
            "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity",
        ]
        #expect(styles == Set(modes.map { "mix-blend-mode:\($0)" } + ["isolation:isolate"]))
        let lists = elements.map { "\($0.key): \($0.value.sorted().joined(separator: " "))" }.sorted()
        #expect(
            lists == [
                "clipPath: id", "defs: ", "feColorMatrix: values", "feComponentTransfer: ",
                "feFuncA: tableValues type",
                "feFuncB: tableValues type", "feFuncG: tableValues type", "feFuncR: tableValues type",
                "filter: color-interpolation-filters filterUnits height id width x y",
                "g: clip-path fill filter id mask opacity style transform",
                "image: height id image-rendering opacity preserveAspectRatio shape-rendering transform width xlink:href",
                "linearGradient: gradientTransform gradientUnits id x1 x2 y1 y2",
                "mask: height id mask-type maskUnits width x y",
                """
                path: clip-rule d fill fill-opacity fill-rule id stroke stroke-dasharray stroke-dashoffset stroke-linecap \
                stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style transform
                """,
                "pattern: height id patternTransform patternUnits width",
                "radialGradient: cx cy fr fx fy gradientTransform gradientUnits id r", "rect: fill height width x y",
                "stop: offset stop-color stop-opacity", "svg: height viewBox width xmlns xmlns:xlink",
                "use: color fill opacity stroke stroke-miterlimit stroke-width transform x xlink:href y",
            ])
        let omissions = try document.read(0).omissions.map(\.text)
        #expect(omissions == [])
    }

    @Test("an element, attribute, property or value of a page that the reader does not know is an omission")
    func unknown() throws {
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">
            <rect width="9" height="9" comp-op="dst-out"/><rect width="9" height="9" style="mix-blend-mode:plus-darker"/>
            <rect width="9" height="9" style="overprint:on"/><rect width="9" height="9" fill="cmyk(1 0 0 0)"/><mesh/>
            <rect width="9" height="9" style="mix-blend-mode:multiply"/>
            </svg>
            """
        let page = try SVGDocument.read(Data(text.utf8), path: "page", rules: PDFDocument.rules)
        #expect(
            page.omissions.map(\.name).sorted() == [
                "<mesh>", "comp-op", "fill: cmyk(1 0 0 0)", "mix-blend-mode: plus-darker", "overprint: on",
            ])
        let failure = #expect(throws: ContentFailure.self) {
            try PDFDocument.drawing(Data(text.utf8), ofPage: 0, path: "page")
        }
        guard case .pdf("page", page: 0, .worker(.garbled(let what))) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(what.hasPrefix("comp-op is not supported"))
        // The page is not read again for each of its tiles.
        nonisolated(unsafe) var count = 0  // Read on this thread only.
        let source = PageSource(contentSize: page.source.contentSize, budget: nil, failureMemory: 1, now: { 0 }) {
            () throws(ContentFailure) in
            count += 1
            return try PDFDocument.drawing(Data(text.utf8), ofPage: 0, path: "page").source
        }
        for _ in 0..<2 { #expect(throws: ContentFailure.self) { try source.source() } }
        #expect(count == 1)
        // Damage of an image comes from the document.
        let image = """
            <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="data:image/png,x"/></svg>
            """
        #expect(try PDFDocument.drawing(Data(image.utf8), ofPage: 0, path: "page").omissions.map(\.kind) == [.image])
        // Browsers ignore them in other drawings, except for the element.
        let drawing = try SVGDocument.read(Data(text.utf8), path: "drawing.svg")
        #expect(drawing.omissions.map(\.name) == ["<mesh>"])
    }
}
