import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileContent

/// Malicious filters: a tile is drawn or refused in bounded time and memory.
///
/// `TILEWORK_ROUNDS` sets the number of random filters.
@Suite struct HostileFilterTests {
    private static func document(_ body: String) -> Data {
        Data(
            """
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="400" height="300">\
            \(body)</svg>
            """.utf8)
    }

    private final class Count: Sendable {
        let value = Lock(0)
    }

    private static let shape = "<rect x='20' y='30' width='200' height='150' fill='#c43' filter='url(#f)'/>"

    /// Draws tiles at a small scale, at full size, and so deep that a pixel is a millionth of a unit.
    private func draw(_ source: any TileSource) throws {
        for area in [
            RasterArea(scale: 0.01, x: 0, y: 0, width: 64, height: 64),
            RasterArea(scale: 1, x: 0, y: 0, width: 256, height: 256),
            RasterArea(scale: 1000, x: 100_000, y: 100_000, width: 256, height: 256),
            RasterArea(scale: 1_000_000, x: 100_000_000, y: 100_000_000, width: 64, height: 64),
        ] {
            _ = try source.raster(area, in: RasterContext(pool: BitmapPool()))
        }
    }

    @Test(arguments: [
        "<feGaussianBlur stdDeviation='1e9'/>", "<feGaussianBlur stdDeviation='1e9 0'/>",
        "<feGaussianBlur stdDeviation='0 100000'/>", "<feMorphology operator='dilate' radius='1e9'/>",
        "<feMorphology radius='100000'/>", "<feTurbulence numOctaves='1000000000' baseFrequency='1e9'/>",
        "<feTurbulence baseFrequency='1e-300' seed='1e300' stitchTiles='stitch'/>",
        "<feConvolveMatrix order='9999' kernelMatrix='1'/>", "<feOffset dx='1e300' dy='-1e300'/>",
        "<feDisplacementMap in2='SourceGraphic' scale='1e300' xChannelSelector='R'/>",
        "<feConvolveMatrix order='32' kernelMatrix='\(Array(repeating: "1", count: 1024).joined(separator: " "))'/>",
        "<feFlood x='0' y='0' width='1e-9' height='1'/><feTile/>", "<feFlood width='1e300' height='1e300'/><feTile/>",
        "<feColorMatrix values='\(Array(repeating: "1e300", count: 20).joined(separator: " "))'/>",
        "<feComposite in2='SourceGraphic' operator='arithmetic' k1='1e300' k2='-1e300' k3='1e300' k4='1e300'/>",
        "<feDiffuseLighting surfaceScale='1e300' diffuseConstant='1e300'><fePointLight x='1e300' z='-1e300'/></feDiffuseLighting>",
        "<feSpecularLighting specularExponent='128'><feSpotLight limitingConeAngle='1e9' specularExponent='1e9'/></feSpecularLighting>",
        "<feComponentTransfer><feFuncA type='gamma' exponent='-1e300' amplitude='1e300'/></feComponentTransfer>",
        "<feImage xlink:href='#r'/>", "<feImage xlink:href='#f'/>", "<feDropShadow stdDeviation='1e8' dx='1e8'/>",
    ]) func extremesAreDrawnOrRefused(_ filter: String) throws {
        for attributes in ["", "x='-1e9' y='-1e9' width='2e9' height='2e9'", "primitiveUnits='objectBoundingBox'"] {
            let shape = Self.shape.replacingOccurrences(of: "<rect", with: "<rect id='r'")
            let document = try SVGDocument.read(
                Self.document("<filter id='f' \(attributes)>\(filter)</filter>\(shape)"), path: "extreme")
            guard case .picture = document.route else {
                Issue.record("\(filter) was not read")
                continue
            }
            try draw(document.source)
        }
    }

    @Test func filtersInFiltersAreDrawnOrRefused() throws {
        let deep =
            "<filter id='f'><feGaussianBlur stdDeviation='9'/><feMerge><feMergeNode/><feMergeNode in='SourceGraphic'/></feMerge></filter>"
            + String(repeating: "<g filter='url(#f)'>", count: 200) + "<rect width='99' height='99'/>"
            + String(repeating: "</g>", count: 200)
        try draw(try SVGDocument.read(Self.document(deep), path: "deep").source)
        let listed = String(repeating: "blur(3px) ", count: 60)
        try draw(
            try SVGDocument.read(
                Self.document("<rect width='99' height='99' style='filter:\(listed)'/>"), path: "listed"
            ).source)
        let long = String(repeating: "<feGaussianBlur stdDeviation='30 1'/>", count: 250)
        try draw(
            try SVGDocument.read(Self.document("<filter id='f'>\(long)</filter>\(Self.shape)"), path: "long").source)
        // Ten thousand steps of one filter are skipped, with a note.
        let endless = String(repeating: "<feOffset dx='1'/>", count: 10_000)
        let document = try SVGDocument.read(
            Self.document("<filter id='f'>\(endless)</filter>\(Self.shape)"), path: "endless")
        #expect(document.omissions.contains { $0.kind == .limit && $0.name.contains("256 steps") })
    }

    @Test func filtersThatTakeAllMemoryAreRefused() throws {
        let steps = String(repeating: "<feTurbulence/>", count: 200)
        let shapes = String(repeating: Self.shape, count: 3000)
        do {
            _ = try SVGDocument.read(Self.document("<filter id='f'>\(steps)</filter>\(shapes)"), path: "many")
            Issue.record("150 MB of filters were read")
        } catch {
            // The message is about the filters, or the group after the last one.
            #expect(error.description.contains("take too much memory"))
        }
    }

    @Test func randomFiltersAreDrawnOrRefused() throws {
        var random = SeededGenerator(20_251)
        let rounds = ProcessInfo.processInfo.environment["TILEWORK_ROUNDS"].flatMap { Int($0) } ?? 400
        var context = RasterContext(pool: BitmapPool())
        let refused = Count()
        context.onMissingPart = { _ in refused.value.withLock { $0 += 1 } }
        for _ in 0..<rounds {
            let body = Self.randomBody(&random)
            let document = try SVGDocument.read(Self.document(body), path: "random")
            let scale = [0.03, 0.7, 1, 3, 64, 90_000].randomElement(using: &random)!
            let area = RasterArea(
                scale: scale, x: Int(scale * 30), y: Int(scale * 40), width: 48, height: 40)
            do {
                _ = try document.source.raster(area, in: context)
            } catch {
                Issue.record("\(error) at \(scale): \(body)")
            }
        }
        #expect(refused.value.withLock { $0 } < rounds / 2)
    }

    /// A case found with random filters: together, the places need an image that is wider than the maximum.
    @Test func twoPlacesThatAreFarApartAreDrawnApart() throws {
        for input in ["SourceAlpha", "SourceGraphic"] {
            let filter =
                "<filter id='f'><feOffset in='\(input)' dx='12'/>"
                + "<feComposite in='SourceGraphic' operator='arithmetic' k2='1' k3='.5'/></filter>"
            let document = try SVGDocument.read(Self.document(filter + Self.shape), path: "far")
            let image = try document.source.raster(
                RasterArea(scale: 90_000, x: 9_000_000, y: 3_600_000, width: 48, height: 40),
                in: RasterContext(pool: BitmapPool()))
            #expect(image.asBitmap[20, 20].alpha == 255)
        }
    }

    private static func randomBody(_ random: inout SeededGenerator) -> String {
        let numbers = [
            "0", "1", "-1", "0.5", "3", "12", "-7.5", "200", "1e4", "1e-5", "1e9", "-1e9", "1e300", "x", "", "2 5",
            "1 2 3",
        ]
        func number() -> String { numbers.randomElement(using: &random)! }
        func list(_ count: Int) -> String { (0..<count).map { _ in number() }.joined(separator: " ") }
        let inputs = ["SourceGraphic", "SourceAlpha", "a", "b", "c", "nothing", "FillPaint", "StrokePaint"]
        func input() -> String { inputs.randomElement(using: &random)! }
        func step() -> String {
            var text: String
            switch Int.random(in: 0..<17, using: &random) {
            case 0: text = "<feBlend in='\(input())' in2='\(input())' mode='screen'/>"
            case 1: text = "<feColorMatrix in='\(input())' values='\(list(20))'/>"
            case 2:
                text =
                    "<feComponentTransfer in='\(input())'><feFuncR type='table' tableValues='\(list(4))'/><feFuncA type='linear' slope='\(number())' intercept='\(number())'/></feComponentTransfer>"
            case 3:
                let operation = ["over", "in", "out", "atop", "xor", "lighter", "arithmetic"].randomElement(
                    using: &random)!
                text =
                    "<feComposite in='\(input())' in2='\(input())' operator='\(operation)' k1='\(number())' k2='\(number())' k4='\(number())'/>"
            case 4:
                text =
                    "<feConvolveMatrix in='\(input())' order='\(number())' kernelMatrix='\(list(9))' divisor='\(number())' bias='\(number())' edgeMode='wrap' kernelUnitLength='\(number())'/>"
            case 5:
                text =
                    "<feDiffuseLighting in='\(input())' surfaceScale='\(number())'><feDistantLight azimuth='\(number())' elevation='\(number())'/></feDiffuseLighting>"
            case 6:
                text =
                    "<feSpecularLighting in='\(input())' specularExponent='\(number())' kernelUnitLength='\(number())'><feSpotLight x='\(number())' y='\(number())' z='\(number())' pointsAtX='\(number())'/></feSpecularLighting>"
            case 7:
                text =
                    "<feDisplacementMap in='\(input())' in2='\(input())' scale='\(number())' xChannelSelector='G' yChannelSelector='A'/>"
            case 8: text = "<feFlood flood-color='#08c' flood-opacity='.5'/>"
            case 9: text = "<feGaussianBlur in='\(input())' stdDeviation='\(number())'/>"
            case 10: text = "<feImage xlink:href='#r' x='\(number())'/>"
            case 11: text = "<feMerge><feMergeNode in='\(input())'/><feMergeNode in='\(input())'/></feMerge>"
            case 12: text = "<feMorphology in='\(input())' operator='dilate' radius='\(number())'/>"
            case 13: text = "<feOffset in='\(input())' dx='\(number())' dy='\(number())'/>"
            case 14: text = "<feTile in='\(input())'/>"
            case 15: text = "<feDropShadow in='\(input())' stdDeviation='\(number())' dx='\(number())'/>"
            default:
                text =
                    "<feTurbulence baseFrequency='\(number())' numOctaves='\(number())' seed='\(number())' type='fractalNoise' stitchTiles='stitch'/>"
            }
            let name = ["a", "b", "c"].randomElement(using: &random)!
            var extra = " result='\(name)'"
            if Int.random(in: 0..<3, using: &random) == 0 {
                extra += " x='\(number())' y='\(number())' width='\(number())' height='\(number())'"
                if text.hasPrefix("<feImage") { extra = " result='\(name)'" }
            }
            let end = text.firstIndex { $0 == " " || $0 == ">" || $0 == "/" }!
            text.insert(contentsOf: extra, at: end)
            return text
        }
        let steps = (0..<Int.random(in: 1...6, using: &random)).map { _ in step() }.joined()
        let units = Bool.random(using: &random) ? "primitiveUnits='objectBoundingBox'" : ""
        let region =
            Bool.random(using: &random)
            ? "filterUnits='userSpaceOnUse' x='\(number())' y='\(number())' width='300' height='\(number())'" : ""
        let turn = Bool.random(using: &random) ? "transform='rotate(\(number())) scale(1 \(number()))'" : ""
        return
            "<filter id='f' \(units) \(region)>\(steps)</filter><g \(turn)><g filter='url(#f)' stroke='red'><rect id='r' x='20' y='30' width='90' height='60' fill='#c43'/><circle cx='90' cy='80' r='30' fill='#08a' fill-opacity='.6'/></g></g>"
    }
}
