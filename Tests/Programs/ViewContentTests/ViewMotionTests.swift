import Foundation
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TileSupport
import TileViews
import ViewContent

/// A black square of 20 points on white that slides to the right and back.
private final class Track: UIView {
    let square = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    private(set) var ends: [Bool] = []

    private let slides: Bool

    init(slides: Bool = false, turns: Bool = false) {
        self.slides = slides
        super.init(frame: CGRect(x: 0, y: 0, width: 420, height: 20))
        backgroundColor = .white
        square.backgroundColor = .black
        addSubview(square)
        if turns {
            let animation = CABasicAnimation(keyPath: "position.x")
            (animation.fromValue, animation.toValue) = (10, 410)
            animation.duration = 1
            animation.repeatCount = .infinity
            square.layer.add(animation, forKey: "turns")
        }
    }

    required init?(coder: NSCoder) { nil }

    override func didMoveToWindow() { if slides { slide() } }

    func slide() {
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            self.square.frame.origin.x = 400
        } completion: {
            self.ends.append($0)
        }
    }
}

@Suite("What moves in a tree of views as content")
struct ViewMotionTests {
    private typealias Source = ViewSource<Track>

    /// Returns the position of the square's left edge in the tiles.
    private func place(_ source: Source) throws -> Int? {
        let area = RasterArea(scale: 1, x: 0, y: 10, width: 420, height: 1)
        guard case .bitmap(let row) = try source.raster(area, in: RasterContext(pool: BitmapPool())) else { return nil }
        return (0..<420).first { row[$0, 0].argb == 0xFF00_0000 }
    }

    @Test("stands still: what ends has ended as it begins, and what goes on for ever shows as it begins")
    func stillness() throws {
        let source = Source(Track())
        source.update { $0.slide() }
        #expect(try place(source) == 400)
        #expect(source.update { $0.ends } == [true])
        #expect(try place(Source(Track(slides: true))) == 400)
        #expect(try place(Source(Track(turns: true))) == 0)
    }

    @Test("goes on while time passes, in as many frames as the pace says, and then nothing is done")
    func motion() async throws {
        let (source, clock, pace) = (Source(Track()), SteppedClock(), FramePace(framesPerSecond: 4))
        let told = Lock<[Box]>([])
        let subscription = source.subscribe { box in told.withLock { $0.append(box) } }
        defer { _ = consume subscription }
        let mover = Task { await source.move(at: pace, clock: clock) }
        while source.counters.frames < 2 { await Task.yield() }
        source.update { $0.slide() }
        var places = [try place(source)]
        for _ in 1...4 {
            let frame = try #require(await clock.nextSleep())
            places.append(try place(source))
            clock.advance(to: frame)
        }
        #expect(places == [0, 0, 100, 200, 300])
        // The square's view is notified at the end; then no task sleeps until something moves again.
        while source.counters.frames < 7 { await Task.yield() }
        #expect(try place(source) == 400)
        let frames = source.counters.frames
        clock.advance(by: .seconds(10))
        #expect(source.counters.frames == frames)
        #expect(source.update { $0.ends } == [true])
        // Changes cover the square's old and new positions, and not all of the content.
        for x in [110.0, 210, 310] {
            #expect(told.withLock { $0 }.contains { $0.minX <= x && x <= $0.maxX && $0.width < 200 })
        }

        pace.framesPerSecond = 2
        source.update { track in
            track.square.frame.origin.x = 0
            track.slide()
        }
        let begin = clock.now.offset
        #expect(await clock.nextSleep() == begin + .milliseconds(500))
        pace.framesPerSecond = 10
        #expect(await clock.nextSleep() == begin + .milliseconds(100))
        mover.cancel()
        await mover.value
        #expect(try place(source) == 400)
        #expect(source.update { $0.ends } == [true, false])
    }

    @Test("leaves out frames while tiles wait for longer than a frame, and ends when it would have ended")
    func fewerFrames() async throws {
        let (source, clock) = (Source(Track()), SteppedClock())
        let isBehind = Lock(false)
        let pace = FramePace(framesPerSecond: 4) { isBehind.withLock { $0 } }
        let mover = Task { await source.move(at: pace, clock: clock) }
        while source.counters.frames < 2 { await Task.yield() }
        source.update { $0.slide() }
        isBehind.withLock { $0 = true }
        var times: [Duration] = []
        for _ in 1...4 {
            let time = try #require(await clock.nextSleep())
            times.append(time)
            clock.advance(to: time)
        }
        #expect(times == [250, 312.5, 375, 437.5].map { .milliseconds($0) })
        #expect(await clock.nextSleep() == .milliseconds(500))
        #expect(try place(source) == 0)
        isBehind.withLock { $0 = false }
        clock.advance(to: .milliseconds(500))
        #expect(await clock.nextSleep() == .milliseconds(750))
        #expect(try place(source) == 200)
        // Frames aren't put off without end.
        isBehind.withLock { $0 = true }
        let frames = source.counters.frames
        clock.advance(to: .milliseconds(750))
        for _ in 1...FramePace.mostDelays { clock.advance(to: try #require(await clock.nextSleep())) }
        while source.counters.frames == frames { await Task.yield() }
        #expect(clock.now.offset == .milliseconds(1750))
        #expect(try place(source) == 400)
        #expect(source.update { $0.ends } == [true])
        mover.cancel()
        await mover.value
    }

    @Test("begins with what the tree began with, if time passes before anybody has looked")
    func beginning() async throws {
        let (source, clock) = (Source(Track(slides: true)), SteppedClock())
        let mover = Task { await source.move(at: FramePace(framesPerSecond: 4), clock: clock) }
        clock.advance(to: try #require(await clock.nextSleep()))
        _ = await clock.nextSleep()
        #expect(try place(source) == 100)
        mover.cancel()
        await mover.value
    }

    @Test("is two movers' while both are there")
    func movers() async throws {
        let (source, clock) = (Source(Track(turns: true)), SteppedClock())
        let first = Task { await source.move(at: FramePace(framesPerSecond: 4), clock: clock) }
        _ = await clock.nextSleep()
        let second = Task { await source.move(at: FramePace(framesPerSecond: 4), clock: SteppedClock()) }
        while source.counters.frames < 3 { await Task.yield() }
        second.cancel()
        await second.value
        let frames = source.counters.frames
        clock.advance(by: .milliseconds(250))
        while source.counters.frames == frames { await Task.yield() }
        #expect(try place(source) == 100)
        first.cancel()
        await first.value
        #expect(try place(source) == 100)
    }

    @Test("is at each moment that a film asks for, from the beginning")
    func moments() throws {
        let source = Source(Track(slides: true, turns: false))
        var places: [Int?] = []
        for step in [0, 0.25, 0.5, 0.125, 10] {
            source.pass(step)
            places.append(try place(source))
        }
        #expect(places == [0, 100, 300, 350, 400])
        #expect(source.update { $0.ends } == [true])
    }
}
