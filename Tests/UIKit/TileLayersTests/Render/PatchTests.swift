import Foundation
import TestSupport
import Testing
import TileGeometry
import TileGraphics

@testable import TileLayers

/// Parts of a layer that are redrawn, one after the other and in great number.
@Suite("Parts drawn anew")
struct PatchTests {
    /// A board of squares, each with a color of its own, drawn from what is in the rect.
    private final class Board {
        let size: Int
        var colors: [Int]
        let layer = DrawingLayer()
        let host: LayerHost

        init(_ size: Int, opacity: CGFloat = 1) {
            self.size = size
            colors = [Int](repeating: 0, count: size * size)
            let root = makeLayer(CGRect(x: 0, y: 0, width: size, height: size), .white)
            layer.frame = root.frame
            root.addSublayer(layer)
            host = LayerHost(root)
            layer.body = { [unowned self] context, rect in draw(in: context, rect: rect, opacity: opacity) }
            layer.setNeedsDisplay()
        }

        private func draw(in context: CGContext, rect: CGRect, opacity: CGFloat) {
            for y in Int(rect.minY)..<Int(rect.maxY) {
                for x in Int(rect.minX)..<Int(rect.maxX) where colors[y * size + x] != 0 {
                    let color = colors[y * size + x]
                    context.setFillColor(
                        CGColor(
                            red: CGFloat(color & 7) / 7, green: CGFloat(color >> 3 & 7) / 7,
                            blue: CGFloat(color >> 6) / 7, alpha: opacity))
                    context.fill(CGRect(x: x, y: y, width: 1, height: 1))
                }
            }
        }

        /// Gives the squares of a rect another color, and marks it.
        func paint(_ rect: CGRect, _ color: Int) {
            for y in Int(rect.minY)..<Int(rect.maxY) {
                for x in Int(rect.minX)..<Int(rect.maxX) { colors[y * size + x] = color }
            }
            layer.setNeedsDisplay(rect)
        }

        /// The board drawn at once.
        func drawnAnew() throws -> Bitmap {
            let other = Board(size)
            other.colors = colors
            return try other.host.frame().pixels()
        }
    }

    @Test(
        "after any parts in any order, a layer looks as one drawn at once, and differs from any state before only in parts drawn since",
        arguments: UInt64(1)...3)
    func staysTrue(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let board = Board(30)
        var states: [(tree: RenderTree, pixels: Bitmap, parts: [CGRect])] = []
        let first = board.host.frame()
        states.append((first, try first.pixels(), []))
        for step in 1...100 {
            func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
            // Rows, columns, large and small parts; often the same places.
            let (width, height) = [(30, 1), (1, 30), (number(1...20), number(1...20)), (2, 2), (3, 1)][number(0...4)]
            let rect = CGRect(
                x: number(0...(30 - width)), y: number(0...(30 - height)), width: width, height: height)
            board.paint(rect, number(1...511))
            let tree = board.host.frame()
            let pixels = try tree.pixels()
            if step % 10 == 0 { #expect(pixels.differences(from: try board.drawnAnew()) == 0, "step \(step)") }
            states.append((tree, pixels, [rect]))
            for _ in 0..<3 {
                let then = number(0...(step - 1))
                let since = states[(then + 1)...].flatMap(\.parts)
                // Either way round, for whoever asks what to draw to go back.
                for damage in [tree.damage(since: states[then].tree), states[then].tree.damage(since: tree)] {
                    #expect(pixels.differences(from: states[then].pixels, outside: damage) == 0, "\(then) to \(step)")
                    #expect(
                        damage.allSatisfy { box in since.contains { $0.contains(box) } }, "\(then) to \(step)")
                }
            }
        }
        #expect(board.layer.drawn.count == 101)
    }

    @Test("thousands of parts drawn one after the other are each the damage of their frame, and of no other part")
    func keepsLineage() {
        let board = Board(100)
        var last = board.host.frame()
        let first = last
        for step in 0..<2500 {
            // Row after row, as seats are sold.
            let rect = CGRect(x: step % 50 * 2, y: step / 50 * 2, width: 2, height: 2)
            board.paint(rect, 1 + step % 500)
            let tree = board.host.frame()
            if step % 97 == 0 { #expect(tree.damage(since: last) == [rect]) }
            last = tree
        }
        #expect(board.layer.drawn.count == 2501)
        #expect(last.damage(since: first).reduce(CGRect.null) { $0.union($1) } == last.bounds)
    }

    @Test("one part among thousands is the damage since the state before it, after thousands of others were drawn over")
    func forgetsWhatIsCovered() throws {
        let board = Board(64)
        board.host.frame()
        for step in 0..<1000 {
            board.paint(CGRect(x: step * 7 % 60, y: step * 13 % 60, width: 4, height: 4), step % 511)
            board.host.frame()
        }
        guard case .drawing(let drawn) = board.layer.contentsStorage else {
            Issue.record("the layer drew nothing")
            return
        }
        // What later parts cover is let go of, so that the number is bounded by what shows.
        #expect(drawn.patchCount < 900)
        board.paint(CGRect(x: 0, y: 0, width: 64, height: 64), 5)
        board.host.frame()
        guard case .drawing(let whole) = board.layer.contentsStorage else { return }
        #expect(whole.patchCount == 0)
    }

    @Test("where too many parts are kept, a part is drawn larger and takes the place of those around it")
    func makesRoom() {
        let extent = Box(x: 0, y: 0, width: 100, height: 100)
        var drawn = DrawnContents(.empty, extent: extent)
        for step in 0..<1000 {
            drawn = drawn.patched(
                Box(x: Double(step % 50) * 2, y: Double(step / 50) * 4, width: 1, height: 1), with: .empty)
        }
        let box = Box(x: 40, y: 40, width: 1, height: 1)
        #expect(drawn.roomFor(box) == box)
        let room = drawn.roomFor(box, maxPatches: 500)
        #expect(room.contains(box) && room != box && room.width * room.height < 100 * 100)
        let count = drawn.patchCount
        let before = drawn
        drawn = drawn.patched(room, with: .empty)
        #expect(drawn.patchCount < count - 200)
        #expect(drawn.difference(from: before)?.contains(room) == true)
    }

    @Test("a layer drawn anew as a whole is damaged as a whole, for nothing is known of what it drew before")
    func losesLineage() {
        let board = Board(40)
        board.paint(CGRect(x: 0, y: 0, width: 40, height: 40), 3)
        let first = board.host.frame()
        board.layer.setNeedsDisplay()
        let second = board.host.frame()
        #expect(second.damage(since: first) == [second.bounds])
        board.paint(CGRect(x: 3, y: 3, width: 2, height: 2), 7)
        let third = board.host.frame()
        #expect(third.damage(since: second) == [CGRect(x: 3, y: 3, width: 2, height: 2)])
        #expect(third.damage(since: first) == [second.bounds])
    }

    @Test("many parts marked in one frame are drawn in a few rects around those that lie near each other")
    func joinsNearest() {
        let board = Board(300)
        let first = board.host.frame()
        for cluster in 0..<8 {
            for part in 0..<5 {
                board.paint(CGRect(x: cluster * 35 + part * 4, y: cluster * 37, width: 1, height: 1), 9)
            }
        }
        let second = board.host.frame()
        let drawn = board.layer.drawn.dropFirst()
        #expect(drawn.count <= 16 && drawn.allSatisfy { $0.width <= 17 && $0.height == 1 })
        #expect(second.damage(since: first).allSatisfy { $0.width <= 17 && $0.height == 1 })
    }

    @Test("changes in more places than a damage tells apart are told by neighbourhood")
    func gathersDamage() {
        let root = makeLayer(CGRect(x: 0, y: 0, width: 1000, height: 1000), .white)
        let layers = (0..<600).map { index -> CALayer in
            // Along the left edge, and one far from it.
            let (x, y) = index == 0 ? (900, 900) : (index % 3 * 2, index)
            return makeLayer(CGRect(x: x, y: y, width: 1, height: 1), .red)
        }
        for layer in layers { root.addSublayer(layer) }
        let host = LayerHost(root)
        let first = host.frame()
        for layer in layers { layer.backgroundColor = .blue }
        let damage = host.frame().damage(since: first)
        #expect(damage.count <= 256)
        for layer in layers { #expect(damage.contains { $0.contains(layer.frame) }) }
        #expect(!damage.contains { $0.intersects(CGRect(x: 200, y: 0, width: 600, height: 1000)) })
    }

    @Test(
        "a translucent layer shows no seam where parts were drawn anew; turned, hardly a pixel in a thousand",
        arguments: [(0.0, 0), (0.3, 25), (1.1, 25)])
    func showsNoSeams(angle: Double, most: Int) throws {
        let root = makeLayer(CGRect(x: 0, y: 0, width: 160, height: 160), .white)
        let drawing = DrawingLayer()
        drawing.frame = CGRect(x: 40, y: 40, width: 80, height: 80)
        drawing.setAffineTransform(CGAffineTransform(rotationAngle: angle))
        drawing.body = { context, _ in
            context.setFillColor(CGColor(red: 0, green: 0, blue: 1, alpha: 0.5))
            context.fill(CGRect(x: -5, y: -5, width: 90, height: 90))
        }
        root.addSublayer(drawing)
        drawing.setNeedsDisplay()
        let host = LayerHost(root)
        let whole = try host.frame().pixels()
        for step in 0..<60 {
            drawing.setNeedsDisplay(CGRect(x: step * 17 % 70, y: step * 29 % 70, width: 9, height: 7))
            host.frame()
        }
        #expect(try host.frame().pixels().differences(from: whole) <= most)
    }
}

extension RenderTree {
    fileprivate var bounds: CGRect { CGRect(origin: .zero, size: size) }
}
