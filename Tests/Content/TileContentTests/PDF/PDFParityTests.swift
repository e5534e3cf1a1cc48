import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

/// Compares pages with `pdftocairo`, within the limit for all drawings.
@Suite("Pages look as Poppler draws them")
struct PDFParityTests {
    /// Poppler shows images magnified four times and more as squares, and pattern cells at whole pixels. A mask makes
    /// pixels that a shape covers partly a little lighter.
    private static let scales: [String: [Double]] = [
        "images": [1], "bitmaps": [3], "images with soft masks": [1], "tiling patterns": [3], "knockout groups": [3],
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    struct Failure: Error, CustomStringConvertible { var description: String }

    private func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["pdftocairo"] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(
                description: "pdftocairo \(arguments.joined(separator: " ")) fails; it comes with poppler-utils")
        }
    }

    /// The output of `pdftocairo` that pixels are compared with.
    private enum Reference: String {
        /// The pixels of the page.
        case pixels
        /// The SVG of the page, drawn by librsvg. For text: Cairo places glyphs only at whole pixels, so some are up to
        /// half a pixel off.
        case outlines
    }

    private func reference(_ kind: Reference, _ path: String, page: Int, scale: Double, size: CGSize) throws -> Bitmap {
        let output = folder.file("reference")
        let pages = ["-f", "\(page)", "-l", "\(page)", path]
        switch kind {
        case .pixels:
            try run(["-png", "-cropbox", "-singlefile", "-r", "\(96 * scale)"] + pages + [output])
            guard let image = CGImage.decoding(try Data(contentsOf: URL(fileURLWithPath: output + ".png"))) else {
                throw Failure(description: "pdftocairo's picture of \(path) cannot be read")
            }
            return image.bitmap
        case .outlines:
            try run(["-svg"] + pages + [output + ".svg"])
            let drawing = try ReferenceDrawing(output + ".svg", contentSize: size)
            let bitmap = try drawing.raster(
                RasterArea(
                    scale: scale, x: 0, y: 0, width: Int((size.width * scale).rounded(.up)),
                    height: Int((size.height * scale).rounded(.up))))
            // Composites on paper.
            for y in 0..<bitmap.height {
                for x in 0..<bitmap.width {
                    let pixel = bitmap[x, y]
                    let rest = 255 - pixel.alpha
                    bitmap[x, y] = PixelColor(
                        premultipliedRed: pixel.red + rest, green: pixel.green + rest, blue: pixel.blue + rest,
                        alpha: 255)
                }
            }
            return bitmap
        }
    }

    private func compare(
        _ path: String, page: Int = 1, _ kind: Reference = .pixels, scales: [Double], name: String
    ) throws {
        let document = try ContentReader.open(path)
        let source = try #require(document.pages).open(page - 1).source
        for scale in scales {
            let reference = try reference(kind, path, page: page, scale: scale, size: source.contentSize)
            let area = RasterArea(scale: scale, x: 0, y: 0, width: reference.width, height: reference.height)
            let image = try source.raster(area, in: RasterContext(pool: BitmapPool()))
            var difference = PixelDifference()
            // Poppler paints pixels that the page covers only partly as paper.
            let (width, height) = (Int(source.contentSize.width * scale), Int(source.contentSize.height * scale))
            difference.add(image.part(width, height), against: reference, atX: 0, y: 0)
            // If a whole page has colors between two steps, all pixels may differ by one. Masks and colors are each
            // rounded, and Poppler, MuPDF and PDFium do so at different steps.
            let rounding = name.hasPrefix("masks") ? 2 : 1
            #expect(
                difference.means.max() <= PixelDifference.largestMean || difference.worst <= rounding,
                "\(name) at \(scale) against \(kind): means \(difference.means), worst \(difference.worst)")
        }
    }

    /// The features of pages, each with a page that mostly uses it.
    private static let features: [(name: String, page: PDFFile.Page)] = [
        (
            "shapes",
            PDFFile.Page(
                content: """
                    0.2 0.4 0.8 rg 20 20 100 60 re f 1 0 0 RG 4 w 40 100 m 140 180 200 60 280 150 c S
                    0 0.6 0.2 rg 200 20 m 280 20 l 240 90 l h 220 40 m 240 70 l 260 40 l h f*
                    [12 6] 0 d 2 w 1 J 20 190 m 280 190 l S
                    """)
        ),
        (
            "lines as thin as can be",
            PDFFile.Page(
                content: "0 w " + (1...12).map { "\($0 * 20) 10 m \($0 * 22) 190 l S" }.joined(separator: "\n"))
        ),
        (
            "runs of lines in one style, between other elements",
            PDFFile.Page(
                content: """
                    4 w 0 0 1 RG 20 20 m 280 20 l S 20 40 m 280 40 l S 20 60 m 280 60 l S
                    q 20 80 100 100 re W n 20 90 m 280 90 l S 20 110 m 280 110 l S Q 20 130 m 280 130 l S
                    1 0 0 RG 20 150 m 280 150 l S 0 1 0 rg 30 10 20 180 re f 20 170 m 280 170 l S 20 185 m 280 185 l S
                    """)
        ),
        (
            "text",
            PDFFile.Page(
                content: """
                    BT /F1 24 Tf 20 150 Td (Hamburgefonstiv) Tj /F1 9 Tf 0 -30 Td (The quick brown fox) Tj
                    1 Tr 30 0 0 30 20 40 Tm (Outline) Tj ET
                    """)
        ),
        (
            "transparency",
            PDFFile.Page(
                content: "/G gs 1 0 0 rg 20 20 120 120 re f 0 0 1 rg 80 60 120 120 re f /X Do",
                resources: """
                    /ExtGState << /G << /ca 0.5 /CA 0.5 >> >> /XObject << /X 5 0 R >>
                    """)
        ),
        (
            "blend modes",
            PDFFile.Page(
                content: """
                    0.9 0.7 0.2 rg 0 0 300 200 re f /M gs 0.2 0.6 0.9 rg 20 20 80 160 re f /S gs 110 20 80 160 re f
                    /D gs 200 20 80 160 re f
                    """,
                resources: """
                    /ExtGState << /M << /BM /Multiply >> /S << /BM /Screen >> /D << /BM /Difference >> >>
                    """)
        ),
        (
            "shadings",
            PDFFile.Page(
                content: "q 20 20 120 160 re W n /A sh Q q 160 20 120 160 re W n /R sh Q",
                resources: """
                    /Shading << /A << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [20 20 140 180] /Extend [true true]
                    /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>
                    /R << /ShadingType 3 /ColorSpace /DeviceRGB /Coords [220 100 10 220 100 70] /Extend [true false]
                    /Function << /FunctionType 2 /Domain [0 1] /C0 [1 1 0] /C1 [0 0.4 0] /N 1 >> >> >>
                    """)
        ),
        (
            "tiling patterns",
            PDFFile.Page(
                content: "/Pattern cs /P scn 20 20 260 160 re f",
                resources: "/Pattern << /P 6 0 R >>")
        ),
        (
            "images",
            PDFFile.Page(content: "q 120 0 0 120 20 40 cm /I Do Q", resources: "/XObject << /I 7 0 R >>")
        ),
        (
            "bitmaps",
            PDFFile.Page(
                content: "q 0.8 0.2 0.2 rg 100 0 0 100 170 40 cm /K Do Q", resources: "/XObject << /K 8 0 R >>")
        ),
        (
            "images with soft masks",
            PDFFile.Page(
                content: "0.5 0.8 0.5 rg 0 0 300 200 re f q 240 0 0 160 30 20 cm /I Do Q",
                resources: "/XObject << /I 9 0 R >>")
        ),
        (
            "masks of groups",
            PDFFile.Page(
                content: "/L gs 0.1 0.3 0.7 rg 0 0 300 200 re f /N gs 0.8 0.1 0.1 rg 10 10 30 30 re f",
                resources: "/ExtGState << /L << /SMask << /S /Luminosity /G 11 0 R >> >> /N << /SMask /None >> >>")
        ),
        (
            "masks of colors",
            PDFFile.Page(
                content: "0.7 0.9 0.2 rg 0 0 300 200 re f /L gs 0.1 0.3 0.7 rg 0 0 300 200 re f",
                resources: "/ExtGState << /L << /SMask << /S /Luminosity /G 18 0 R >> >> >>")
        ),
        (
            "masks by opacity, over a color and a gradient",
            PDFFile.Page(
                content: """
                    0.2 0.6 0.4 rg 0 0 300 200 re f /O gs 0.8 0 0 rg 20 20 130 160 re f
                    q 150 20 130 160 re W n /A sh Q
                    """,
                resources: """
                    /ExtGState << /O << /SMask << /S /Alpha /G 16 0 R >> >> >> /Shading << /A << /ShadingType 2
                    /ColorSpace /DeviceRGB /Coords [150 20 280 20] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0]
                    /C1 [0 0 1] /N 1 >> >> >>
                    """)
        ),
        (
            "annotations and form fields",
            PDFFile.Page(
                content: "0.9 g 0 0 300 200 re f",
                more: """
                    /Annots [ << /Type /Annot /Subtype /Square /Rect [20 20 120 80] /C [1 0 0] /BS << /W 3 >> /F 4
                    /AP << /N 12 0 R >> >>
                    << /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (Filled in) /F 4 /Rect [140 100 280 130] /AP << /N 13 0 R >> >> ]
                    """)
        ),
        (
            "a page turned, and cut to its crop box",
            PDFFile.Page(
                content: "0.2 0.6 0.9 rg 60 40 180 120 re f 0 g 70 50 60 30 re f 1 0 0 rg 200 90 40 70 re f",
                more: "/Rotate 90 /CropBox [50 30 260 180]")
        ),
        (
            "blend modes over blank paper",
            PDFFile.Page(
                content: ["M", "S", "D", "C", "V"].enumerated().map { index, name in
                    "/\(name) gs 0.8 0.1 0.3 rg \(index * 55 + 10) 20 45 160 re f"
                }.joined(separator: " "),
                resources: """
                    /ExtGState << /M << /BM /Multiply >> /S << /BM /Screen >> /D << /BM /Difference >>
                    /C << /BM /ColorDodge >> /V << /BM /Overlay >> >>
                    """)
        ),
        (
            "knockout groups",
            PDFFile.Page(content: "0.9 0.9 0.6 rg 0 0 300 200 re f /X Do", resources: "/XObject << /X 17 0 R >>")
        ),
        (
            "gradients that end",
            PDFFile.Page(
                content: "/A sh /R sh",
                resources: """
                    /Shading << /A << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [20 0 100 0]
                    /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>
                    /R << /ShadingType 3 /ColorSpace /DeviceRGB /Coords [200 100 20 200 100 70]
                    /Function << /FunctionType 2 /Domain [0 1] /C0 [1 1 0] /C1 [0 0.4 0] /N 1 >> >> >>
                    """)
        ),
        (
            "lines under unequal scales",
            PDFFile.Page(
                content: "q .57 0 0 .0226 10 100 cm 1 w 1 J 1 j 0 0 m "
                    + (1...40).map { "\($0 * 12) \($0 % 5 == 0 ? ($0 % 2 == 0 ? 900 : -900) : $0 * 37 % 120) l" }
                    .joined(separator: " ") + " S Q")
        ),
        (
            "fonts that come back after a form",
            PDFFile.Page(
                content: "BT /F1 24 Tf 20 150 Td (Hamburg) Tj ET /X Do BT 20 50 Td (Hamburg) Tj ET",
                resources: "/XObject << /X 19 0 R >>")
        ),
        (
            "groups in empty clips, and empty groups",
            PDFFile.Page(
                content: "0.9 g 0 0 300 200 re f q 0 0 50 50 re W n /K Do Q /Z Do",
                resources: "/XObject << /K 20 0 R /Z 21 0 R >>")
        ),
        (
            "masks of colors that end between pixels",
            PDFFile.Page(
                content: "/L gs 0.1 0.3 0.7 rg 0 0 300 200 re f",
                resources: "/ExtGState << /L << /SMask << /S /Luminosity /G 22 0 R >> >> >>")
        ),
        (
            "gradients along translucent lines",
            PDFFile.Page(
                content: "/A gs /Pattern CS /P SCN 20 w 20 100 m 280 100 l S",
                resources: """
                    /ExtGState << /A << /CA 0.5 >> >> /Pattern << /P << /PatternType 2 /Shading << /ShadingType 2
                    /ColorSpace /DeviceRGB /Coords [20 0 280 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0]
                    /C1 [0 0 1] /N 1 >> >> >> >>
                    """)
        ),
        (
            "lines in planes of large scales",
            PDFFile.Page(content: "q 19200 0 0 15000 0 0 cm 0.0003 w 0.001 0.002 m 0.0135 0.0102 l S Q")
        ),
        (
            "layers that are off",
            PDFFile.Page(
                content: "/OC /Off BDC 1 0 0 rg 0 0 300 200 re f EMC /OC /On BDC 0 0 1 rg 20 20 100 100 re f EMC",
                resources: "/Properties << /Off 14 0 R /On 15 0 R >>")
        ),
    ]

    /// The objects that the pages refer to, numbered from 5.
    private static let objects: [(dictionary: String, stream: String?)] = [
        (
            "/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Group << /S /Transparency >> /Resources << >>",
            "0 1 0 rg 150 100 120 80 re f 1 1 0 rg 180 60 60 100 re f"
        ),
        (
            """
            /Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 20 20] /XStep 20 /YStep 20 /Resources << >>
            """, "1 0.5 0 rg 2 2 10 10 re f 0 0.5 1 rg 10 10 8 8 re f"
        ),
        image("/Width 64 /Height 64 /ColorSpace /DeviceGray", (0..<4096).map { ($0 % 64) * 2 + ($0 / 64) * 2 }),
        (
            "/Type /XObject /Subtype /Image /Width 8 /Height 8 /ImageMask true /BitsPerComponent 1 /Filter /ASCIIHexDecode",
            "00 7E 42 5A 5A 42 7E 00>"
        ),
        image(
            "/Width 64 /Height 64 /ColorSpace /DeviceRGB /SMask 10 0 R",
            (0..<4096).flatMap { [($0 % 64) * 4, ($0 / 64) * 4, 128] }),
        image(
            "/Width 32 /Height 32 /ColorSpace /DeviceGray", (0..<1024).map { min(255, ($0 % 32) * 4 + ($0 / 32) * 4) }),
        (
            """
            /Type /XObject /Subtype /Form /BBox [0 0 300 200] /Group << /S /Transparency /CS /DeviceGray >> /Resources << \
            /Shading << /A << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 300 0] /Function << /FunctionType 2 \
            /Domain [0 1] /C0 [0] /C1 [1] /N 1 >> >> >> >>
            """, "/A sh"
        ),
        ("/Type /XObject /Subtype /Form /BBox [0 0 100 60]", "1 0 0 RG 3 w 2 2 96 56 re S"),
        (
            "/Type /XObject /Subtype /Form /BBox [0 0 140 30] /Resources << /Font << /F1 3 0 R >> >>",
            "1 1 0.8 rg 0 0 140 30 re f BT 0 g /F1 14 Tf 6 10 Td (Filled in) Tj ET"
        ),
        ("/Type /OCG /Name (Off)", nil),
        ("/Type /OCG /Name (On)", nil),
        (
            """
            /Type /XObject /Subtype /Form /BBox [0 0 300 200] /Group << /S /Transparency >> /Resources << /ExtGState << /H \
            << /ca 0.4 >> >> >>
            """, "0 0 1 rg 40 40 100 100 re f /H gs 1 1 1 rg 120 60 140 100 re f"
        ),
        (
            """
            /Type /XObject /Subtype /Form /BBox [0 0 300 200] /Group << /S /Transparency /K true /I true /CS /DeviceRGB >> \
            /Resources << /ExtGState << /H << /ca .5 >> >> >>
            """, "1 0 0 rg 20 20 160 160 re f /H gs 0 0 1 rg 100 40 180 120 re f"
        ),
        (
            """
            /Type /XObject /Subtype /Form /BBox [0 0 300 200] /Group << /S /Transparency /CS /DeviceRGB >> /Resources << \
            /Shading << /A << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [180 0 290 0] /Function << /FunctionType 2 \
            /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >> >> >>
            """, "1 0 0 rg 10 10 80 180 re f 0 0 1 rg 90 10 80 180 re f q 180 10 110 180 re W n /A sh Q"
        ),
        (
            """
            /Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << /Font << /F2 << /Type /Font /Subtype /Type1 \
            /BaseFont /Courier >> >> >>
            """, "BT /F2 24 Tf 20 100 Td (Hamburg) Tj ET"
        ),
        (
            "/Type /XObject /Subtype /Form /BBox [100 100 192 192] /Group << /S /Transparency >>",
            "1 0 0 rg 0 0 192 192 re f"
        ),
        ("/Type /XObject /Subtype /Form /BBox [0 0 0 0] /Group << /S /Transparency >>", "1 0 0 rg 0 0 192 192 re f"),
        (
            """
            /Type /XObject /Subtype /Form /BBox [30.3 30.3 200.3 100.3] /Group << /S /Transparency /CS /DeviceRGB >>
            """, "1 1 0.9 rg 0 0 300 200 re f"
        ),
    ]

    /// Returns an image of bytes.
    private static func image(_ dictionary: String, _ bytes: [Int]) -> (dictionary: String, stream: String?) {
        (
            "/Type /XObject /Subtype /Image \(dictionary) /BitsPerComponent 8 /Filter /ASCIIHexDecode",
            bytes.map { String(format: "%02X", $0) }.joined() + ">"
        )
    }

    @Test("what pages are made of, small and large")
    func features() throws {
        let file = PDFFile(
            Self.features.map(\.page), catalog: "/OCProperties << /OCGs [14 0 R 15 0 R] /D << /OFF [14 0 R] >> >>",
            objects: Self.objects)
        let path = try folder.write("features.pdf", file.bytes)
        for (index, feature) in Self.features.enumerated() {
            // The form field's text belongs to the annotation.
            let hasText = feature.page.content.contains(" Tj") || feature.page.more.contains("/Widget")
            do {
                try compare(
                    path, page: index + 1, hasText ? .outlines : .pixels, scales: Self.scales[feature.name] ?? [1, 3],
                    name: feature.name)
            } catch {
                Issue.record("\(feature.name): \(error)")
            }
        }
    }

    @Test("a map of which every reader has an idea")
    func sharedMap() throws {
        guard let path = SharedFileParityTests.path("osgb_index_A.pdf") else {
            print(
                "osgb_index_A.pdf is not there: set TILEWORK_SHARED to the folder that has it in data/. Nothing was compared."
            )
            return
        }
        // Its lines are a pixel wide from scale 3 on. At smaller scales, `pdftocairo` moves them to whole pixels.
        try compare(path, .outlines, scales: [4], name: "the map")
        try compare(path, scales: [4], name: "the map")
        guard let source = try ContentReader.open(path).source as? PageSource else {
            Issue.record("a page is no source of pages")
            return
        }
        #expect(try source.source() is PictureSource, "it is read without librsvg")
    }
}

extension TileImage {
    /// Returns the top left part.
    fileprivate func part(_ width: Int, _ height: Int) -> TileImage {
        switch self {
        case .solid(let color, _, _): return .solid(color, width: width, height: height)
        case .bitmap(let bitmap):
            let part = Bitmap(width: width, height: height)
            for y in 0..<height { for x in 0..<width { part[x, y] = bitmap[x, y] } }
            return .bitmap(part)
        }
    }
}
