import Foundation
import Testing
import TileDrawing
import TileGeometry

@Suite("Geometry as strings")
struct GeometryStringTests {
    @Test("numbers stand in braces, whole ones without a fraction")
    func writing() {
        #expect(NSCoder.string(for: CGPoint(x: 1, y: -2.5)) == "{1, -2.5}")
        #expect(NSStringFromCGRect(CGRect(x: 10, y: 20, width: 30, height: 40)) == "{{10, 20}, {30, 40}}")
        #expect(NSStringFromUIEdgeInsets(UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)) == "{1, 2, 3, 4}")
        #expect(NSStringFromCGAffineTransform(.identity) == "[1, 0, 0, 1, 0, 0]")
    }

    @Test("what was written reads back as the same value")
    func readingBack() {
        let rect = CGRect(x: 0.1, y: -1e-9, width: 1e20, height: 3)
        #expect(NSCoder.cgRect(for: NSCoder.string(for: rect)) == rect)
        let size = CGSize(width: 1 / 3.0, height: 7)
        #expect(NSCoder.cgSize(for: NSStringFromCGSize(size)) == size)
        let point = CGPoint(x: 5, y: 6)
        #expect(NSCoder.cgPoint(for: NSStringFromCGPoint(point)) == point)
        let vector = CGVector(dx: 5, dy: 6)
        #expect(NSCoder.cgVector(for: NSStringFromCGVector(vector)) == vector)
        let transform = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6.5)
        #expect(NSCoder.cgAffineTransform(for: NSCoder.string(for: transform)) == transform)
        let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(NSCoder.uiEdgeInsets(for: NSCoder.string(for: insets)) == insets)
        let directional = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        #expect(NSCoder.nsDirectionalEdgeInsets(for: NSCoder.string(for: directional)) == directional)
        let offset = UIOffset(horizontal: 1, vertical: 2)
        #expect(NSCoder.uiOffset(for: NSStringFromUIOffset(offset)) == offset)
    }

    @Test("a string that holds no such value gives zero", arguments: ["", "{1}", "{a, b}", "{1, 2, 3}", "{nan, 1}"])
    func badStrings(string: String) {
        #expect(NSCoder.cgPoint(for: string) == .zero)
        #expect(NSCoder.cgAffineTransform(for: string) == .identity)
        #expect(NSCoder.cgRect(for: string) == .zero)
    }
}

@Suite("Sets of edges and corners")
struct RectSetTests {
    @Test("all edges and all corners contain each")
    func all() {
        for edge in [UIRectEdge.top, .left, .bottom, .right] { #expect(UIRectEdge.all.contains(edge)) }
        for corner in [UIRectCorner.topLeft, .topRight, .bottomLeft, .bottomRight] {
            #expect(UIRectCorner.allCorners.contains(corner))
        }
        #expect(UIRectEdge([.top, .right]).rawValue == 9)
        #expect(UIRectCorner([.topRight, .bottomLeft]).rawValue == 6)
    }
}
