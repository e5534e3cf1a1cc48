import Foundation
import Testing

@testable import TileGraphics

@Suite("A color space")
struct ColorSpaceTests {
    private static let d50: [CGFloat] = [0.9642, 1, 0.8249]

    @Test("by Apple's name has the model of its numbers, and only grays and primaries can be drawn into")
    func models() throws {
        func space(_ name: String) throws -> CGColorSpace { try #require(CGColorSpace(name: name)) }
        for name in [CGColorSpace.genericGrayGamma2_2, CGColorSpace.extendedGray, CGColorSpace.linearGray] {
            #expect(try space(name).model == .monochrome && space(name).numberOfComponents == 1)
            #expect(try space(name).supportsOutput)
        }
        #expect(try space(CGColorSpace.sRGB).model == .rgb && space(CGColorSpace.sRGB).supportsOutput)
        for (name, model, count) in [
            (CGColorSpace.genericCMYK, CGColorSpaceModel.cmyk, 4), (CGColorSpace.genericLab, .lab, 3),
            (CGColorSpace.genericXYZ, .XYZ, 3),
        ] {
            #expect(try space(name).model == model && space(name).numberOfComponents == count)
            #expect(try !space(name).supportsOutput)
        }
        // None of these spaces is of named inks.
        #expect(CGColorSpaceModel.deviceN.rawValue == 4 && CGColorSpaceModel.unknown.rawValue == -1)
    }

    @Test("of L*a*b* has white at 100, black at 0, and cuts a and b to its range")
    func lab() throws {
        let space = try #require(CGColorSpace(labWhitePoint: Self.d50, blackPoint: nil, range: [-100, 100, -100, 100]))
        func output(_ components: [CGFloat]) throws -> PixelColor {
            try #require(CGColor(colorSpace: space, components: components)).output.rounded
        }
        #expect(try difference(output([100, 0, 0, 1]), .white) <= 1)
        #expect(try output([0, 0, 0, 1]) == .opaqueBlack)
        // CSS Color 4: red is lab(54.29 80.80 69.89) under D50.
        #expect(try difference(output([54.29, 80.8, 69.89, 1]), .pureRed) <= 2)
        #expect(space.model == .lab && space.numberOfComponents == 3)
        #expect(CGColorSpace(labWhitePoint: Self.d50, blackPoint: nil, range: nil)?.model == .lab)
        #expect(CGColorSpace(labWhitePoint: Self.d50, blackPoint: nil, range: [1, 0, 0, 1]) == nil)
        #expect(CGColorSpace(labWhitePoint: [0, 1, 1], blackPoint: nil, range: nil) == nil)
    }

    @Test("of numbers that are none is none, or gives colors without a trap")
    func noNumbers() {
        let none = CGFloat.nan
        #expect(CGColorSpace(labWhitePoint: Self.d50, blackPoint: nil, range: [none, none, none, none]) == nil)
        #expect(CGColorSpace(calibratedGrayWhitePoint: Self.d50, blackPoint: nil, gamma: none) == nil)
        let matrix = [CGFloat](repeating: none, count: 9)
        #expect(CGColorSpace(calibratedRGBWhitePoint: Self.d50, blackPoint: nil, gamma: nil, matrix: matrix) == nil)
        for name in [
            CGColorSpace.genericLab, CGColorSpace.genericXYZ, CGColorSpace.displayP3, CGColorSpace.genericCMYK,
        ] {
            for number in [none, .infinity, -.infinity, 1e300] {
                let space = CGColorSpace(name: name)!
                let color = CGColor(colorSpace: space, components: [number, number, number, number, number])
                let output = color!.output
                for part in [output.red, output.green, output.blue, output.alpha] { #expect((0...1).contains(part)) }
            }
        }
    }

    @Test("converts gray of gamma 2.2 as the same number of sRGB's gray, and options change no color")
    func grays() throws {
        let gray = CGColor(genericGrayGamma2_2Gray: 0.5, alpha: 0.25)
        #expect(gray.components == [0.5, 0.25] && gray.colorSpace?.model == .monochrome)
        #expect(gray.output == Color(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.25))
        let srgb = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        let options: [String: Any] = [CGColor.conversionBlackPointCompensation: true, CGColor.conversionTRCSize: 16]
        for intent in [CGColorRenderingIntent.absoluteColorimetric, .relativeColorimetric, .perceptual] {
            #expect(gray.converted(to: srgb, intent: intent, options: options) == gray.converted(to: srgb))
        }
    }

    @Test("and every other type of Core Graphics has a number of its own for the type")
    func typeNumbers() {
        let numbers = [
            CGContext.typeID, CGPath.typeID, CGColor.typeID, CGColorSpace.typeID, CGImage.typeID, CGGradient.typeID,
            CGFont.typeID, CGLayer.typeID, CGDataProvider.typeID, CGDataConsumer.typeID, CGShading.typeID,
        ]
        #expect(Set(numbers).count == numbers.count && numbers.first == CGContext.typeID)
    }
}
