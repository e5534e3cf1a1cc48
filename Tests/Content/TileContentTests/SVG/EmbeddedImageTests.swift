import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

@Suite("Images in drawings")
struct EmbeddedImageTests {
    private static let open = "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>"

    private func document(_ body: String, _ limits: ContentLimits = ContentLimits()) throws -> SVGDocument {
        try SVGDocument.read(Data((Self.open + body + "</svg>").utf8), path: "a.svg", limits: limits)
    }

    /// A PNG of 4 × 2 pixels: red, green, blue, white; then the same colors darker.
    private static let png: Data = {
        let bitmap = Bitmap(width: 4, height: 2)
        let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]
        for y in 0..<2 { for x in 0..<4 { bitmap.row(y)[x] = y == 0 ? colors[x] : colors[x] & 0xFF7F_7F7F } }
        return Data(try! TileEncoder().encode(.bitmap(bitmap), as: .png).bytes)
    }()

    private static func url(_ data: Data, _ type: String = "image/png") -> String {
        "data:\(type);base64,\(data.base64EncodedString())"
    }

    private func pixels(_ document: SVGDocument, scale: Double = 1) throws -> Bitmap {
        let side = Int(100 * scale)
        return try document.source.raster(
            RasterArea(scale: scale, x: 0, y: 0, width: side, height: side), in: RasterContext(pool: BitmapPool())
        ).asBitmap
    }

    /// Returns the box of the drawn pixels.
    private func ink(_ bitmap: Bitmap) -> [Int] {
        var (left, top, right, bottom) = (Int.max, Int.max, 0, 0)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width where !(bitmap[x, y] == .clear) {
                (left, top) = (min(left, x), min(top, y))
                (right, bottom) = (max(right, x + 1), max(bottom, y + 1))
            }
        }
        return left == .max ? [] : [left, top, right, bottom]
    }

    @Test(
        "Width and height that are not given follow from the image's proportions",
        arguments: [
            ("", [0, 0, 4, 2]), ("width='40'", [0, 0, 40, 20]), ("height='40'", [0, 0, 80, 40]),
            ("x='10' y='20' width='60' height='60'", [10, 35, 70, 65]), ("width='0' height='9'", []),
            ("width='-5' height='40'", [0, 0, 80, 40]), ("visibility='hidden' width='60' height='60'", []),
            ("width='40' height='40' preserveAspectRatio='xMidYMid slice'", [0, 0, 40, 40]),
            ("width='40' height='40' preserveAspectRatio='none'", [0, 0, 40, 40]),
            (
                "x='20' width='40' height='40' overflow='visible' preserveAspectRatio='xMidYMid slice'",
                [0, 0, 80, 40]
            ),
        ])
    func placement(attributes: String, box: [Int]) throws {
        let drawn = try document("<image \(attributes) href='\(Self.url(Self.png))'/>")
        #expect(ink(try pixels(drawn)) == box)
    }

    @Test("An image is turned by its EXIF orientation")
    func orientation() throws {
        let bitmap = Bitmap(width: 40, height: 20)
        for y in 0..<20 { for x in 0..<40 { bitmap.row(y)[x] = x < 20 ? 0xFFFF_0000 : 0xFF00_00FF } }
        let plain = try TileEncoder().encode(.bitmap(bitmap), as: .jpeg(quality: 95)).bytes
        let header = Array("Exif\0\0MM\0*\0\0\0\u{8}\0\u{1}".utf8) + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
        let segment = [0xFF, 0xE1, 0, UInt8(header.count + 6)] + header + [0, 0, 0, 0]
        let turned = Data(plain.prefix(2) + segment + plain.dropFirst(2))
        let drawn = try pixels(document("<image href='\(Self.url(turned, "image/jpeg"))'/>"))
        #expect(ink(drawn) == [0, 0, 20, 40])
        #expect(drawn.row(4)[10] >> 16 & 0xFF > 240 && drawn.row(4)[10] & 0xFF < 16)
        #expect(drawn.row(35)[10] & 0xFF > 240 && drawn.row(35)[10] >> 16 & 0xFF < 16)
    }

    @Test("image-rendering shows pixels as squares, or smoothly")
    func rendering() throws {
        for (word, isSharp) in [("pixelated", true), ("crisp-edges", true), ("optimizeSpeed", true), ("auto", false)] {
            let attributes = "width='100' height='50' href='\(Self.url(Self.png))'"
            for said in ["image-rendering='\(word)'", "style='image-rendering: \(word)'"] {
                let bitmap = try pixels(document("<image \(said) \(attributes)/>"))
                #expect((bitmap[23, 4] == PixelColor(argb: 0xFFFF_0000)) == isSharp, "\(said)")
                #expect((bitmap[26, 4] == PixelColor(argb: 0xFF00_FF00)) == isSharp, "\(said)")
            }
        }
    }

    @Test("Data URLs are read as they come", arguments: ["spaces", "escapes", "plain", "letters", "no type", "no end"])
    func dataURL(kind: String) throws {
        let plain = Self.png.base64EncodedString()
        let address =
            switch kind {
            case "spaces": "  data:image/png;base64," + plain.map { "\($0)\n " }.joined()
            case "escapes": "data:image/png;base64," + plain.replacing("+", with: "%2B").replacing("=", with: "%3D")
            case "plain": "data:image/png," + Self.png.map { String(format: "%%%02x", $0) }.joined()
            case "letters": "DATA:image/png;BASE64," + plain.replacing("+", with: "-").replacing("/", with: "_")
            case "no type": "data:;base64," + plain
            default: "data:image/png;base64," + plain.replacing("=", with: "")
            }
        let drawn = try document("<image width='40' height='20' href='\(address)'/>")
        #expect(ink(try pixels(drawn)) == [0, 0, 40, 20])
        #expect(drawn.notes.isEmpty)
    }

    @Test(
        "What cannot be shown is said",
        arguments: [
            ("href='photo.jpg'", "photo.jpg is not fetched"),
            ("href='file:///etc/passwd'", "file:///etc/passwd is not fetched"),
            ("href='data:image/png;base64,AAAA'", "An image can't be read and is not shown"),
            ("href='data:image/png;base64,(((('", "An image can't be read and is not shown"),
            ("href='data:image/svg+xml,no drawing'", "An image can't be read and is not shown"),
        ])
    func notShown(attributes: String, note: String) throws {
        let drawn = try document("<image \(attributes) width='50' height='50'/><rect width='3' height='3'/>")
        #expect(drawn.omissions.map(\.text) == ["\(note) (line 1)"])
        #expect(ink(try pixels(drawn)) == [0, 0, 3, 3])
    }

    @Test("A drawing inside is drawn as one, in its own size or that of its place, cut to it")
    func drawing() throws {
        func inner(_ attributes: String) -> String {
            let text =
                "<svg xmlns='http://www.w3.org/2000/svg' \(attributes)><rect x='50%' width='9999' height='100%'/></svg>"
            return Self.url(Data(text.utf8), "image/svg+xml")
        }
        let cases = [
            ("width='20' height='10'", [30, 0, 60, 30]), ("viewBox='0 0 10 10'", [30, 0, 60, 60]),
            ("", [30, 0, 60, 60]),
        ]
        for (attributes, box) in cases {
            let place = "width='60' height='60' preserveAspectRatio='xMinYMin'"
            let drawn = try document("<image \(place) href='\(inner(attributes))'/>")
            #expect(ink(try pixels(drawn)) == box, "\(attributes)")
        }
        // The same as if the drawing were part of the document.
        let star = "<circle cx='50' cy='20' r='30' fill='#f80'/><path d='M0 0 80 60' stroke='#04a' stroke-width='9'/>"
        let root = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30' viewBox='0 0 80 60'>\(star)</svg>"
        let image = Self.url(Data(root.utf8), "image/svg+xml")
        let shown = try pixels(document("<image x='5' y='5' width='60' height='45' href='\(image)'/>"), scale: 2.6)
        let nested = "<svg x='5' y='5' width='60' height='45' viewBox='0 0 80 60'>\(star)</svg>"
        let wanted = try pixels(document(nested), scale: 2.6)
        for y in 0..<260 { #expect(shown.row(y).elementsEqual(wanted.row(y))) }
        // A nested drawing stays a vector drawing.
        let sharp = try document("<image width='100' height='100' href='\(inner("width='2' height='2'"))'/>")
        #expect(try pixels(sharp, scale: 4)[199, 100] == .clear)
        #expect(try pixels(sharp, scale: 4)[200, 100].isOpaque)
    }

    @Test("A drawing inside is recorded once, whatever sizes it is shown in; one without a size once for each")
    func sharedDrawing() throws {
        let shapes = (0..<400).map { "<path d='M\($0) 0 9 \($0) 7 7 0 \($0)z'/>" }.joined()
        func bytes(_ attributes: String, _ body: (String) -> String) throws -> Int {
            let text = "<svg xmlns='http://www.w3.org/2000/svg' \(attributes)>\(shapes)</svg>"
            return try document(body(Self.url(Data(text.utf8), "image/svg+xml"))).source.byteCount
        }
        func image(_ url: String, _ side: Int) -> String { "<image width='\(side)' height='\(side)' href='\(url)'/>" }
        for (attributes, kinds) in [("width='40' height='40'", 1), ("viewBox='0 0 40 40'", 1), ("", 3)] {
            let one = try bytes(attributes) { image($0, 10) }
            let three = try bytes(attributes) { url in [10, 20, 30].map { image(url, $0) }.joined() }
            #expect(three > kinds * one * 9 / 10 && three < kinds * one * 11 / 10, "\(attributes)")
            let used = try bytes(attributes) { url in
                let uses = (0..<50).map { "<use x='\($0)' href='#i'/>" }.joined()
                return "<defs><image id='i' width='10' height='10' href='\(url)'/></defs>\(uses)"
            }
            #expect(used < one * 12 / 10, "\(attributes)")
        }
    }

    @Test("A drawing that has no size, where the image gives it none, is as large as its ink reaches")
    func drawingWithoutAnySize() throws {
        let inner = "<svg xmlns='http://www.w3.org/2000/svg'><rect x='1' width='9' height='5'/></svg>"
        let url = Self.url(Data(inner.utf8), "image/svg+xml")
        func box(_ attributes: String) throws -> Box {
            let document = try document("<image \(attributes) href='\(url)'/>")
            return try #require(document.source as? PictureSource).picture.bounds
        }
        #expect(try box("") == Box(x: 1, y: 0, width: 9, height: 5))
        #expect(try box("width='20'") == Box(x: 2, y: 0, width: 18, height: 10))
        let empty = Self.url(Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), "image/svg+xml")
        guard case .picture = try document("<image href='\(empty)'/>").route else {
            Issue.record("an empty one shows nothing")
            return
        }
    }

    @Test("Drawings in drawings in drawings end")
    func nested() throws {
        var text = Self.open + "<rect width='100' height='100'/></svg>"
        for _ in 0..<6 {
            text =
                Self.open
                + "<image width='100' height='100' href='\(Self.url(Data(text.utf8), "image/svg+xml"))'/></svg>"
        }
        let drawn = try SVGDocument.read(Data(text.utf8), path: "a.svg")
        #expect(drawn.omissions.map(\.text) == ["An image that nests drawings too deeply is not shown (line 1)"])
        #expect(ink(try pixels(drawn)) == [])
    }

    @Test("Images that say they hold any number of pixels are left out")
    func bombs() throws {
        // Each image declares 2²⁶ pixels.
        var header = [UInt8](Self.png)
        header.replaceSubrange(16..<24, with: [0, 0, 0x20, 0, 0, 0, 0x20, 0])
        let body = (0..<6).map { number -> String in
            header[40] = UInt8(number)
            return "<image width='9' height='9' href='\(Self.url(Data(header)))'/>"
        }
        let drawn = try document(body.joined())
        #expect(drawn.omissions.count == 1 && drawn.omissions[0].kind == .limit)
        #expect(ink(try pixels(drawn)) == [], "and those that are taken are damaged")
    }

    @Test("Tiles that show an image small are made of its halves, and pixels go when others need the memory")
    func memory() throws {
        let large = Bitmap(width: 1000, height: 600)
        for y in 0..<600 { for x in 0..<1000 { large.row(y)[x] = (x + y) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 } }
        let file = Data(try TileEncoder().encode(.bitmap(large), as: .png).bytes)
        var limits = ContentLimits()
        let budget = MemoryBudget(limit: 4 << 20)
        limits.memory = budget
        let drawn = try document("<image width='100' height='60' href='\(Self.url(file))'/>", limits)
        #expect(budget.bytes == 0, "nothing is decoded before it is drawn")
        let bitmap = try pixels(drawn)
        // The mean of black and white at any position, so nothing flickers.
        for (x, y) in [(3, 3), (50, 30), (77, 41)] {
            #expect(abs(Int(bitmap[x, y].red) - 128) <= 1 && bitmap[x, y].isOpaque)
        }
        #expect(budget.bytes > 2_400_000 && budget.bytes < 3_400_000)
        let other = budget.hold(3 << 20) {}
        #expect(budget.bytes <= 4 << 20, "the image gave way")
        #expect(try pixels(drawn).row(30).elementsEqual(bitmap.row(30)), "and comes back the same")
        other.release()
        _ = consume drawn
        #expect(budget.bytes == 0)
    }

    @Test("Images are decoded before a tile needs them, those in drawings inside as well, while half of memory is free")
    func preparation() throws {
        let bitmap = Bitmap(width: 300, height: 200)
        let file = Data(try TileEncoder().encode(.bitmap(bitmap), as: .png).bytes)
        bitmap.row(7)[9] = 0xFF12_3456
        let other = Data(try TileEncoder().encode(.bitmap(bitmap), as: .png).bytes)
        let inner = Data((Self.open + "<image width='9' href='\(Self.url(other))'/></svg>").utf8)
        let body =
            "<image width='9' href='\(Self.url(file))'/><image x='50' width='9' href='\(Self.url(file))'/>"
            + "<image width='50' height='50' href='\(Self.url(inner, "image/svg+xml"))'/>"
        let one = 300 * 200 * 4 * 4 / 3
        for (limit, decoded) in [(1 << 24, 2), (one * 3, 1), (one, 0)] {
            var limits = ContentLimits()
            let budget = MemoryBudget(limit: limit)
            limits.memory = budget
            let drawn = try document(body, limits)
            let source = try #require(drawn.source as? PictureSource)
            var pieces = 0
            while source.needsPreparation {
                source.prepareMore()
                pieces += 1
            }
            #expect(pieces == 6, "for each file one in small, one at half its size, and one whole")
            #expect(abs(budget.bytes - decoded * one) <= decoded * 2000)
            let held = budget.bytes
            if decoded == 2 {
                _ = try pixels(drawn)
                #expect(budget.bytes == held, "the tile decodes nothing")
            }
        }
    }

    @Test("are decoded in small while the drawing is read, where that is asked for", arguments: [true, false])
    func ahead(isAhead: Bool) throws {
        let image = TileImage.bitmap(Bitmap(width: 256, height: 256))
        let file = Data(try TileEncoder().encode(image, as: .jpeg(quality: 90)).bytes)
        var limits = ContentLimits()
        let budget = MemoryBudget(limit: 1 << 24)
        limits.memory = budget
        limits.decodesImagesAhead = isAhead
        let drawn = try document("<image href='\(Self.url(file, "image/jpeg"))' width='9' height='9'/>", limits)
        EmbeddedImage.readingAhead.sync {}
        let small = 64 * 64 * 4 * 4 / 3
        #expect(abs(budget.bytes - (isAhead ? small : 0)) < 600)
        let held = budget.bytes
        _ = try pixels(drawn)
        #expect(isAhead == (budget.bytes == held), "the tile decodes what is not there")
    }

    @Test(
        "A JPEG that is shown in small is decoded in small, and its levels are the same whichever was asked for first")
    func coarse() throws {
        let (width, height) = (301, 203)
        let bitmap = Bitmap(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let (red, green) = (UInt32(128 + 100 * sin(Double(x) / 20)), UInt32(x * y / 300 & 0xFF))
                bitmap.row(y)[x] = 0xFF00_0040 | red << 16 | green << 8
            }
        }
        let file = Data(try TileEncoder().encode(.bitmap(bitmap), as: .jpeg(quality: 90)).bytes)
        let memory = MemoryBudget(limit: 1 << 24)
        let small = try #require(EmbeddedImage(file, memory: memory))
        let quarter = try #require(small.level(2))
        #expect((quarter.width, quarter.height) == (76, 51))
        #expect(memory.bytes < width * height * 4 / 10, "the whole image was not decoded")
        let whole = try #require(EmbeddedImage(file, memory: nil))
        let (full, half) = (try #require(whole.level(0)), try #require(whole.level(1)))
        #expect((full.width, full.height, half.width, half.height) == (301, 203, 151, 102))
        for level in 0...9 {
            let (a, b) = (try #require(small.level(level)), try #require(whole.level(level)))
            #expect((0..<a.height).allSatisfy { Array(a.row($0)) == Array(b.row($0)) }, "\(level)")
        }
        #expect(small.level(9)?.width == 1 && small.level(100)?.height == 1)
        #expect(memory.bytes > width * height * 4, "it was by now")
        // Each pixel is close to the mean of the pixels that it represents.
        let mean = Bitmap(width: 76, height: 51)
        BoxShrink.shrink(half, into: mean)
        var (sum, largest) = (0, 0)
        for y in 0..<50 {
            for x in 0..<75 {
                for shift in [0, 8, 16] {
                    let (a, b) = (Int(quarter.row(y)[x] >> shift & 0xFF), Int(mean.row(y)[x] >> shift & 0xFF))
                    sum += abs(a - b)
                    largest = max(largest, abs(a - b))
                }
            }
        }
        #expect(Double(sum) / Double(75 * 50 * 3) < 1.5 && largest < 64, "\(sum) \(largest)")
    }

    /// A GIF of one color, 3 × 2 pixels: header, two colors, the picture, the end (GIF89a).
    private static let gif: [UInt8] =
        Array("GIF89a".utf8) + [3, 0, 2, 0, 0x80, 0, 0, 0x20, 0x40, 0x60, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 3, 0, 2, 0, 0]
        + [2, 3, 0x84, 0x02, 0x50, 0] + [0x3B]

    @Test("A GIF is shown; any damage to it gives an image of the size that it says, or none")
    func gif() throws {
        let bitmap = try #require(GIFImage.decoding(Data(Self.gif)))
        #expect(bitmap.width == 3 && bitmap.height == 2 && bitmap[0, 0] == PixelColor(argb: 0xFF20_4060))
        var random = SeededGenerator(9)
        let rounds = ProcessInfo.processInfo.environment["TILEWORK_ROUNDS"].flatMap { Int($0) } ?? 1000
        for _ in 0..<rounds {
            var bytes = Self.gif
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let at = Int.random(in: 6..<bytes.count, using: &random)
                bytes[at] = [0, 1, 2, 0x84, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(
                    using: &random)!
            }
            // Sides of thousands of pixels take time but are not damage.
            (bytes[7], bytes[9]) = (0, 0)
            let image = GIFImage.decoding(Data(bytes))
            #expect(image.map { $0.width == Int(bytes[6]) && $0.height == Int(bytes[8]) } ?? true)
        }
    }

    @Test("Many threads that draw an image at once decode it once")
    func threads() async throws {
        let image = try #require(EmbeddedImage(Self.png, memory: nil))
        let bitmaps = await withTaskGroup(of: Bitmap?.self, returning: [Bitmap?].self) { group in
            for number in 0..<16 { group.addTask { image.level(number % 3) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(bitmaps.compactMap { $0.map { ObjectIdentifier($0) } }).count == 3)
        #expect(image.level(9)?.width == 1)
    }
}
