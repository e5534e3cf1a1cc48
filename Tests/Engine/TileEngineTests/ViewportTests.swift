import Foundation
import Testing
import TileGeometry

@testable import TileEngine

@Suite("A viewport")
struct ViewportTests {
    let box = Box(x: 0, y: 0, width: 100, height: 100)

    @Test("is made of numbers that a screen can have, and of no others")
    func numbers() throws {
        for bad in [Double.nan, .infinity, -.infinity, 0x1p54, -0x1p54] {
            #expect(throws: Viewport.Failure.self) {
                try Viewport(visible: Box(minX: bad, minY: 0, maxX: 1, maxY: 1), scale: 1)
            }
            #expect(throws: Viewport.Failure.self) {
                try Viewport(visible: Box(minX: 0, minY: 0, maxX: 1, maxY: bad), scale: 1)
            }
            #expect(throws: Viewport.Failure.self) { try Viewport(visible: box, scale: bad) }
            #expect(throws: Viewport.Failure.self) { try Viewport(visible: box, scale: 1, velocityX: bad) }
            #expect(throws: Viewport.Failure.self) { try Viewport(visible: box, scale: 1, velocityY: bad) }
            #expect(throws: Viewport.Failure.self) { try Viewport(visible: box, scale: 1, time: bad) }
            #expect(throws: Viewport.Failure.self) {
                try Viewport(visible: box, scale: 1, landing: Box(minX: 0, minY: bad, maxX: 1, maxY: 1))
            }
        }
        for scale in [0, -1, 0x1p-41, 0x1p41] {
            #expect(throws: Viewport.Failure.scale(scale)) { try Viewport(visible: box, scale: scale) }
        }
        #expect(throws: Viewport.Failure.inverted(name: "visible")) {
            try Viewport(visible: Box(minX: 1, minY: 0, maxX: 0, maxY: 1), scale: 1)
        }
        #expect(throws: Viewport.Failure.inverted(name: "landing")) {
            try Viewport(visible: box, scale: 1, landing: Box(minX: 0, minY: 2, maxX: 1, maxY: 1))
        }
        _ = try Viewport(visible: Box(minX: -0x1p53, minY: 0, maxX: 0x1p53, maxY: 0), scale: 0x1p40)
    }

    @Test("says which number is wrong, and what it may be")
    func messages() {
        #expect(throws: Viewport.Failure.self) { try Viewport(visible: box, scale: 1, velocityX: .nan) }
        let failure = Viewport.Failure.number(name: "horizontal velocity", .nan)
        #expect(failure.description.contains("horizontal velocity") && failure.description.contains("2^53"))
        #expect(Viewport.Failure.scale(0).description.contains("scale"))
    }
}

@Suite("A viewport's track")
struct ViewportTrackTests {
    let pyramid = try! TilePyramid(contentSize: CGSize(width: 16384, height: 16384), tileSize: 256)
    let policy = EnginePolicy()

    func viewport(
        x: Double = 0, scale: Double = 1, velocity: Double = 0, isZooming: Bool = false, time: Double
    ) -> Viewport {
        try! Viewport(
            visible: Box(x: x, y: 0, width: 1000 / scale, height: 800 / scale), scale: scale, velocityX: velocity,
            isZooming: isZooming, time: time)
    }

    @Test("asks for drafts from 1,000 pixels a second on, and until 100 ms after")
    func quality() {
        var track = ViewportTrack()
        var qualities: [RasterContext.Quality] = []
        for (time, velocity) in [(0.0, 999.0), (0.016, 1000), (0.032, 500), (0.1, 500), (0.115, 500), (0.117, 500)] {
            let focus = track.follow(
                viewport(x: time, velocity: velocity, time: time), over: pyramid, under: policy)
            qualities.append(focus.quality)
        }
        #expect(qualities == [.full, .draft, .draft, .draft, .draft, .full])
    }

    @Test("rests 100 ms after the last move, and says when")
    func rest() throws {
        var track = ViewportTrack()
        #expect(track.follow(viewport(time: 5), over: pyramid, under: policy).isResting, "it has never moved")
        #expect(track.nextChange(under: policy) == nil)
        #expect(!track.follow(viewport(x: 1, time: 5.5), over: pyramid, under: policy).isResting)
        let change = try #require(track.nextChange(under: policy))
        #expect(abs(change - 5.6) < 1e-9)
        #expect(!track.follow(viewport(x: 1, time: change.nextDown), over: pyramid, under: policy).isResting)
        #expect(track.follow(viewport(x: 1, time: change), over: pyramid, under: policy).isResting)
        #expect(track.nextChange(under: policy) == nil)
        // A clock that goes back is treated as stopped.
        #expect(track.follow(viewport(x: 1, time: 1), over: pyramid, under: policy).isResting)
        #expect(!track.follow(viewport(x: 2, time: 1), over: pyramid, under: policy).isResting)
    }

    @Test("takes the coarsest level that is not magnified by more than 1.2")
    func level() {
        for (scale, level) in [(1.0, 6), (0.5, 5), (0.59, 5), (0.61, 6), (4, 6), (1e-9, 0), (0x1p40, 6)] {
            var track = ViewportTrack()
            let focus = track.follow(viewport(scale: scale, time: 0), over: pyramid, under: policy)
            #expect(focus.level == level, "\(scale)")
        }
        var dense = ViewportTrack()
        #expect(dense.follow(viewport(scale: 1, time: 0), over: pyramid, magnification: 2, under: policy).level == 5)
    }

    @Test("keeps its level through a zoom until it is off by more than two times")
    func zoom() {
        var track = ViewportTrack()
        func level(_ scale: Double, isZooming: Bool = true) -> Int {
            track.follow(viewport(scale: scale, isZooming: isZooming, time: 0), over: pyramid, under: policy).level
        }
        #expect(level(0.25) == 4)
        #expect(level(0.49) == 4)
        #expect(level(0.51) == 5)
        #expect(level(0.26) == 5)
        #expect(level(0.24) == 4)
        #expect(level(0.4) == 4)
        #expect(level(0.4, isZooming: false) == 5)
    }

    @Test("goes to a coarser level when a viewport would show too many tiles")
    func tooMany() throws {
        let pyramid = try TilePyramid(contentSize: CGSize(width: 4096, height: 4096), tileSize: 1)
        var track = ViewportTrack()
        let focus = track.follow(viewport(time: 0), over: pyramid, under: policy)
        #expect(pyramid.cellCount(of: viewport(time: 0).visible, atLevel: focus.level) <= 4096)
        #expect(pyramid.cellCount(of: viewport(time: 0).visible, atLevel: focus.level + 1) > 4096)
    }
}
