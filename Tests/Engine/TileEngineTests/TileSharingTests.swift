import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

/// Other engines, as a test says.
private final class Others: TileSharing {
    private struct State: Sendable {
        var asked: [String] = []
        var waiting: [@Sendable (SharedTileAnswer) -> Void] = []
        var left = 0
        var bins: [TilePriority.Bin] = []
        var kept: [String: [UInt8]] = [:]
        var givenUp = 0
        /// An answer that is given without a wait.
        var atOnce: [UInt8]?
    }

    private final class Claim: TileClaim {
        private let others: Others
        private let name: String
        private let isKept = Lock(false)

        init(_ others: Others, _ name: String) { (self.others, self.name) = (others, name) }

        func keep(_ file: [UInt8]) {
            isKept.withLock { $0 = true }
            others.state.withLock { $0.kept[name] = file }
        }

        deinit { if !isKept.withLock({ $0 }) { others.state.withLock { $0.givenUp += 1 } } }
    }

    private let state = Lock(State())

    var asked: [String] { state.withLock { $0.asked } }
    var left: Int { state.withLock { $0.left } }
    /// The bins of lookups, when they began and after each change, in order.
    var bins: [TilePriority.Bin] { state.withLock { $0.bins } }
    var kept: [String: [UInt8]] { state.withLock { $0.kept } }
    var givenUp: Int { state.withLock { $0.givenUp } }
    func answerAtOnce(_ file: [UInt8]) { state.withLock { $0.atOnce = file } }

    func lookUp(
        _ key: TileKey, of content: ContentFingerprint, priority: TilePriority,
        whenKnown: @escaping @Sendable (SharedTileAnswer) -> Void
    ) -> SharedTileLookup {
        let atOnce = state.withLock { state in
            state.asked.append("\(content.text) \(key.tile.column)")
            state.bins.append(priority.bin)
            if state.atOnce == nil { state.waiting.append(whenKnown) }
            return state.atOnce
        }
        if let atOnce { whenKnown(.file(atOnce)) }
        return SharedTileLookup(setPriority: { priority in self.state.withLock { $0.bins.append(priority.bin) } }) {
            self.state.withLock { $0.left += 1 }
        }
    }

    /// Answers who asked first.
    func answer(_ file: [UInt8]?) {
        let (whenKnown, name) = state.withLock { state in
            (state.waiting.removeFirst(), state.asked[state.asked.count - state.waiting.count - 1])
        }
        whenKnown(file.map { .file($0) } ?? .absent(Claim(self, name)))
    }
}

/// A source that draws a number, and says of it what a test wants.
private final class Drawer: TileSource {
    let contentSize = CGSize(width: 1024, height: 1024)
    let blue: UInt8
    let missing: MissingPart?
    let drawn = Counter()

    init(_ blue: UInt8, missing: MissingPart? = nil) { (self.blue, self.missing) = (blue, missing) }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        drawn.increment()
        if let missing { context.onMissingPart?(missing) }
        return .blue(blue, area)
    }
}

@Suite("Tiles that other engines may have")
struct TileSharingTests {
    private let others = Others()
    private let executor = SteppedExecutor()
    private let inbox = Inbox()
    private let engine: TileEngine
    private let pyramid = try! TilePyramid(contentSize: CGSize(width: 1024, height: 1024), tileSize: 256)

    init() {
        var policy = EnginePolicy()
        policy.workers = 1
        engine = TileEngine(
            policy: policy,
            services: EngineServices(executor: executor, encode: { image, _ in [image.blue] }, sharing: others))
    }

    private func key(_ id: ContentID, _ column: Int = 0, as output: TileKey.Output = .encoded(.png)) -> TileKey {
        TileKey(id, TileCoordinate(level: 2, column: column, row: 0), as: output)
    }

    private func ask(_ name: String, _ key: TileKey, bin: TilePriority.Bin = .visible) -> TileRequest {
        engine.request(key, TilePriority(bin), deliver: inbox.expect(name))
    }

    @Test("are theirs when they have them: no worker draws, and they are kept as if one had")
    func found() throws {
        let source = Drawer(1)
        let id = engine.add(source, pyramid: pyramid, fingerprint: ContentFingerprint("f"))
        let (first, second) = (ask("a", key(id)), ask("b", key(id)))
        executor.runAll()
        #expect(others.asked == ["f 0"] && inbox.letters.isEmpty)
        engine._checkInvariants()
        others.answer([9])
        #expect(inbox["a"] == ["9"] && inbox["b"] == ["9"] && source.drawn.value == 0)
        #expect(engine.cached(key(id))?.firstByte == 9 && engine.counters.shared == 1)
        engine._checkInvariants()
        others.answerAtOnce([8])
        _ = ask("c", key(id, 1))
        #expect(inbox["c"] == ["8"])
        engine._checkInvariants()
        _ = (first, second)
    }

    @Test("are looked for as urgently as the most urgent of those who wait wants them")
    func priorities() {
        let id = engine.add(Drawer(1), pyramid: pyramid, fingerprint: ContentFingerprint("f"))
        let first = ask("a", key(id), bin: .eventually)
        let second = ask("b", key(id), bin: .soon)
        #expect(others.bins == [.eventually, .soon])
        let third = ask("c", key(id), bin: .visible)
        third.cancel()
        #expect(others.bins == [.eventually, .soon, .visible, .soon] && others.asked == ["f 0"])
        others.answer([9])
        first.setPriority(.visible)
        #expect(others.bins.count == 4 && inbox["a"] == ["9"] && inbox["b"] == ["9"])
        engine._checkInvariants()
        _ = second
    }

    @Test("are drawn and given to them when they have none")
    func drawn() throws {
        let id = engine.add(Drawer(1), pyramid: pyramid, fingerprint: ContentFingerprint("f"))
        let request = ask("a", key(id))
        others.answer(nil)
        #expect(others.kept.isEmpty)
        executor.runAll()
        #expect(inbox["a"] == ["1"] && others.kept == ["f 0": [1]] && others.givenUp == 0)
        engine._checkInvariants()
        _ = request
    }

    @Test("in another format are drawn beside what they have, and pixels, drafts and unnamed contents not looked for")
    func outputs() throws {
        let source = Drawer(1)
        let id = engine.add(source, pyramid: pyramid, fingerprint: ContentFingerprint("f"))
        let all = [ask("png", key(id)), ask("webp", key(id, as: .encoded(.webpLossless)))]
        others.answer([9])
        executor.runAll()
        #expect(inbox["png"] == ["9"] && inbox["webp"] == ["1"] && source.drawn.value == 1 && others.kept.isEmpty)
        let unnamed = engine.add(source, pyramid: pyramid)
        let more = [
            ask("pixels", key(id, 1, as: .pixels)), ask("draft", key(id, 2).with(.draft)), ask("own", key(unnamed)),
        ]
        executor.runAll()
        #expect(others.asked.count == 1 && inbox.letters.count == 5)
        engine._checkInvariants()
        _ = (all, more)
    }

    @Test("of a content that changed meanwhile are drawn, and not given to them under the old name")
    func changed() throws {
        let id = engine.add(Drawer(1), pyramid: pyramid, fingerprint: ContentFingerprint("old"))
        let before = ask("before", key(id))
        try engine.replace(id, with: Drawer(2), pyramid: pyramid, fingerprint: ContentFingerprint("new"))
        let after = ask("after", key(id))
        // What they have is the old one.
        others.answer([9])
        executor.runAll()
        #expect(inbox["before"] == ["2"] && inbox["after"] == ["2"] && others.kept.isEmpty)
        // One that changes while it is drawn for them.
        let second = ask("second", key(id, 1))
        others.answer(nil)
        try engine.replace(id, with: Drawer(3), pyramid: pyramid, fingerprint: ContentFingerprint("newer"))
        executor.runAll()
        #expect(inbox["second"] == ["3"] && others.kept.isEmpty && others.givenUp == 1)
        // One that says that it changes is the one of its name no more.
        engine.invalidate(id)
        let third = ask("third", key(id, 2))
        executor.runAll()
        #expect(inbox["third"] == ["3"] && others.asked == ["old 0", "new 1"])
        engine._checkInvariants()
        _ = (before, after, second, third)
    }

    @Test("are given up when nobody wants them any more, when they lack a part for now, or their file is another")
    func givenUp() throws {
        let id = engine.add(Drawer(1), pyramid: pyramid, fingerprint: ContentFingerprint("f"))
        ask("a", key(id)).cancel()
        #expect(others.left == 1)
        others.answer(nil)
        #expect(others.givenUp == 1)
        let waits = ask("b", key(id, 1))
        others.answer(nil)
        waits.cancel()
        #expect(others.givenUp == 2)
        let incomplete = engine.add(
            Drawer(1, missing: .forNow), pyramid: pyramid, fingerprint: ContentFingerprint("incomplete"))
        let (part, gone) = (
            ask("c", key(incomplete)),
            ask(
                "d",
                key(engine.add(Drawer(1), pyramid: pyramid, fingerprint: ContentFingerprint("g") { false })))
        )
        others.answer(nil)
        others.answer(nil)
        executor.runAll()
        #expect(others.givenUp == 4 && others.kept.isEmpty && inbox["c"] == ["1"] && inbox["d"] == ["1"])
        engine._checkInvariants()
        _ = (part, gone)
    }
}
