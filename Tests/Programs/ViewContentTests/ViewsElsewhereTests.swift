import Foundation
import Testing
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport
import TileViews

@testable import ViewContent

/// A view that draws the contents of a store that other programs share.
private final class Reading: UIView {
    /// A store in place of a database.
    final class Store: Sendable {
        private let color = Lock(0.0)
        var white: Double {
            get { color.withLock { $0 } }
            set { color.withLock { $0 = newValue } }
        }
    }

    let store: Store
    var draws = 0

    init(_ store: Store, frame: CGRect) {
        self.store = store
        super.init(frame: frame)
    }

    required init?(coder: NSCoder) { nil }

    override func draw(_ rect: CGRect) {
        draws += 1
        UIColor(white: store.white, alpha: 1).setFill()
        UIRectFill(rect)
    }
}

@Suite("Views that several servers show")
struct ViewsElsewhereTests {
    private final class Boxes: Sendable {
        private let all = Lock<[Box]>([])
        var boxes: [Box] { all.withLock { $0 } }
        func note(_ box: Box) { all.withLock { $0.append(box) } }
    }

    private let store = Reading.Store()

    /// Returns two squares beside each other in a plain view.
    private func source() -> ViewSource<UIView> {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
        for x in [0.0, 100] { root.addSubview(Reading(store, frame: CGRect(x: x, y: 0, width: 100, height: 100))) }
        return ViewSource(root)
    }

    private func white(_ source: ViewSource<UIView>, _ x: Int, _ y: Int) throws -> UInt8 {
        let image = try source.raster(
            RasterArea(scale: 1, x: x, y: y, width: 1, height: 1), in: RasterContext(pool: BitmapPool()))
        switch image {
        case .solid(let color, _, _): return color.red
        case .bitmap(let bitmap): return bitmap[0, 0].red
        }
    }

    @Test("draw a rect once more when it has changed elsewhere, tell who shows them, and do not tell it back")
    func redraw() throws {
        let source = source()
        let (all, own) = (Boxes(), Boxes())
        let subscriptions = [source.subscribe { all.note($0) }, source.subscribeToOwnChanges { own.note($0) }]
        store.white = 1
        #expect(try white(source, 150, 50) == 0)
        source.redraw([Box(x: 120, y: 20, width: 50, height: 50)])
        #expect(try white(source, 150, 50) == 255 && white(source, 110, 10) == 0 && white(source, 50, 50) == 0)
        #expect(own.boxes.isEmpty && !all.boxes.isEmpty)
        let hull = try #require(all.boxes.first.map { first in all.boxes.reduce(first) { $0.union($1) } })
        #expect(Box(x: 100, y: 0, width: 100, height: 100).contains(hull))
        #expect(source.update { $0.subviews.map { ($0 as! Reading).draws } } == [1, 2])

        source.update { $0.subviews[0].setNeedsDisplay() }
        #expect(try white(source, 50, 50) == 255 && !own.boxes.isEmpty)
        _ = subscriptions
    }

    @Test("are brought up to date by their program before they are drawn, within an update")
    func broughtUpToDate() throws {
        let source = source()
        source.whenChangedElsewhere { [store] root, rects in
            store.white = 1
            #expect(rects == [CGRect(x: 0, y: 0, width: 10, height: 10)])
            root.subviews[1].isHidden = true
        }
        source.redraw([Box(x: 0, y: 0, width: 10, height: 10)])
        #expect(try white(source, 5, 5) == 255 && white(source, 50, 50) == 0)
        #expect(source.update { $0.subviews[1].isHidden })
    }
}
