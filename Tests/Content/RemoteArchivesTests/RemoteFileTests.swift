import Foundation
import TestSupport
import Testing
import TileArchives
import TileFormats
import TileSupport

@testable import RemoteArchives

@Suite("Objects read in parts")
struct RemoteFileTests {
    private let bytes = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    private let server: MemoryServer

    init() { server = MemoryServer(bytes) }

    private func section(_ offset: Int, _ length: Int) -> PMTiles.Section {
        PMTiles.Section(offset: UInt64(offset), length: UInt64(length))
    }

    private func read(_ file: RemoteFile, at offset: Int, count: Int) async throws -> [UInt8] {
        try await blocking { try file.read(at: UInt64(offset), count: count) }
    }

    @Test("have the bytes that are asked for, each fetched once")
    func parts() async throws {
        let file = try await RemoteFile.open(server.object())
        #expect(file.byteCount == 400_000 && file.path == "https://maps.test/a.pmtiles?…")
        // The first bytes have all been fetched.
        #expect(try await read(file, at: 100, count: 50) == Array(bytes[100..<150]))
        try await file.load(section(200_000, 1000))
        #expect(file.isHere(section(200_000, 1000)))
        #expect(try await read(file, at: 200_000, count: 1000) == Array(bytes[200_000..<201_000]))
        #expect(server.log == ["GET 0-16383", "GET 200000-200999"])
        await #expect(throws: ArchiveFailure.self) { try await read(file, at: 399_999, count: 2) }
    }

    @Test("that are wanted at a time and lie near each other are fetched by one request")
    func coalesced() async throws {
        let file = try await RemoteFile.open(server.object())
        server.change { $0.isHolding = true }
        // Eight ranges far apart use all concurrent requests.
        let first = (0..<8).map { number in
            Task { try await file.load(section(20_000 + number * 40_000, 10)) }
        }
        await server.hasHeld(8)
        let later = (0..<5).map { number in Task { try await file.load(section(30_000 + number * 3000, 2000)) } }
        let same = (0..<5).map { _ in Task { try await file.load(section(33_000, 2000)) } }
        let far = Task { try await file.load(section(390_000, 10)) }
        await file.hasWaiting(6)
        server.release()
        for task in first + later + same + [far] { try await task.value }
        #expect(server.log.count == 1 + 8 + 2, "\(server.log)")
        #expect(server.log.contains("GET 30000-43999"))
        #expect(try await read(file, at: 39_000, count: 2000) == Array(bytes[39_000..<41_000]))
        #expect(server.log.count == 11)
    }

    @Test("are asked for again when the server fails every third time, and nothing is lost")
    func failing() async throws {
        server.change { $0.disturbance = { $0 % 3 == 0 ? ($0 % 2 == 0 ? .status(503) : .broken) : nil } }
        let file = try await RemoteFile.open(server.object())
        for number in 0..<60 {
            let offset = 20_000 + number * 5000
            try await file.load(section(offset, 100))
            #expect(try await read(file, at: offset, count: 100) == Array(bytes[offset..<offset + 100]))
        }
    }

    @Test("say that the server is gone when it does not answer at all, and read on when it is back")
    func gone() async throws {
        // The clock stands still, so the duration of the test does not matter.
        let file = try await RemoteFile.open(server.object(), now: { 1 })
        server.change { $0.disturbance = { _ in .status(500) } }
        await #expect(throws: RemoteFailure.unreachable(file.path, reason: "the server answers 500")) {
            try await file.load(section(100_000, 10))
        }
        #expect(server.log.count == 1 + 5)
        // The next drawing fails at once, without another request.
        await #expect(throws: RemoteFailure.self) { try await file.load(section(100_000, 10)) }
        #expect(server.log.count == 6)
        server.change { $0.disturbance = { _ in nil } }
        try await file.load(section(100_010, 10))
        #expect(file.isHere(section(100_010, 10)))
    }

    @Test("are never mixed with those of the object that took its place", arguments: [false, true])
    func replaced(ignoresConditions: Bool) async throws {
        let file = try await RemoteFile.open(server.object())
        try await file.load(section(100_000, 10))
        server.change { state in
            state.tag = "\"two\""
            state.bytes = state.bytes.map { ~$0 }
            state.ignoresConditions = ignoresConditions
        }
        await #expect(throws: RemoteFailure.replaced(file.path)) { try await file.load(section(200_000, 10)) }
        #expect(file.isReplaced)
        await #expect(throws: ArchiveFailure.replaced(path: file.path)) { try await read(file, at: 300_000, count: 10) }
    }

    @Test("are found to be replaced by looking, too")
    func looking() async throws {
        let file = try await RemoteFile.open(server.object())
        await file.check()
        #expect(!file.isReplaced)
        server.change { $0.tag = "\"two\"" }
        await file.check()
        #expect(file.isReplaced)
    }

    @Test("of a server without ranges, of nothing, and cut ones are refused, with what is wrong")
    func refused() async throws {
        server.change { $0.ignoresRange = true }
        for (headers, words) in [
            ([], "supports range requests"), ([("Server", "SimpleHTTP/0.6 Python/3.11.2")], "(Server: SimpleHTTP/0.6"),
            ([("Content-Encoding", "gzip")], "turn compression off for .pmtiles files (nginx: gzip off)"),
        ] {
            server.change { $0.headersOfWhole = headers }
            let whole = await #expect(throws: RemoteFailure.self) { try await RemoteFile.open(server.object()) }
            #expect("\(try #require(whole))".contains(words))
            if case .unusable = whole {} else { Issue.record("\(String(describing: whole))") }
        }
        server.change { $0.ignoresRange = false }
        let file = try await RemoteFile.open(server.object())
        server.change { $0.disturbance = { _ in .cut } }
        let failure = await #expect(throws: RemoteFailure.self) { try await file.load(section(100_000, 10)) }
        #expect("\(try #require(failure))".hasSuffix("the server sent a different range than requested"))
        let empty = MemoryServer([])
        let nothing = await #expect(throws: RemoteFailure.self) { try await RemoteFile.open(empty.object()) }
        #expect("\(try #require(nothing))".hasSuffix("the file is empty"))
        server.change { $0.disturbance = { _ in .status(404) } }
        let missing = await #expect(throws: RemoteFailure.self) { try await RemoteFile.open(server.object()) }
        #expect(missing == .notFound("https://maps.test/a.pmtiles?…"))
        server.change { $0.disturbance = { _ in .status(403) } }
        let forbidden = await #expect(throws: RemoteFailure.self) { try await RemoteFile.open(server.object()) }
        if case .forbidden = forbidden {} else { Issue.record("\(String(describing: forbidden))") }
    }

    @Test("are left by who wants them no more, and fetched for those who do")
    func cancelled() async throws {
        let file = try await RemoteFile.open(server.object())
        server.change { $0.isHolding = true }
        let one = Task { try await file.load(section(100_000, 10)) }
        let other = Task { try await file.load(section(100_000, 10)) }
        await file.hasWaiters(2, of: section(100_000, 10))
        one.cancel()
        await #expect(throws: RemoteFailure.cancelled) { try await one.value }
        server.release()
        try await other.value
        #expect(file.isHere(section(100_000, 10)))
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            try await file.load(section(200_000, 10))
        }
        late.cancel()
        await #expect(throws: RemoteFailure.cancelled) { try await late.value }
        #expect(server.log.count == 2)
    }
}

extension MemoryServer {
    /// Waits until `count` requests are held.
    func hasHeld(_ count: Int) async { while state.withLock({ $0.held.count }) < count { await Task.yield() } }
}

extension RemoteFile {
    /// Waits until `count` parts wait for a request.
    func hasWaiting(_ count: Int) async { while waitingCount < count { await Task.yield() } }

    func hasWaiters(_ count: Int, of section: PMTiles.Section) async {
        while waiterCount(of: section) < count { await Task.yield() }
    }
}
