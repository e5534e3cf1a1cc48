import Foundation
import HummingbirdTesting
import Logging
import Testing
import TileContent
import TileEngine
import TileGeometry
import TileGraphics
import TileSessions
import TileSupport

@testable import TileServer

@Suite("Contents that change, come and go while they are served")
struct SiteChangesTests {
    /// A drawing of squares, in place of a file.
    private final class File: Sendable {
        struct State {
            var squares = [(10.0, 10.0), (500, 400)]
            var size = CGSize(width: 1000, height: 600)
            var isBroken = false
            /// Whether the reason why it is broken may pass.
            var mayPass = false
            var reads = 0
        }

        let id: String
        let state = Lock(State())
        let whileReading = Lock<(@Sendable () -> Void)?>(nil)

        init(_ id: String = "plan") { self.id = id }

        var offer: OfferedContent {
            OfferedContent(id: id, listing: OfferedContent.Listing(title: "Plan")) { [self] in
                let now = state.withLock { state in
                    state.reads += 1
                    return state
                }
                whileReading.withLock { $0 }?()
                if now.isBroken { throw ContentRefusal("it ends in the middle", mayPass: now.mayPass) }
                var recorder = PictureRecorder()
                for (x, y) in now.squares {
                    var path = PathBuilder()
                    path.rectangle(x: x, y: y, width: 50, height: 50)
                    recorder.fill(path.build(), with: .color(Color(red: 1, green: 0, blue: 0, alpha: 1)))
                }
                return ServedContent(
                    id: id, title: "Plan", source: PictureSource(recorder.finish(), contentSize: now.size),
                    pyramid: try TilePyramid(contentSize: now.size, tileSize: 256), isScalable: true, format: .png)
            }
        }
    }

    private func server(_ file: File) throws -> TileServer {
        var configuration = TileServerConfiguration()
        configuration.contentsMayChange = true
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return try TileServer(configuration: configuration, offers: [file.offer], logger: logger)
    }

    private func ask(_ server: TileServer, _ path: String) async throws -> TestResponse {
        try await server.application.test(.router) { client in
            try await client.execute(uri: path, method: .get) { $0 }
        }
    }

    @discardableResult
    private func reopen(_ server: TileServer) async -> Bool {
        await withCheckedContinuation { done in server.reopen("plan") { done.resume(returning: $0) } }
    }

    @Test("A change has those tiles drawn again that it touches, and tells its viewers where it is")
    func change() async throws {
        let file = File()
        let server = try server(file)
        server.opening.start()
        let (first, last) = ("/tiles/plan/2/0/0.png", "/tiles/plan/2/2/1.png")
        let before = (try await ask(server, first), try await ask(server, last))
        #expect(before.0.headers[.cacheControl] == "public, no-cache")
        let content = try server.site.entry("plan").engineID
        let session = try server.sessions.open(
            try #require(SessionID("viewer0123456789abcdef")), of: content, as: .png,
            client: ClientAddress(bytes: 1, isNetwork: false))

        file.state.withLock { $0.squares[1] = (520, 400) }
        await reopen(server)
        let after = (try await ask(server, first), try await ask(server, last))
        #expect(after.0.headers[.serverTiming] == nil, "what the change does not touch is drawn again")
        #expect(after.0.headers[.eTag] == before.0.headers[.eTag])
        #expect(after.1.headers[.serverTiming] != nil && after.1.headers[.eTag] != before.1.headers[.eTag])
        let events = session.drain()
        #expect(!events.isReplaced && !events.changes.isEmpty)
        #expect(events.changes.allSatisfy { Box(x: 499, y: 399, width: 72, height: 52).contains($0) })
        server.sessions.close(session)
    }

    @Test("What can't be read now is shown as it was; what could not be read before is shown once it can")
    func damage() async throws {
        let file = File()
        let server = try server(file)
        server.opening.start()
        let before = try await ask(server, "/tiles/plan/2/2/1.png")
        file.state.withLock { $0.isBroken = true }
        #expect(await !reopen(server))
        #expect(file.state.withLock { $0.reads } == 2)
        let kept = try await ask(server, "/tiles/plan/2/2/1.png")
        #expect(kept.status == .ok && kept.headers[.eTag] == before.headers[.eTag])

        let other = File()
        other.state.withLock { $0.isBroken = true }
        let late = try self.server(other)
        late.opening.start()
        #expect(try await ask(late, "/tiles/plan.json").status == .notFound)
        other.state.withLock { $0.isBroken = false }
        await reopen(late)
        #expect(try await ask(late, "/tiles/plan.json").status == .ok)
    }

    @Test("One that can't be read at the moment is read again, after longer and longer waits")
    func passing() async throws {
        let file = File()
        let server = try server(file)
        let waits = Lock<[Int]>([])
        let after: SiteOpening.After = { seconds, queue, body in
            let count = waits.withLock { waits in
                waits.append(seconds)
                return waits.count
            }
            if count == 12 { file.state.withLock { $0.isBroken = false } }
            queue.async(execute: body)
        }
        let opening = SiteOpening(server.site, workers: 1, logger: server.logger, after: after)
        opening.start()
        try await opening.wait(for: "plan")
        file.state.withLock { ($0.isBroken, $0.mayPass) = (true, true) }
        let answers = Lock<[Bool]>([])
        await withCheckedContinuation { done in
            opening.reopen("plan") { isShown in
                answers.withLock { $0.append(isShown) }
                if isShown { done.resume() }
            }
        }
        #expect(waits.withLock { $0 } == [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
        #expect(answers.withLock { $0 } == [false, true])
        #expect(file.state.withLock { $0.reads } == 14)
        opening.end()
    }

    @Test("All who reported a change are told when it is shown; nobody is told after the end")
    func callers() async throws {
        let file = File()
        let server = try server(file)
        let pending = Lock<[@Sendable () -> Void]>([])
        let after: SiteOpening.After = { _, queue, body in
            pending.withLock { $0.append { queue.async(execute: body) } }
        }
        let opening = SiteOpening(server.site, workers: 1, logger: server.logger, after: after)
        opening.start()
        try await opening.wait(for: "plan")
        let answers = Lock<[String]>([])
        func report(_ name: String) async {
            await withCheckedContinuation { done in
                let isAnswered = Lock(false)
                opening.reopen("plan") { isShown in
                    answers.withLock { $0.append("\(name) \(isShown)") }
                    let isFirst = isAnswered.withLock { isAnswered in
                        defer { isAnswered = true }
                        return !isAnswered
                    }
                    if isFirst { done.resume() }
                }
            }
        }
        file.state.withLock { ($0.isBroken, $0.mayPass) = (true, true) }
        await report("a")
        await report("b")
        #expect(pending.withLock { $0.count } == 1 && answers.withLock { $0 } == ["a false", "b false"])
        // A later change is read before the wait is over.
        file.state.withLock { $0.isBroken = false }
        await report("c")
        await report("d")
        #expect(answers.withLock { Set($0.dropFirst(2)) } == ["a true", "b true", "c true", "d true"])
        let reads = file.state.withLock { $0.reads }
        pending.withLock { $0[0] }()
        // The queue reads one after the other, so this is behind the wait that had nothing left to do.
        await report("e")
        #expect(file.state.withLock { $0.reads } == reads + 1)

        file.state.withLock { $0.isBroken = true }
        await report("f")
        opening.end()
        file.state.withLock { $0.isBroken = false }
        pending.withLock { $0[1] }()
        await report("g")
        #expect(answers.withLock { Array($0.suffix(3)) } == ["e true", "f false", "g false"])
    }

    @Test("One that is fetched from another machine delays no other")
    func fetched() async throws {
        let (remote, local) = (File("remote"), File())
        let gate = Lock<CheckedContinuation<Void, Never>?>(nil)
        let isChanged = Lock(false)
        var offer = remote.offer
        let (arrivals, arrive) = AsyncStream<Void>.makeStream()
        offer.prepare = {
            guard isChanged.withLock({ $0 }) else { return }
            await withCheckedContinuation { open in
                gate.withLock { $0 = open }
                arrive.yield()
            }
        }
        var configuration = TileServerConfiguration()
        configuration.contentsMayChange = true
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let server = try TileServer(configuration: configuration, offers: [offer, local.offer], logger: logger)
        server.opening.start()
        #expect(try await ask(server, "/tiles/remote.json").status == .ok)
        #expect(try await ask(server, "/tiles/plan.json").status == .ok)
        isChanged.withLock { $0 = true }
        let (answers, answer) = AsyncStream<Bool>.makeStream()
        server.reopen("remote") { answer.yield($0) }
        for await _ in arrivals { break }
        #expect(await reopen(server) && remote.state.withLock { $0.reads } == 1)
        gate.withLock { $0 }?.resume()
        for await isShown in answers {
            #expect(isShown && remote.state.withLock { $0.reads } == 2)
            break
        }
    }

    @Test("One that is taken out while it is read again leaves nothing behind")
    func withdrawnMeanwhile() async throws {
        // reopening                the test's thread
        // reads the file
        //                          withdraws it
        // puts it in place
        let file = File()
        let server = try server(file)
        server.opening.start()
        #expect(try await ask(server, "/tiles/plan.json").status == .ok)
        file.state.withLock { $0.size = CGSize(width: 200, height: 100) }
        file.whileReading.withLock { $0 = { server.withdraw("plan") } }
        await reopen(server)
        #expect(try await ask(server, "/tiles/plan.json").status == .notFound)
        #expect(server.site.entries.isEmpty)
        for number in 1...4 { #expect(server.engine.pyramid(of: ContentID(UInt32(number))) == nil) }
    }

    @Test("One of another size is another content: its viewers are told to begin anew")
    func size() async throws {
        let file = File()
        let server = try server(file)
        server.opening.start()
        #expect(try await ask(server, "/tiles/plan/2/3/2.png").status == .ok)
        let content = try server.site.entry("plan").engineID
        let session = try server.sessions.open(
            try #require(SessionID("viewer0123456789abcdef")), of: content, as: .png,
            client: ClientAddress(bytes: 1, isNetwork: false))
        file.state.withLock { $0.size = CGSize(width: 200, height: 100) }
        await reopen(server)
        #expect(session.drain().isReplaced)
        #expect(try server.site.entry("plan").engineID != content)
        #expect(try await ask(server, "/tiles/plan/2/3/2.png").status == .notFound)
        #expect(try await ask(server, "/tiles/plan/0/0/0.png").status == .ok)
        #expect(server.engine.pyramid(of: content) == nil, "nothing is left of what was before")
    }

    @Test("One that goes is gone from all lists; one that comes is served; a name is given once")
    func comeAndGo() async throws {
        let file = File()
        let server = try server(file)
        server.opening.start()
        #expect(try await ask(server, "/tiles/plan.json").status == .ok)
        let session = try server.sessions.open(
            try #require(SessionID("viewer0123456789abcdef")), of: try server.site.entry("plan").engineID, as: .png,
            client: ClientAddress(bytes: 1, isNetwork: false))
        #expect(throws: TileServerFailure.duplicateID("plan")) { try server.offer(file.offer) }
        server.withdraw("plan")
        server.withdraw("nothing")
        #expect(session.drain().isReplaced)
        #expect(try await ask(server, "/tiles/plan.json").status == .notFound)
        #expect(try await ask(server, "/tiles/plan/0/0/0.png").status == .notFound)
        #expect(String(buffer: try await ask(server, "/contents.json").body) == #"{"contents":[],"opening":0}"#)
        try server.offer(file.offer)
        #expect(try await ask(server, "/tiles/plan.json").status == .ok)
        #expect(try await ask(server, "/tiles/plan/0/0/0.png").status == .ok)
        server.sessions.close(session)
    }
}
