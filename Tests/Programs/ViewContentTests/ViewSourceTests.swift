import Foundation
import Testing
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TileSupport
import TileViews
import ViewContent

@testable import TileContent

/// Squares of 100 points, drawn by code in colors that can be changed.
final class Squares: UIView {
    private(set) var colors = [UIColor](repeating: .white, count: 16)
    /// The rectangles passed to `draw(_:)`, in order.
    private(set) var drawn: [CGRect] = []

    static func place(_ square: Int) -> CGRect {
        CGRect(x: square % 4 * 100, y: square / 4 * 100, width: 100, height: 100)
    }

    func paint(_ square: Int, _ color: UIColor) {
        colors[square] = color
        setNeedsDisplay(Self.place(square))
    }

    override func draw(_ rect: CGRect) {
        drawn.append(rect)
        for square in colors.indices where Self.place(square).intersects(rect) {
            colors[square].setFill()
            UIRectFill(Self.place(square))
        }
    }
}

@Suite("A tree of views as content")
struct ViewSourceTests {
    private let source = ViewSource(Squares(frame: CGRect(x: 50, y: 50, width: 400, height: 400)))

    private func pixel(_ x: Int, _ y: Int, scale: Double = 1) throws -> UInt32 {
        let area = RasterArea(scale: scale, x: x, y: y, width: 1, height: 1)
        switch try source.raster(area, in: RasterContext(pool: BitmapPool())) {
        case .solid(let color, _, _): return color.argb
        case .bitmap(let bitmap): return bitmap[0, 0].argb
        }
    }

    @Test("is as large as its root, which lies at the origin; beyond it is nothing")
    func extent() throws {
        #expect(source.contentSize == CGSize(width: 400, height: 400))
        #expect(try pixel(0, 0) == 0xFFFF_FFFF)
        #expect(try pixel(399, 399) == 0xFFFF_FFFF)
        #expect(try pixel(400, 10) == 0)
        #expect(try pixel(1599, 10, scale: 4) == 0xFFFF_FFFF)
        #expect(try pixel(1600, 10, scale: 4) == 0)
    }

    @Test("draws what a change marked and no more, and shows it when update returns")
    func updateDraws() throws {
        source.update { $0.paint(5, UIColor(red: 1, green: 0, blue: 0, alpha: 1)) }
        #expect(try pixel(150, 150) == 0xFFFF_0000)
        #expect(try pixel(50, 50) == 0xFFFF_FFFF)
        let drawn = source.update { $0.drawn }
        #expect(drawn == [CGRect(x: 0, y: 0, width: 400, height: 400), Squares.place(5)])
        let counters = source.counters
        source.update { _ in }
        #expect(source.counters.displays == counters.displays)
        #expect(source.counters.nodesCommitted == counters.nodesCommitted)
        #expect(source.drawCount == counters.displays && source.byteCount > 0 && source.memoryKind == .views)
    }

    @Test("outdates exactly the tiles that a change touches, before update returns")
    func staleTiles() async throws {
        let engine = TileEngine(services: EngineServices(encode: { _, _ in [1] }))
        let id = engine.add(source, pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 100))
        func key(_ level: Int, _ column: Int, _ row: Int) -> TileKey {
            TileKey(id, TileCoordinate(level: level, column: column, row: row), as: .pixels)
        }
        for key in [key(0, 0, 0), key(2, 0, 0), key(2, 3, 3)] { _ = try await engine.tile(key) }
        // Inside the last square, farther from its edge than antialiasing reaches.
        source.update { $0.setNeedsDisplay(CGRect(x: 340, y: 340, width: 20, height: 20)) }
        #expect(engine.cached(key(0, 0, 0)) == nil)
        #expect(engine.cached(key(2, 0, 0)) != nil)
        #expect(engine.cached(key(2, 3, 3)) == nil)
    }

    @Test("tells nobody when nothing changed, and nobody whose subscription has ended")
    func subscriptions() {
        let told = Lock<[Box]>([])
        var subscription: TileChangeSubscription? = source.subscribe { box in told.withLock { $0.append(box) } }
        source.update { _ in }
        #expect(told.withLock { $0.isEmpty })
        source.update { $0.paint(0, .black) }
        #expect(told.withLock { $0.contains { $0.contains(Box(x: 0, y: 0, width: 100, height: 100)) } })
        let count = told.withLock { $0.count }
        _ = subscription
        subscription = nil
        source.update { $0.paint(1, .black) }
        #expect(told.withLock { $0.count } == count)
    }

    @Test("an update is a turn: its transactions end with it, and what their completion blocks change shows")
    func endsTransactions() throws {
        // A transaction that does not belong to the update.
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        source.update { squares in
            #expect(!CATransaction.disableActions())
            CATransaction.setCompletionBlock { squares.paint(5, .blue) }
            squares.paint(5, .red)
            CATransaction.begin()
            CATransaction.setCompletionBlock { squares.paint(6, .green) }
        }
        #expect(CATransaction.disableActions())
        CATransaction.commit()
        #expect(try pixel(150, 150) == 0xFF00_00FF && pixel(250, 150) == 0xFF00_FF00)
    }

    @Test("keeps what was changed before an error, and passes the error on")
    func errorInUpdate() throws {
        struct Refused: Error {}
        #expect(throws: Refused.self) {
            try source.update { view in
                view.paint(0, .black)
                throw Refused()
            }
        }
        #expect(try pixel(50, 50) == 0xFF00_0000)
    }

    @Test("is updated each period of a clock, until that is cancelled; periods that passed meanwhile are left out")
    func updatesEachPeriod() async throws {
        let source = ViewSource(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
        let clock = SteppedClock()
        let updates = AsyncStream<Int>.makeStream()
        let task = Task {
            try await source.update(every: .seconds(2), clock: clock) { view in
                view.tag += 1
                // An update that takes five seconds.
                if view.tag == 2 { clock.advance(by: .seconds(5)) }
                updates.continuation.yield(view.tag)
            }
        }
        var tags = updates.stream.makeAsyncIterator()
        var deadlines: [Duration] = []
        for tag in 1...4 {
            let deadline = try #require(await clock.nextSleep())
            deadlines.append(deadline)
            clock.advance(to: deadline)
            #expect(await tags.next() == tag)
        }
        // The source sleeps again and wakes at the end.
        #expect(await clock.nextSleep() == .seconds(13))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(deadlines == [.seconds(2), .seconds(4), .seconds(9), .seconds(11)])
        #expect(source.update { $0.tag } == 4)
    }

    @Test("is drawn on several threads while it is changed: each pixel is of one state or the other")
    func drawnWhileChanged() throws {
        let strange = Lock<[UInt32]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            for round in 0..<50 {
                if worker == 0 {
                    source.update { $0.paint(5, round % 2 == 0 ? .black : .white) }
                } else if let pixel = try? pixel(150, 150), pixel != 0xFF00_0000, pixel != 0xFFFF_FFFF {
                    strange.withLock { $0.append(pixel) }
                }
            }
        }
        #expect(strange.withLock { $0.isEmpty })
        #expect(try pixel(150, 150) == 0xFFFF_FFFF)
    }

    @Test("is described as a document by the class that draws it")
    func document() {
        let document = ContentDocument(views: source, name: "squares")
        #expect(document.path == "squares" && document.kind == nil && document.isScalable)
        #expect(document.facts == [ContentDocument.Fact(name: "drawn by", value: "Squares")])
    }
}
