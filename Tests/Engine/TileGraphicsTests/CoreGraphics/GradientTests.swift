import Foundation
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("A gradient")
struct GradientTests {
    static let redToBlue = CGGradient(colorsSpace: nil, colors: [.red, .blue], locations: [0, 1])!

    @Test("runs evenly along its line, and ends where the options do not extend it")
    func linear() throws {
        let bitmap = try drawn(100, 3) { context in
            context.clip(to: CGRect(x: 0, y: 0, width: 100, height: 1))
            context.drawLinearGradient(
                Self.redToBlue, start: CGPoint(x: 20, y: 0), end: CGPoint(x: 80, y: 0), options: [])
            context.resetClip()
            context.clip(to: CGRect(x: 0, y: 1, width: 100, height: 1))
            context.drawLinearGradient(
                Self.redToBlue, start: CGPoint(x: 20, y: 0), end: CGPoint(x: 80, y: 0),
                options: .drawsBeforeStartLocation)
            context.resetClip()
            context.clip(to: CGRect(x: 0, y: 2, width: 100, height: 1))
            context.drawLinearGradient(
                Self.redToBlue, start: CGPoint(x: 20, y: 0), end: CGPoint(x: 80, y: 0), options: .drawsAfterEndLocation)
        }
        #expect(bitmap[10, 0] == .clear)
        #expect(bitmap[90, 0] == .clear)
        #expect(bitmap[10, 1] == .pureRed)
        #expect(bitmap[90, 1] == .clear)
        #expect(bitmap[10, 2] == .clear)
        #expect(bitmap[90, 2] == .pureBlue)
        for x in 21..<79 {
            let t = (Double(x) + 0.5 - 20) / 60
            let expected = PixelColor(
                premultipliedRed: UInt8((1 - t) * 255), green: 0, blue: UInt8(t * 255), alpha: 255)
            #expect(difference(bitmap[x, 0], expected) <= 3)
        }
    }

    @Test("runs between two circles")
    func radial() throws {
        let bitmap = try drawn(100, 100) { context in
            context.drawRadialGradient(
                Self.redToBlue, startCenter: CGPoint(x: 50, y: 50), startRadius: 10,
                endCenter: CGPoint(x: 50, y: 50), endRadius: 40, options: .drawsAfterEndLocation)
        }
        #expect(bitmap[50, 50] == .clear)
        #expect(bitmap[0, 0] == .pureBlue)
        for x in 61..<89 {
            let t = (Double(x) + 0.5 - 60) / 30
            let expected = PixelColor(
                premultipliedRed: UInt8((1 - t) * 255), green: 0, blue: UInt8(t * 255), alpha: 255)
            #expect(difference(bitmap[x, 49], expected) <= 6)
        }
    }

    @Test("runs round its centre from its angle, clockwise on the screen")
    func conic() throws {
        let bitmap = try drawn(100, 100) { context in
            context.drawConicGradient(Self.redToBlue, center: CGPoint(x: 50, y: 50), angle: .pi / 2)
        }
        for (x, y) in [(90, 60), (60, 95), (10, 80), (20, 20), (70, 5)] {
            let angle = atan2(Double(y) + 0.5 - 50, Double(x) + 0.5 - 50) - .pi / 2
            let t = (angle < 0 ? angle + 2 * .pi : angle) / (2 * .pi)
            let expected = PixelColor(
                premultipliedRed: UInt8((1 - t) * 255), green: 0, blue: UInt8(t * 255), alpha: 255)
            #expect(difference(bitmap[x, y], expected) <= 2)
        }
    }

    @Test("turns and stretches with the CTM")
    func transformed() throws {
        let bitmap = try drawn(4, 100) { context in
            context.rotate(by: .pi / 2)
            context.scaleBy(x: 10, y: 10)
            context.drawLinearGradient(Self.redToBlue, start: .zero, end: CGPoint(x: 10, y: 0), options: [])
        }
        #expect(difference(bitmap[1, 25], PixelColor(argb: 0xFFBE_0041)) <= 4)
        #expect(difference(bitmap[1, 75], PixelColor(argb: 0xFF3F_00C0)) <= 4)
    }

    @Test("takes places out of order, spreads those it lacks, and knows none without colors")
    func places() {
        let sorted = CGGradient(colorsSpace: nil, colors: [.red, .green, .blue], locations: [1, 0, 0.5])
        #expect(sorted?.stops.map(\.offset) == [0, 0.5, 1])
        #expect(sorted?.stops.first?.color == CGColor.green.output)
        let even = CGGradient(colorsSpace: nil, colors: [.red, .green, .blue], locations: nil)
        #expect(even?.stops.map(\.offset) == [0, 0.5, 1])
        #expect(CGGradient(colorsSpace: nil, colors: [], locations: nil) == nil)
        let components: [CGFloat] = [1, 0, 0, 1, 0, 0, 1, 1]
        let direct = CGGradient(
            colorSpace: CGColorSpaceCreateDeviceRGB(), colorComponents: components, locations: [0, 1], count: 2)
        #expect(direct?.stops == Self.redToBlue.stops)
    }

    @Test("of a function has the function's colors")
    func shading() throws {
        var callbacks = CGFunctionCallbacks(
            version: 0,
            evaluate: { _, arguments, values in
                values[0] = arguments[0] * arguments[0]
                values[1] = 0
                values[2] = 0
                values[3] = 1
            }, releaseInfo: nil)
        let function = try #require(
            CGFunction(
                info: nil, domainDimension: 1, domain: [0, 1], rangeDimension: 4, range: [0, 1, 0, 1, 0, 1, 0, 1],
                callbacks: &callbacks))
        let shading = try #require(
            CGShading(
                axialSpace: CGColorSpaceCreateDeviceRGB(), start: .zero, end: CGPoint(x: 100, y: 0),
                function: function, extendStart: false, extendEnd: false))
        let bitmap = try drawn(100, 1) { $0.drawShading(shading) }
        for x in stride(from: 0, to: 100, by: 9) {
            let t = (Double(x) + 0.5) / 100
            #expect(abs(Double(bitmap[x, 0].red) - t * t * 255) <= 3)
        }
    }
}
