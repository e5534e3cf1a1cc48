import Foundation
import TestSupport
import Testing

@testable import TileCommands

@Suite("tilework info")
struct InfoCommandTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("it says what a drawing is and how many tiles each level has")
    func drawingText() throws {
        try folder.write("plan.svg", drawing(width: 1000, height: 700))
        let run = try CommandLineRun.run(["info", "plan.svg"], in: folder.path)
        #expect(run.code == 0 && run.errors.isEmpty)
        #expect(run.output.hasPrefix("plan.svg\n"))
        #expect(run.output.contains("1,000 × 700 pixels at 96 per inch"))
        #expect(run.output.contains("17 of 256 × 256 pixels in 3 levels"))
        #expect(run.output.contains("      2             1,000 × 700         4         3            12\n"))
    }

    @Test("a drawing beyond the addressable size names what a build needs")
    func hugeDrawing() throws {
        try folder.write(
            "huge.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='1e9'><path d='M0 0h9v9z'/></svg>")
        let run = try CommandLineRun.run(["info", "huge.svg"], in: folder.path)
        // 1e9 / 4,194,304 is 238.4, so eight levels are missing, and 15 remain.
        #expect(
            run.output.contains(
                "shows it at 1/256 of its size. Building needs --max-level 14 or a lower --scale.\n"), "\(run.output)")
    }

    @Test("a drawing's levels that only serve offers are listed apart, and an image has none")
    func deeperLevels() throws {
        try folder.write("plan.svg", drawing(width: 1000, height: 700))
        let text = try CommandLineRun.run(["info", "plan.svg"], in: folder.path).output
        let parts = text.components(separatedBy: "  deeper levels, which serve has too:\n")
        #expect(parts.count == 2 && parts[1].split(separator: "\n").count == ServeSettings.levelsBeyondSize)
        #expect(parts[1].contains("      8         64,000 × 44,800       250       175        43,750\n"), "\(text)")
        let json = try CommandLineRun.run(["info", "plan.svg", "--json"], in: folder.path).output
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let deeper = try #require(object["deeperLevels"] as? [[String: Any]])
        #expect(deeper.map { $0["level"] as? Int } == [3, 4, 5, 6, 7, 8])
        _ = try CommandLineRun.run(["build", "plan.svg", "-o", "t"], in: folder.path)
        let image = try CommandLineRun.run(["info", "t/0/0/0.png"], in: folder.path).output
        #expect(!image.contains("deeper"))
    }

    @Test("JSON holds the same")
    func drawingJSON() throws {
        try folder.write("plan.svg", drawing(width: 1000, height: 700))
        let run = try CommandLineRun.run(["info", "plan.svg", "--json", "--tile-size", "512"], in: folder.path)
        #expect(run.code == 0)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(json["kind"] as? String == "svg" && json["isScalable"] as? Bool == true)
        #expect(json["width"] as? Double == 1000 && json["height"] as? Double == 700)
        #expect(json["tileSize"] as? Int == 512 && json["tiles"] as? Int == 5)
        let levels = try #require(json["levels"] as? [[String: Any]])
        #expect(levels.map { $0["tiles"] as? Int } == [1, 4])
        #expect(levels.map { $0["scale"] as? Double } == [0.5, 1])
    }

    @Test(
        "a drawing in units of length has a physical size, and one in pixels has none",
        arguments: [
            ("width=\"210mm\" height=\"297mm\"", "793.701 × 1,122.52", "210 × 297 mm (8.27 × 11.69 inches)"),
            ("height='11in' width='8.5in'", "816 × 1,056", "215.9 × 279.4 mm (8.5 × 11 inches)"),
            ("width = \" 36pt \" height=\"2.54cm\"", "48 × 96", "12.7 × 25.4 mm (0.5 × 1 inches)"),
            ("width=\"300\" height=\"200\"", "300 × 200", nil), ("width=\"300px\" height=\"2in\"", "300 × 192", nil),
            ("viewBox=\"0 0 30 20\"", "30 × 20", nil),
        ] as [(String, String, String?)])
    func physicalSize(attributes: String, size: String, physical: String?) throws {
        try folder.write(
            "plan.svg",
            "<?xml version='1.0'?><!-- a > b --><svg xmlns=\"http://www.w3.org/2000/svg\" \(attributes)><path d='M0 0L9 9'/></svg>"
        )
        let text = try CommandLineRun.run(["info", "plan.svg"], in: folder.path).output
        #expect(text.contains("  size            \(size) pixels at 96 per inch\n"), "\(text)")
        #expect(text.contains("physical size") == (physical != nil), "\(text)")
        if let physical { #expect(text.contains("  physical size   \(physical)\n"), "\(text)") }
        // A compressed drawing has the same size.
        _ = try CommandLineRun.shell("gzip -k plan.svg && mv plan.svg.gz plan.svgz", in: folder.path)
        let packed = try CommandLineRun.run(["info", "plan.svgz"], in: folder.path).output
        #expect(packed.contains("physical size") == (physical != nil), "\(packed)")
    }

    @Test("a PDF tells of labels, sizes, fonts, layers, attachments, producer, and what is not shown")
    func pdf() throws {
        try folder.write(
            "plan.pdf",
            """
            %PDF-1.6
            1 0 obj<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[0<</S/r>>1<</S/D>>]>>/OCProperties<</OCGs[5 0 R 6 0 R]
            /D<</OFF[6 0 R]>>>>/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(data.csv)/EF<</F 8 0 R>>>>]>>>>>>endobj
            2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>endobj
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 150]>>endobj
            4 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 150 300]/Resources<</ExtGState<</G<</OP true>>>>/Font<</F 7 0 R>>
            >>>>endobj
            5 0 obj<</Type/OCG/Name(Walls)>>endobj
            6 0 obj<</Type/OCG/Name(Notes)>>endobj
            7 0 obj<</Type/Font/Subtype/Type1/BaseFont/Missing-Bold>>endobj
            8 0 obj<</Type/EmbeddedFile/Params<</Size 5>>/Length 5>>stream
            a,b,c
            endstream endobj
            9 0 obj<</Producer(Made by hand)/Title(Plan)>>endobj
            trailer<</Root 1 0 R/Info 9 0 R>>
            """)
        let text = try CommandLineRun.run(["info", "plan.pdf"], in: folder.path)
        for line in [
            "  producer        Made by hand", "  page sizes      1 of 106 × 53 mm, 1 of 53 × 106 mm",
            "  page labels     i, 1",
            "  fonts not embedded Missing-Bold", "  layers          Walls, Notes (hidden)",
            "  attachments     data.csv (5 bytes)", "  not honored: overprint is not simulated (on page 2)",
        ] {
            #expect(text.output.contains(line), "\(line): \(text)")
        }
        let run = try CommandLineRun.run(["info", "plan.pdf", "--json"], in: folder.path)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let document = try #require(json["document"] as? [String: Any])
        #expect(document["format"] as? String == "PDF 1.6" && document["title"] as? String == "Plan")
        #expect(document["producer"] as? String == "Made by hand" && document["creator"] == nil)
        #expect(document["pageCount"] as? Int == 2)
        let pages = try #require(document["pages"] as? [[String: Any]])
        #expect(pages.map { $0["page"] as? Int } == [1, 2] && pages.map { $0["label"] as? String } == ["i", "1"])
        #expect(
            pages.map { $0["width"] as? Double } == [400, 200] && pages.map { $0["height"] as? Double } == [200, 400])
        let fonts = try #require(document["fonts"] as? [[String: Any]])
        #expect(fonts.count == 1 && fonts[0]["name"] as? String == "Missing-Bold")
        #expect(fonts[0]["isEmbedded"] as? Bool == false && (fonts[0]["substitute"] as? String)?.isEmpty == false)
        let layers = try #require(document["layers"] as? [[String: Any]])
        #expect(layers.map { $0["name"] as? String } == ["Walls", "Notes"])
        #expect(layers.map { $0["isShown"] as? Bool } == [true, false])
        let attachments = try #require(document["attachments"] as? [[String: Any]])
        #expect(attachments.count == 1 && attachments[0]["name"] as? String == "data.csv")
        #expect(attachments[0]["bytes"] as? Int == 5)
        let omissions = try #require(json["omissions"] as? [[String: Any]])
        #expect(omissions.count == 1 && omissions[0]["kind"] as? String == "overprint")
        #expect(omissions[0]["page"] as? Int == 2 && omissions[0]["count"] as? Int == 1)
    }

    @Test("the sizes of a page and of a TIFF are physical where the file states them, in JSON too")
    func documents() throws {
        // A4 by PDF's own points: 595.276 × 841.89.
        try folder.write(
            "page.pdf",
            """
            %PDF-1.4
            1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595.276 841.89]>>endobj
            trailer<</Root 1 0 R>>
            """)
        let page = try CommandLineRun.run(["info", "page.pdf"], in: folder.path)
        #expect(page.output.contains("  size            793.701 × 1,122.52 pixels at 96 per inch\n"), "\(page)")
        #expect(page.output.contains("  physical size   210 × 297 mm (595.28 × 841.89 points)\n"), "\(page)")
        let run = try CommandLineRun.run(["info", "page.pdf", "--json"], in: folder.path).output
        let json = try #require(try JSONSerialization.jsonObject(with: Data(run.utf8)) as? [String: Any])
        #expect(json["unit"] as? String == "pixels" && json["pixelsPerInch"] as? Double == 96)
        let millimeters = try #require(json["millimeters"] as? [String: Double])
        let width = try #require(millimeters["width"])
        let height = try #require(millimeters["height"])
        #expect(abs(width - 210) < 0.01 && abs(height - 297) < 0.01)

        // 2 × 1 gray pixels; resolution 100 by 50 pixels per inch or centimeter, or no unit.
        for (unit, physical) in [
            (2, "0.5 × 0.5 mm (0.02 × 0.02 inches)"), (3, "0.2 × 0.2 mm (0.01 × 0.01 inches)"), (1, nil),
        ] as [(Int, String?)] {
            var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 12, 0]
            func entry(_ tag: UInt16, _ type: UInt16, _ value: UInt32) {
                for part in [tag, type] { bytes += [UInt8(part & 255), UInt8(part >> 8)] }
                for part in [1, value] { bytes += (0..<4).map { UInt8(truncatingIfNeeded: part >> (8 * UInt32($0))) } }
            }
            // The values after the directory, at 8 + 2 + 12 · 12 + 4.
            let values: UInt32 = 158
            entry(256, 3, 2)
            entry(257, 3, 1)
            entry(258, 3, 8)
            entry(259, 3, 1)
            entry(262, 3, 1)
            entry(273, 4, values + 16)
            entry(277, 3, 1)
            entry(278, 3, 1)
            entry(279, 4, 2)
            entry(282, 5, values)
            entry(283, 5, values + 8)
            entry(296, 3, UInt32(unit))
            bytes += [0, 0, 0, 0] + [100, 0, 0, 0, 1, 0, 0, 0] + [50, 0, 0, 0, 1, 0, 0, 0] + [10, 200]
            try folder.write("scan.tif", bytes)
            let text = try CommandLineRun.run(["info", "scan.tif"], in: folder.path)
            #expect(text.output.contains("  size            2 × 1 pixels\n"), "\(text)")
            #expect(text.output.contains("physical size") == (physical != nil), "\(text)")
            if let physical { #expect(text.output.contains("  physical size   \(physical)\n"), "\(text)") }
        }
    }

    @Test(
        "a compressed file that is no drawing is named by what is in it",
        arguments: [
            ("tar czf x.tgz plan.svg", "this is a tar archive, compressed with gzip"),
            ("echo words | gzip > x.tgz", "this is plain text, compressed with gzip"),
            (
                "printf '\\211PNG\\r\\n\\032\\n' | gzip > x.tgz",
                "this is a PNG compressed with gzip; decompress it first"
            ),
            ("gzip -c plan.svg | gzip > x.tgz", "this is compressed with gzip twice"),
            ("tar cf x.tgz plan.svg", "this is a tar archive"),
        ])
    func compressed(command: String, message: String) throws {
        try folder.write("plan.svg", drawing())
        #expect(try CommandLineRun.shell(command, in: folder.path).code == 0)
        let run = try CommandLineRun.run(["info", "x.tgz"], in: folder.path)
        #expect(run.code == 65 && run.errors.hasPrefix("tilework: x.tgz: \(message)"), "\(run.errors)")
    }

    @Test(
        "an address where a file is needed is said to be one",
        arguments: [
            (["build", "ftp://maps.example/x.svg", "-o", "out"], "ftp:// addresses are not supported here; download"),
            (["info", "ftp://maps.example/x.svg"], "ftp:// addresses are not supported here; download the file first"),
            (["info", "file:///srv/x.svg"], "file:// addresses are not supported; use the path"),
            (["extract", "ftp://maps.example/x.pmtiles", "-o", "out"], "ftp:// addresses are not supported here"),
            (["verify", "file:///srv/x.pmtiles"], "file:// addresses are not supported; use the path"),
            (["film", "https://maps.example/t.json", "-o", "x.webp"], "https:// addresses are not supported here"),
            (["serve", "ftp://maps.example/plans"], "ftp:// addresses are not supported here; download"),
        ])
    func addresses(arguments: [String], message: String) throws {
        let run = try CommandLineRun.run(arguments, in: folder.path)
        #expect(run.code == 66 && run.errors.contains(arguments[1]) && run.errors.contains(message), "\(run.errors)")
        #expect(try folder.names().isEmpty)
    }

    @Test("a name that does not fit the content is noted")
    func wrongName() throws {
        try folder.write("plan.png", drawing())
        let run = try CommandLineRun.run(["info", "plan.png"], in: folder.path)
        #expect(run.code == 0)
        #expect(run.output.contains("note: The name ends in .png, but the content is SVG; it is read as SVG."))
    }

    @Test("the version and the help are asked for by name")
    func version() throws {
        let version = try CommandLineRun.run(["--version"])
        #expect(version.code == 0 && version.output == "0.1.0\n")
        let help = try CommandLineRun.run(["--help"])
        #expect(help.code == 0)
        for command in ["serve", "build", "info"] { #expect(help.output.contains(command)) }
        let nothing = try CommandLineRun.run(["frobnicate"])
        #expect(nothing.code == 64 && nothing.errors == "tilework: unknown command frobnicate: see tilework --help\n")
        for line in [["bulid"], ["help", "nosuch"], ["help", "perf", "nosuch"]] {
            #expect(try CommandLineRun.run(line).code == 64, "\(line)")
        }
        #expect(try CommandLineRun.run(["help", "build"]).code == 0)
    }
}
