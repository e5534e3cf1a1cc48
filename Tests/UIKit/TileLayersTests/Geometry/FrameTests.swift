import Foundation
import TestSupport
import Testing
import TileGeometry
import TileLayers

@Suite("Frame")
struct FrameTests {
    @Test("frame follows bounds, position and anchor point")
    func isComputed() {
        let layer = CALayer()
        layer.bounds = CGRect(x: 7, y: 9, width: 40, height: 20)
        layer.position = CGPoint(x: 100, y: 50)
        #expect(layer.frame == CGRect(x: 80, y: 40, width: 40, height: 20))
        layer.anchorPoint = CGPoint(x: 0, y: 1)
        #expect(layer.frame == CGRect(x: 100, y: 30, width: 40, height: 20))
    }

    @Test("setting frame sets position and the size of bounds, and leaves the origin of bounds")
    func isSet() {
        let layer = CALayer()
        layer.bounds = CGRect(x: 7, y: 9, width: 40, height: 20)
        layer.anchorPoint = CGPoint(x: 0.25, y: 1)
        layer.frame = CGRect(x: 10, y: 20, width: 80, height: 30)
        #expect(layer.bounds == CGRect(x: 7, y: 9, width: 80, height: 30))
        #expect(layer.position == CGPoint(x: 30, y: 50))
        #expect(layer.frame == CGRect(x: 10, y: 20, width: 80, height: 30))
    }

    @Test("under a transform frame is the smallest rect around the transformed bounds")
    func enclosesTransformed() {
        var generator = SeededGenerator(4)
        for _ in 0..<100 {
            let layer = CALayer()
            layer.bounds = CGRect(x: 3, y: 4, width: 40, height: 20)
            layer.anchorPoint = CGPoint(
                x: .random(in: 0...1, using: &generator), y: .random(in: 0...1, using: &generator))
            layer.position = CGPoint(x: 60, y: 70)
            layer.transform = CATransform3DMakeRotation(.random(in: -3...3, using: &generator), 0.1, 0.2, 1)
            let corners = [(3, 4), (43, 4), (43, 24), (3, 24)].map {
                Matrix.placing(layer).project(CGPoint(x: $0.0, y: $0.1))
            }
            let frame = layer.frame
            #expect(abs(frame.minX - corners.map(\.x).min()!) < 1e-9)
            #expect(abs(frame.maxX - corners.map(\.x).max()!) < 1e-9)
            #expect(abs(frame.minY - corners.map(\.y).min()!) < 1e-9)
            #expect(abs(frame.maxY - corners.map(\.y).max()!) < 1e-9)
        }
    }

    @Test("under scales, mirrors and quarter turns frame reads as it was set")
    func readsBack() {
        let maps = [
            CGAffineTransform(scaleX: 2, y: 0.5), CGAffineTransform(scaleX: -1, y: 3),
            CGAffineTransform(rotationAngle: .pi / 2), CGAffineTransform(rotationAngle: .pi).scaledBy(x: 2, y: 3),
            CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 11, ty: 12),
        ]
        for map in maps {
            let layer = CALayer()
            layer.anchorPoint = CGPoint(x: 0.2, y: 0.9)
            layer.setAffineTransform(map)
            let wanted = CGRect(x: 10, y: 20, width: 80, height: 30)
            layer.frame = wanted
            let frame = layer.frame
            #expect(abs(frame.minX - wanted.minX) < 1e-9 && abs(frame.minY - wanted.minY) < 1e-9)
            #expect(abs(frame.width - wanted.width) < 1e-9 && abs(frame.height - wanted.height) < 1e-9)
        }
    }

    @Test("geometry that is not finite traps")
    func trapsOnNaN() async {
        await #expect(processExitsWith: .failure) {
            CALayer().bounds = CGRect(x: 0, y: 0, width: Double.nan, height: 1)
        }
        await #expect(processExitsWith: .failure) { CALayer().position = CGPoint(x: Double.infinity, y: 0) }
        await #expect(processExitsWith: .failure) { CALayer().transform = CATransform3DMakeScale(.nan, 1, 1) }
    }
}
