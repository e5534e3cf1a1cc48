import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

/// Shadings by functions and meshes, at 8 pixels a CSS pixel: 768 dpi. Their edges and jumps are at whole points,
/// and the colors beside them are those that the shading says.
@Suite("meshes of PDF pages")
struct PDFMeshTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct EnlargedPage {
        let page: DrawnPage
        let scale: Double

        /// The color at a point of the page, in points from its lower left.
        func color(_ x: Double, _ y: Double) -> [Int] { page.color(x * scale, 200 - (200 - y) * scale) }
    }

    /// Draws a page of 300 × 200 points with a shading that is object 5.
    private func drawn(
        _ dictionary: String, data: String? = nil, function: String = "{ pop pop 0 0 0 }", domain: String = "0 1",
        content: String = "q /S sh Q", scale: Double = 8
    ) throws -> EnlargedPage {
        let file = PDFFile(
            [PDFFile.Page(content: content, resources: "/Shading << /S 5 0 R >> /ExtGState << /A << /ca 0.5 >> >>")],
            objects: [
                (dictionary, data),
                ("/FunctionType 4 /Domain [\(domain)] /Range [0 1 0 1 0 1]", function),
            ])
        return EnlargedPage(page: try DrawnPage(file.bytes, in: folder, scale: scale), scale: scale)
    }

    /// The entries of a mesh's stream: coordinates from 0 to 300 with 16 bits, components with 8.
    private static func mesh(_ type: Int, _ more: String = "", components: Int = 3) -> String {
        """
        /ShadingType \(type) /ColorSpace /DeviceRGB /BitsPerCoordinate 16 /BitsPerComponent 8 /BitsPerFlag 8 \
        /Decode [0 300 0 300\(String(repeating: " 0 1", count: components))] /Filter /ASCIIHexDecode \(more)
        """
    }

    private static func hex(_ x: Int, _ y: Int) -> String {
        String(format: "%04X%04X", x * 65535 / 300, y * 65535 / 300)
    }

    private let red = [255, 0, 0]
    private let blue = [0, 0, 255]
    private let white = [255, 255, 255]

    @Test("a function that jumps does so within a twentieth of a point")
    func functionJumps() throws {
        let page = try drawn(
            "/ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 300 0 200] /Function 6 0 R",
            function: "{ pop 150 gt { 1 0 0 } { 0 0 1 } ifelse }", domain: "0 300 0 200")
        for y in [10.0, 100, 190] {
            #expect(page.color(149.9, y) == blue && page.color(150.1, y) == red, "\(y)")
        }
    }

    @Test("a function's domain ends at its edges, also turned, and colors between are exact")
    func functionDomain() throws {
        let page = try drawn(
            "/ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [100 100 -100 100 150 0] /Function 6 0 R",
            function: "{ pop dup 1 exch sub 0 exch }", domain: "0 1 0 1")
        // The square stands on its corner; x grows to the upper right.
        #expect(page.color(150.5, 0.2) == white && isNear(page.color(150, 1), blue))
        #expect(isNear(page.color(150, 100), [127, 0, 128], tolerance: 1))
        #expect(isNear(page.color(200, 100), [191, 0, 64], tolerance: 1))
        #expect(page.color(50.3, 101) == white && page.color(249.7, 99) == white)
    }

    @Test("triangles have exact edges, and the means of their corners' colors")
    func triangles() throws {
        let data =
            "00" + Self.hex(30, 30) + "FF0000" + "00" + Self.hex(270, 30) + "00FF00" + "00" + Self.hex(150, 150)
            + "0000FF>"
        let page = try drawn(Self.mesh(4), data: data)
        #expect(isNear(page.color(150, 70), [85, 85, 85], tolerance: 1))
        #expect(isNear(page.color(150, 30.2), [127, 127, 0], tolerance: 1))
        #expect(page.color(150, 29.8) == white)
        #expect(page.color(89.7, 90) == white && page.color(90.3, 90) != white)
    }

    @Test("the function of a triangle's parameter jumps where the parameter says")
    func parameters() throws {
        let data = "00" + Self.hex(0, 0) + "00" + "00" + Self.hex(300, 0) + "FF" + "00" + Self.hex(0, 200) + "00>"
        let page = try drawn(
            Self.mesh(4, "/Function 6 0 R", components: 1), data: data,
            function: "{ .5 gt { 1 0 0 } { 0 0 1 } ifelse }")
        for y in [1.0, 50, 90] {
            #expect(page.color(149.7, y) == blue && page.color(150.3, y) == red, "\(y)")
        }
    }

    @Test("patches have smooth edges at any scale, without gaps between them")
    func patches() throws {
        // Two squares of 100 points, side by side, whose common edge bends to the right by 30 points.
        func points(_ places: [(Int, Int)]) -> String { places.map { Self.hex($0.0, $0.1) }.joined() }
        let left: [(Int, Int)] = [
            (50, 50), (50, 80), (50, 120), (50, 150), (80, 150), (120, 150), (150, 150), (190, 120), (190, 80),
            (150, 50), (120, 50), (80, 50),
        ]
        let right: [(Int, Int)] = [
            (150, 50), (190, 80), (190, 120), (150, 150), (180, 150), (220, 150), (250, 150), (250, 120), (250, 80),
            (250, 50), (220, 50), (180, 50),
        ]
        let data =
            "00" + points(left) + String(repeating: "FF0000", count: 4) + "00" + points(right)
            + String(repeating: "0000FF", count: 4) + ">"
        let page = try drawn(Self.mesh(6), data: data)
        // At half its height, the edge is at 150 + 40 × 3/4.
        #expect(page.color(179.9, 100) == red && page.color(180.1, 100) == blue)
        var gaps = 0
        for y in stride(from: 50.2, to: 149.8, by: 0.7) {
            for x in stride(from: 149.0, to: 182, by: 0.1) { gaps += page.color(x, y) == white ? 1 : 0 }
        }
        #expect(gaps == 0)
        #expect(page.color(49.9, 100) == white && page.color(250.1, 100) == white)
    }

    @Test("a function with one color is a shape, translucent as the state says")
    func constant() throws {
        let page = try drawn(
            "/ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [100 0 0 100 50 50] /Function 6 0 R",
            function: "{ pop pop 0 0 1 }", domain: "0 1 0 1", content: "/A gs /S sh", scale: 1)
        #expect(isNear(page.color(100, 100), [127, 127, 255], tolerance: 1) && page.color(40, 100) == white)
    }

    @Test("a function's line of a point is found in a large page's cells")
    func thinFunction() throws {
        let page = try drawn(
            "/ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 300 0 200] /Function 6 0 R",
            function: "{ pop 153.2 sub abs .5 lt { 1 0 0 } { 0 0 1 } ifelse }", domain: "0 300 0 200", scale: 4)
        for y in [10.0, 77, 190] {
            #expect(page.color(153.2, y) == red && page.color(152.4, y) == blue && page.color(154, y) == blue, "\(y)")
        }
    }

    @Test("a pixel of an overview has the mean of a mesh's colors, also at its edge")
    func overview() throws {
        // Stripes of a point. A pixel is 6 points wide, and the third one is half covered.
        let page = try drawn(
            "/ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 15 0 15] /Function 6 0 R",
            function: "{ pop cvi 2 mod 0 eq { 1 0 0 } { 0 0 1 } ifelse }", domain: "0 15 0 15", scale: 0.125)
        for x in [3.0, 9] { #expect(isNear(page.color(x, 9), [128, 0, 128], tolerance: 30)) }
        let edge = page.color(15, 9)
        #expect((100...155).contains(edge[1]), "\(edge)")
        #expect(page.color(21, 9) == white)
    }

    @Test("an overview at half the size has the mean of stripes of a point in every pixel")
    func halfSize() throws {
        let page = try drawn(
            "/ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 15 0 15] /Function 6 0 R",
            function: "{ pop cvi 2 mod 0 eq { 1 0 0 } { 0 0 1 } ifelse }", domain: "0 15 0 15", scale: 0.5)
        // A pixel is 1.5 points wide.
        for x in stride(from: 0.75, to: 15, by: 1.5) {
            #expect(isNear(page.color(x, 7), [128, 0, 128], tolerance: 1), "\(x)")
        }
    }

    @Test("the means of a mesh are of as many colors as its size allows", arguments: [(8000, 16), (16_000, 0)])
    func costOfMeans(size: Int, mixed: Int) throws {
        // Black changes to white on a diagonal, at half the size.
        let mesh = try #require(
            ShadingMesh(
                Self.triangle(places: [0, 0, Float(size), 0, 0, Float(size)], ramp: [0, 0, 0, 255, 255, 255])))
        let middle = size / 8 - 8
        let bitmap = try #require(
            try mesh.pixels(RasterArea(scale: 0.5, x: middle, y: middle, width: 16, height: 16)) { false })
        var counts: [UInt8: Int] = [:]
        for y in 0..<16 { for x in 0..<16 { counts[bitmap[x, y].red, default: 0] += 1 } }
        #expect(counts.filter { $0.key != 0 && $0.key != 255 }.values.reduce(0, +) == mixed, "\(counts)")
        #expect(counts[0] != nil && counts[255] != nil)
    }

    @Test("a mesh is as translucent as the state says")
    func opacity() throws {
        let data =
            "00" + Self.hex(0, 0) + "0000FF" + "00" + Self.hex(300, 0) + "FF0000" + "00" + Self.hex(0, 200) + "0000FF>"
        let page = try drawn(Self.mesh(4), data: data, content: "/A gs /S sh", scale: 1)
        #expect(isNear(page.color(1, 100), [128, 128, 255]) && isNear(page.color(149, 2), [191, 128, 191]))
    }

    @Test("lattices and tensor patches have their corners' colors", arguments: [5, 7])
    func lattices(type: Int) throws {
        // A square of 100 points, red at the left, blue at the right.
        let corners = [(50, 50), (150, 50), (50, 150), (150, 150)].map { Self.hex($0.0, $0.1) }
        let edges = [
            (50, 50), (50, 83), (50, 117), (50, 150), (83, 150), (117, 150), (150, 150), (150, 117), (150, 83),
            (150, 50), (117, 50), (83, 50), (83, 83), (83, 117), (117, 117), (117, 83),
        ]
        let data =
            type == 5
            ? zip(corners, ["FF0000", "0000FF", "FF0000", "0000FF"]).map { $0 + $1 }.joined() + ">"
            : "00" + edges.map { Self.hex($0.0, $0.1) }.joined() + "FF0000FF00000000FF0000FF>"
        let page = try drawn(Self.mesh(type, type == 5 ? "/VerticesPerRow 2" : ""), data: data, scale: 2)
        #expect(isNear(page.color(51, 100), [252, 0, 3]) && isNear(page.color(149, 60), [3, 0, 252]))
        #expect(isNear(page.color(100, 140), [128, 0, 128]) && page.color(152, 100) == white)
    }

    @Test("between colors of CMYK, a patch has the color that the mixed ink has")
    func inks() throws {
        let edge = [
            (0, 0), (0, 70), (0, 130), (0, 200), (100, 200), (200, 200), (300, 200), (300, 130), (300, 70), (300, 0),
            (200, 0), (100, 0),
        ].map { Self.hex($0.0, $0.1) }.joined()
        // From cyan to magenta; fills of half of both are beside them.
        let data = "00" + edge + "FF000000FF00000000FF000000FF0000>"
        let dictionary = Self.mesh(6, components: 4).replacingOccurrences(of: "DeviceRGB", with: "DeviceCMYK")
        let page = try drawn(
            dictionary, data: data, content: "/S sh .5 .5 0 0 k 0 0 300 50 re f .75 .25 0 0 k 0 50 300 30 re f",
            scale: 1)
        #expect(isNear(page.color(150, 150), page.color(150, 20), tolerance: 2))
        #expect(isNear(page.color(75, 150), page.color(150, 70), tolerance: 2))
    }

    @Test("one corner that is far away costs its own triangle only")
    func farCorner() throws {
        let dictionary = Self.mesh(4).replacingOccurrences(of: "[0 300 0 300", with: "[0 3000000000 0 300")
        let far = "00FFFF0000FF0000" + "00FFFF8000FF0000" + "00FFFFFFFFFF0000"
        // The other triangle covers the left edge of the page, because 0000 is 0 and 0001 is 45,778.
        let near = "0000000000" + "0000FF" + "0000010000" + "0000FF" + "000000FFFF" + "0000FF"
        let page = try drawn(dictionary, data: far + near + ">", scale: 1)
        #expect(page.color(1, 1) == blue && page.color(1, 150) == blue)
    }

    @Test("many patches over the whole page become an image, with the last on top")
    func layers() throws {
        let edge = [
            (0, 0), (0, 100), (0, 200), (0, 300), (100, 300), (200, 300), (300, 300), (300, 200), (300, 100),
            (300, 0), (200, 0), (100, 0),
        ].map { Self.hex($0.0, $0.1) }.joined()
        let patch = "00" + edge + String(repeating: "FF0000", count: 4)
        let last = "00" + edge + String(repeating: "0000FF", count: 4)
        let data = String(repeating: patch, count: 70) + last + ">"
        #expect(try drawn(Self.mesh(6), data: data, scale: 1).color(150, 100) == blue)
    }

    @Test("an SVG of a user has no meshes")
    func omitted() throws {
        let mesh = Self.triangle().base64EncodedString()
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><image width="8" height="8" \
            href="data:\(ShadingMesh.mediaType);base64,\(mesh)"/></svg>
            """
        let document = try ContentReader.open(try folder.write("mesh.svg", Array(text.utf8)))
        let pool = BitmapPool()
        let bitmap = try document.source.raster(
            RasterArea(scale: 1, x: 0, y: 0, width: 8, height: 8), in: RasterContext(pool: pool)
        ).bitmap(in: pool)
        #expect(bitmap[1, 1].argb == 0)
    }

    /// A triangle of three corners, with a ramp if it has colors.
    private static func triangle(
        matrix: [Double] = [1, 0, 0, 1, 0, 0], places: [Float] = [0, 0, 8, 0, 0, 8], ramp: [UInt8] = []
    ) -> Data {
        var bytes = Data()
        func add(_ value: some BitwiseCopyable) { withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) } }
        for value in [ramp.count / 3, 3, 1] { add(UInt32(value)) }
        matrix.forEach(add)
        places.forEach(add)
        for value in [0, 1, 2, 2] as [UInt32] { add(value) }
        for value in [65535, 0, 0, 0, 65535, 0, 0, 0, 65535] as [UInt16] { add(value) }
        return bytes + ramp
    }

    @Test("a mesh with numbers beyond its limits is refused")
    func limits() throws {
        #expect(ShadingMesh(Self.triangle(matrix: [.nan, 0, 0, 1, 0, 0])) == nil)
        #expect(ShadingMesh(Self.triangle(places: [0, 0, 2e9, 0, 0, 8])) == nil)
        #expect(ShadingMesh(Self.triangle(places: [0, 0, .nan, 0, 0, 8])) == nil)
        #expect(ShadingMesh(Self.triangle(ramp: [1, 2, 3])) == nil)
        #expect(ShadingMesh(Self.triangle(ramp: [UInt8](repeating: 9, count: 3 * 65537))) == nil)
        #expect(ShadingMesh(Self.triangle() + [0]) == nil)
        #expect(ShadingMesh(Self.triangle(ramp: [1, 2, 3, 4, 5, 6])) != nil)
    }

    @Test("far corners and slivers are drawn at any scale", arguments: [1e-3, 1, 1e9, 1e300])
    func farCorners(scale: Double) throws {
        let shapes: [[Float]] = [
            [-1e9, -1e9, 1e9, -1e9, 0, 1e9], [0, 0, 1e9, 1e-6, 1e9, 2e-6], [0, 0, 8, 8, 8, 8],
        ]
        for places in shapes {
            for ramp in [[], [1, 2, 3, 4, 5, 6] as [UInt8]] {
                let mesh = try #require(ShadingMesh(Self.triangle(places: places, ramp: ramp)))
                let area = RasterArea(scale: scale, x: 0, y: 0, width: 16, height: 16)
                let bitmap = try #require(try mesh.pixels(area) { false })
                let isCovered = places[0] < 0 && scale <= 1e6
                if isCovered { #expect(bitmap[8, 8].alpha == 255) }
            }
        }
    }

    @Test("tiles have the colors of the image that they are parts of")
    func parts() throws {
        let mesh = try #require(ShadingMesh(Self.triangle(places: [0.3, 0.1, 91.7, 7.3, 11.9, 87.1])))
        let whole = try #require(
            try mesh.pixels(RasterArea(scale: 1.37, x: 0, y: 0, width: 128, height: 128)) { false })
        for (x, y) in [(0, 0), (64, 0), (0, 64), (37, 29)] {
            let part = try #require(
                try mesh.pixels(RasterArea(scale: 1.37, x: x, y: y, width: 64, height: 64)) { false })
            var different = 0
            for row in 0..<64 {
                for column in 0..<64 { different += part[column, row] == whole[x + column, y + row] ? 0 : 1 }
            }
            #expect(different == 0, "\(x) \(y)")
        }
    }

    @Test("meshes that are damaged draw nothing", arguments: [0, 11, 59, 60, 87, 103, 104])
    func damage(count: Int) throws {
        var bytes = [UInt8](Self.triangle())
        let mesh = try #require(ShadingMesh(Data(bytes)))
        #expect(mesh.bounds.maxX == 8 && mesh.bounds.maxY == 8)
        #expect(ShadingMesh(Data(bytes.prefix(count))) == nil)
        // A corner beyond the last.
        bytes[84] = 3
        #expect(ShadingMesh(Data(bytes)) == nil)
    }
}
