import TestSupport
import Testing

@testable import TileContent

/// Tiling patterns, with the colors that Poppler, MuPDF and PDFium agree on.
@Suite("tiling patterns of PDF pages")
struct PDFPatternTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func drawn(
        _ cell: String, _ entries: String, paintType: Int = 1, use: String = "/Pattern cs /P scn 10 10 280 180 re f",
        scale: Double = 1
    ) throws -> DrawnPage {
        let file = PDFFile(
            [
                PDFFile.Page(
                    content: use,
                    resources: "/Pattern << /P 5 0 R >> /ColorSpace << /C [/Pattern /DeviceRGB] >>")
            ],
            objects: [
                (
                    "/Type /Pattern /PatternType 1 /PaintType \(paintType) /TilingType 1 \(entries) /Resources << >>",
                    cell
                )
            ])
        return try DrawnPage(file.bytes, in: folder, scale: scale)
    }

    private let white = [255, 255, 255]
    private let red = [255, 0, 0]
    private let blue = [0, 0, 255]

    @Test("cells that are larger than their steps cover those on their left and below")
    func overlaps() throws {
        let page = try drawn(
            "1 0 0 rg 0 0 30 30 re f 0 0 1 rg 10 10 20 20 re f", "/BBox [0 0 30 30] /XStep 20 /YStep 20")
        // Of each cell, 20 × 20 points at its lower left are seen.
        for corner in [(40.0, 40.0), (100, 60), (240, 160)] {
            #expect(isNear(page.color(corner.0 + 5, corner.1 + 5), red), "\(corner)")
            #expect(isNear(page.color(corner.0 + 5, corner.1 + 15), red), "\(corner)")
            #expect(isNear(page.color(corner.0 + 15, corner.1 + 15), blue), "\(corner)")
        }
    }

    @Test("steps larger than a cell, larger than the page, and below zero", arguments: ["60", "-60"])
    func steps(step: String) throws {
        let page = try drawn("1 0 0 rg 0 0 10 10 re f", "/BBox [0 0 10 10] /XStep \(step) /YStep 45")
        for (x, y) in [(60.0, 45.0), (120, 90), (240, 135)] {
            #expect(isNear(page.color(x + 5, y + 5), red) && isNear(page.color(x + 15, y + 5), white), "\(x) \(y)")
        }
        let single = try drawn("1 0 0 rg 20 20 40 40 re f", "/BBox [0 0 100 100] /XStep 32767 /YStep 32767")
        #expect(isNear(single.color(40, 40), red) && isNear(single.color(140, 40), white))
        #expect(isNear(single.color(40, 140), white))
    }

    @Test("cells with space between them are sharp, also between pixels")
    func separateCells() throws {
        let page = try drawn("1 0 0 rg 1 1 6 6 re f", "/BBox [0 0 8 8] /XStep 13.37 /YStep 12.21")
        for column in 1..<20 {
            for row in 2..<14 {
                let (x, y) = (Double(column) * 13.37, Double(row) * 12.21)
                // A pixel inside of each edge, and two outside.
                #expect(page.color(x + 2.5, y + 4) == red && page.color(x + 5.5, y + 4) == red, "\(column), \(row)")
                #expect(page.color(x - 1.2, y + 4) == white && page.color(x + 9, y + 4) == white, "\(column), \(row)")
            }
        }
    }

    @Test("in a group that knocks out, what is below shows through the gaps of patterns and stencils")
    func knockoutGaps() throws {
        let row = String(repeating: "00", count: 20) + String(repeating: "FF", count: 20)
        let file = PDFFile(
            [PDFFile.Page(content: "/X Do", resources: "/XObject << /X 7 0 R >>")],
            objects: [
                (
                    "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 20 20] /XStep 20 /YStep 20",
                    "0 0 1 rg 0 0 10 20 re f"
                ),
                (
                    """
                    /Type /XObject /Subtype /Image /Width 320 /Height 240 /ImageMask true /BitsPerComponent 1 \
                    /Filter /ASCIIHexDecode
                    """, String(repeating: row, count: 240) + ">"
                ),
                (
                    """
                    /Type /XObject /Subtype /Form /BBox [0 0 300 200] /Group << /S /Transparency /I true /K true >> \
                    /Resources << /Pattern << /P 5 0 R >> /XObject << /M 6 0 R >> /ExtGState << /H << /ca .5 >> >> >>
                    """,
                    """
                    1 0 0 rg 0 0 300 200 re f /H gs /Pattern cs /P scn 20 20 100 160 re f
                    0 0 1 rg q 100 0 0 160 160 20 cm /M Do Q
                    """
                ),
            ])
        let page = try DrawnPage(file.bytes, in: folder)
        // What knocks out is over paper, not over red.
        let paleBlue = [127, 127, 255]
        #expect(isNear(page.color(45, 100), paleBlue) && isNear(page.color(55, 100), red))
        #expect(isNear(page.color(180, 100), paleBlue) && isNear(page.color(240, 100), red))
    }

    @Test("cells that are turned, sheared and mirrored are at their places")
    func transforms() throws {
        for (matrix, point) in [
            ("0.866 0.5 -0.5 0.866 0 0", { (x: Double, y: Double) in (0.866 * x - 0.5 * y, 0.5 * x + 0.866 * y) }),
            ("1 0.3 0.5 1 0 0", { x, y in (x + 0.5 * y, 0.3 * x + y) }),
            ("-1 0 0 1 3 4", { x, y in (3 - x, y + 4) }),
        ] {
            let page = try drawn(
                "1 0 0 rg 0 0 20 20 re f 0 0 1 rg 20 20 20 20 re f",
                "/BBox [0 0 40 40] /XStep 40 /YStep 40 /Matrix [\(matrix)]")
            for column in -3..<8 {
                for row in -3..<6 {
                    for (x, y, color) in [(10.0, 10.0, red), (30, 30, blue), (30, 10, white), (10, 30, white)] {
                        let place = point(Double(column) * 40 + x, Double(row) * 40 + y)
                        guard (12...288).contains(place.0), (12...188).contains(place.1) else { continue }
                        #expect(isNear(page.color(place.0, place.1), color), "\(matrix) \(place)")
                    }
                }
            }
        }
    }

    @Test("uncolored cells have the color of each use, also in strokes, and no color of their own")
    func uncolored() throws {
        let cell = "0 0 20 20 re f"
        let entries = "/BBox [0 0 40 40] /XStep 40 /YStep 40"
        let fills = try drawn(
            cell, entries, paintType: 2, use: "/C cs 0 0 1 /P scn 0 0 140 200 re f 1 0 0 /P scn 160 0 140 200 re f")
        #expect(isNear(fills.color(50, 50), blue) && isNear(fills.color(210, 50), red))
        #expect(isNear(fills.color(70, 70), white))
        let stroke = try drawn(
            cell, entries, paintType: 2, use: "/C CS 0 0.6 0 /P SCN 40 w 20 60 m 280 60 l S")
        #expect(isNear(stroke.color(50, 50), [0, 153, 0]) && isNear(stroke.color(70, 50), white))
        #expect(isNear(stroke.color(50, 10), white))
        // ISO 32000-1, 8.7.3.3: operators that set colors are ignored.
        let painted = try drawn(
            "1 0 0 rg \(cell)", entries, paintType: 2, use: "/C cs 0 0 1 /P scn 0 0 300 200 re f")
        #expect(isNear(painted.color(50, 50), blue))
    }

    @Test(
        "steps that are missing, or of a small part of a cell, take bounded time",
        arguments: ["", "/XStep 0.01 /YStep 0.02", "/XStep 30 /YStep 1e-5", "/XStep 1e-8 /YStep 1e-8"])
    func tinySteps(steps: String) throws {
        // The lower left of each cell is seen.
        let page = try drawn("0 0 1 rg 0 0 30 30 re f 1 0 0 rg 0 0 30 12 re f", "/BBox [0 0 30 30] \(steps)")
        for (x, y) in [(40.0, 40.0), (150, 100), (280, 180)] { #expect(isNear(page.color(x, y), red), "\(x) \(y)") }
        #expect(isNear(page.color(5, 5), white))
        for box in ["0 0 0 30", "9 9 9 9"] {
            let empty = try drawn("1 0 0 rg 0 0 30 30 re f", "/BBox [\(box)] /XStep 1e-5 /YStep 1e-5")
            #expect(isNear(empty.color(100, 100), white))
        }
    }

    @Test("cells with the compression of an image have no operators, and are not read")
    func imagesAsCells() throws {
        // JBIG2 that begins a page of 100,000 × 100,000 pixels.
        let page = try drawn(
            "00000000 30 00 01 00000013 000186A0 000186A0 00000000 00000000 00 0000>",
            "/BBox [0 0 30 30] /XStep 30 /YStep 30 /Filter [/ASCIIHexDecode /JBIG2Decode]",
            use: "/Pattern cs /P scn 10 10 280 180 re f 1 0 0 rg 100 50 100 100 re f")
        #expect(isNear(page.color(150, 100), red) && isNear(page.color(50, 100), white))
    }

    @Test("boxes from any corner, and cells in large units")
    func boxes() throws {
        let turned = try drawn("1 0 0 rg 0 0 9 9 re f", "/BBox [20 20 0 0] /XStep 20 /YStep 20")
        #expect(isNear(turned.color(104, 104), red) && isNear(turned.color(114, 104), white))
        let large = try drawn(
            "1 0 0 rg 0 0 .00617 .01234 re f",
            "/BBox [0 0 .01234 .01234] /XStep .01234 /YStep .01234 /Matrix [1000 0 0 1000 0 0]")
        for column in 1..<22 {
            let x = Double(column) * 12.34
            #expect(isNear(large.color(x + 3, 100), red) && isNear(large.color(x + 9, 100), white), "\(column)")
        }
    }

    @Test("hatches finer than a pixel have the tone that they cover, at any scale", arguments: [0.25, 1, 3])
    func fineHatches(scale: Double) throws {
        // Half of each cell is covered.
        for matrix in ["1 0 0 1 0 0", "0.866 0.5 -0.5 0.866 0 0"] {
            let page = try drawn(
                "0 g 0 0 0.1 0.1 re f 0.1 0.1 0.1 0.1 re f",
                "/BBox [0 0 0.2 0.2] /XStep 0.2 /YStep 0.2 /Matrix [\(matrix)]", scale: scale)
            // The page without its margin of 10 points is 0.84 of it, and half of that is black.
            let expected = 255 * (1 - 0.42)
            #expect(abs(page.ink.mean - expected) < 2, "\(matrix): \(page.ink.mean) instead of \(expected)")
        }
    }
}
