import Foundation
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("A color")
struct ColorTests {
    private func near(_ color: CGColor?, _ components: [Double], tolerance: Double = 0.002) -> Bool {
        guard let values = color?.components, values.count == components.count else { return false }
        return zip(values, components).allSatisfy { abs(Double($0) - $1) <= tolerance }
    }

    @Test("keeps its components, and is sRGB where it is drawn")
    func components() {
        let color = CGColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
        #expect(color.components == [0.25, 0.5, 0.75, 0.5])
        #expect(color.numberOfComponents == 4)
        #expect(color.alpha == 0.5)
        #expect(color.output == Color(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5))
        #expect(color.copy(alpha: 1)?.components == [0.25, 0.5, 0.75, 1])
        #expect(CGColor(gray: 0.5, alpha: 1).output == Color(red: 0.5, green: 0.5, blue: 0.5))
        #expect(
            CGColor(genericCMYKCyan: 0, magenta: 1, yellow: 1, black: 0, alpha: 1).output
                == Color(red: 1, green: 0, blue: 0))
        #expect(CGColor(red: 2, green: -1, blue: .nan, alpha: 1).output == Color(red: 1, green: 0, blue: 0))
        #expect(color == CGColor(srgbRed: 0.25, green: 0.5, blue: 0.75, alpha: 0.5))
        #expect(color != CGColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.6))
    }

    @Test("is converted as the spaces' definitions say")
    func conversions() throws {
        let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        func space(_ name: String) -> CGColorSpace { CGColorSpace(name: name)! }
        // Display P3's own numbers for sRGB's red, as CSS Color 4 has them.
        #expect(near(red.converted(to: space(CGColorSpace.displayP3)), [0.9175, 0.2003, 0.1386, 1]))
        #expect(near(red.converted(to: space(CGColorSpace.linearSRGB)), [1, 0, 0, 1]))
        #expect(
            near(
                CGColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1).converted(to: space(CGColorSpace.linearSRGB)),
                [0.2140, 0.2140, 0.2140, 1]))
        // CSS Color 4: red is lab(54.29 80.80 69.89) under D50.
        #expect(near(red.converted(to: space(CGColorSpace.genericLab)), [54.29, 80.8, 69.89, 1], tolerance: 0.05))
        // A98-RGB of red: 0.8586 0 0.
        #expect(near(red.converted(to: space(CGColorSpace.adobeRGB1998)), [0.8586, 0, 0, 1], tolerance: 0.004))
        // Rec. 2020 of red, by its linear matrix 0.6274 0.0691 0.0164 and its curve.
        #expect(near(red.converted(to: space(CGColorSpace.itur_2020)), [0.792, 0.231, 0.0738, 1], tolerance: 0.003))
        #expect(near(red.converted(to: space(CGColorSpace.linearGray)), [0.2225, 1], tolerance: 0.002))
        for name in [
            CGColorSpace.sRGB, CGColorSpace.displayP3, CGColorSpace.dcip3, CGColorSpace.adobeRGB1998,
            CGColorSpace.genericRGBLinear, CGColorSpace.acescgLinear, CGColorSpace.rommrgb, CGColorSpace.itur_709,
            CGColorSpace.itur_2020, CGColorSpace.extendedSRGB, CGColorSpace.extendedLinearSRGB,
            CGColorSpace.genericXYZ, CGColorSpace.genericLab,
        ] {
            let color = CGColor(red: 0.2, green: 0.6, blue: 0.9, alpha: 0.5)
            let there = try #require(color.converted(to: space(name)))
            #expect(near(there.converted(to: space(CGColorSpace.sRGB)), [0.2, 0.6, 0.9, 0.5]), "\(name)")
            #expect(space(name).name == name)
        }
        #expect(CGColorSpace(name: "no such space") == nil)
    }

    @Test("of an indexed space is that of its number")
    func indexed() throws {
        let space = try #require(
            CGColorSpace(indexedBaseSpace: .deviceRGB, last: 1, colorTable: [255, 0, 0, 0, 0, 255]))
        #expect(space.model == .indexed && space.baseColorSpace == .deviceRGB && space.colorTable?.count == 6)
        #expect(CGColor(colorSpace: space, components: [1, 1])?.output.rounded == .pureBlue)
        #expect(CGColor(colorSpace: space, components: [99, 1])?.output.rounded == .pureBlue)
        #expect(CGColorSpace(indexedBaseSpace: space, last: 0, colorTable: [0]) == nil)
        #expect(CGColorSpace(indexedBaseSpace: .deviceGray, last: 256, colorTable: [0]) == nil)
        #expect(CGColor.red.converted(to: space) == nil)
    }

    @Test("space made of numbers, and of a profile, is what it says")
    func madeSpaces() throws {
        let d65: [CGFloat] = [0.9505, 1, 1.089]
        let matrix: [CGFloat] = [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505]
        let calibrated = try #require(
            CGColorSpace(calibratedRGBWhitePoint: d65, blackPoint: nil, gamma: [2.2, 2.2, 2.2], matrix: matrix))
        let gray = CGColor(colorSpace: calibrated, components: [0.5, 0.5, 0.5, 1])
        // sRGB of the light 0.5^2.2 = 0.2176: 0.5039.
        #expect(abs((gray?.output.red ?? 0) - 0.5039) < 0.002)
        #expect(CGColorSpace(calibratedGrayWhitePoint: d65, blackPoint: nil, gamma: 0) == nil)
        #expect(CGColorSpace(calibratedGrayWhitePoint: [1, 2, 1], blackPoint: nil, gamma: 1) == nil)
        for name in [
            CGColorSpace.displayP3, CGColorSpace.adobeRGB1998, CGColorSpace.linearSRGB, CGColorSpace.linearGray,
        ] {
            let space = try #require(CGColorSpace(name: name))
            let data = try #require(space.copyICCData())
            let read = try #require(CGColorSpace(iccData: data))
            #expect(read.model == space.model)
            let components: [CGFloat] = space.model == .rgb ? [0.2, 0.6, 0.9, 1] : [0.3, 1]
            let (a, b) = (
                CGColor(colorSpace: space, components: components)!.output,
                CGColor(colorSpace: read, components: components)!.output
            )
            #expect(abs(a.red - b.red) < 0.003 && abs(a.green - b.green) < 0.003 && abs(a.blue - b.blue) < 0.003)
            // Cut short it is none, or one that is smaller; never a trap.
            for length in 0..<data.count { _ = CGColorSpace(iccData: data.prefix(length)) }
        }
        #expect(CGColorSpace(iccData: Data("nothing".utf8)) == nil)
        #expect(CGColorSpace(name: CGColorSpace.displayP3)?.isWideGamutRGB == true)
        #expect(CGColorSpace(name: CGColorSpace.sRGB)?.isWideGamutRGB == false)
    }

    @Test("that is a pattern is drawn by its callback, cell by cell, in its own colors or in those given")
    func patterns() throws {
        let colored = try #require(
            CGPattern(bounds: CGRect(x: 0, y: 0, width: 4, height: 4), xStep: 4, yStep: 4) { context in
                context.setFillColor(.red)
                context.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
            })
        let stencil = try #require(
            CGPattern(bounds: CGRect(x: 0, y: 0, width: 4, height: 4), xStep: 4, yStep: 4, isColored: false) {
                $0.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
            })
        let bitmap = try drawn(16, 16) { context in
            context.setFillColorSpace(CGColorSpace(patternBaseSpace: nil)!)
            context.setFillPattern(colored, colorComponents: [1])
            context.fill(CGRect(x: 0, y: 0, width: 16, height: 8))
            context.setFillColorSpace(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB())!)
            context.setFillPattern(stencil, colorComponents: [0, 0, 1, 1])
            // The pattern stays in base space.
            context.translateBy(x: 1, y: 1)
            context.fill(CGRect(x: -1, y: 7, width: 16, height: 8))
        }
        for x in 0..<16 {
            #expect(bitmap[x, 4] == (x % 4 < 2 ? .pureRed : .clear))
            #expect(bitmap[x, 9] == .pureBlue)
            #expect(bitmap[x, 10] == .clear)
        }
        let space = try #require(CGColorSpace(patternBaseSpace: nil))
        let color = try #require(CGColor(patternSpace: space, pattern: colored, components: [0.5]))
        #expect(color.pattern === colored && color.alpha == 0.5)
        let half = try drawn(4, 4) { context in
            context.setFillColor(color)
            context.fillEllipse(in: CGRect(x: -10, y: -10, width: 40, height: 40))
            context.setPatternPhase(CGSize(width: 2, height: 0))
        }
        #expect(abs(Int(half[0, 0].alpha) - 128) <= 1)
        let moved = try drawn(8, 4) { context in
            context.setPatternPhase(CGSize(width: 2, height: 0))
            context.setFillPattern(colored, colorComponents: [1])
            context.fill(CGRect(x: 0, y: 0, width: 8, height: 4))
        }
        #expect(moved[0, 0] == .clear && moved[2, 0] == .pureRed)
        #expect(CGPattern(bounds: .zero, xStep: 1, yStep: 1) { _ in } == nil)
        #expect(CGPattern(bounds: CGRect(x: 0, y: 0, width: 1, height: 1), xStep: 0, yStep: 1) { _ in } == nil)
        #expect(CGColor(patternSpace: space, pattern: stencil, components: [1]) == nil)
    }
}
