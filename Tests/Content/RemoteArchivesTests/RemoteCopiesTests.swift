import Foundation
import TestSupport
import Testing
import TileContent
import TileSupport

@testable import RemoteArchives

@Suite("Copies of remote files")
struct RemoteCopiesTests {
    private let folder: TemporaryFolder
    private let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    private let server: MemoryServer
    private let object: RemoteObject

    init() throws {
        folder = try TemporaryFolder()
        server = MemoryServer(bytes)
        object = server.object("https://maps.test/a/plan.pdf?key=secret")
    }

    private func copies(limit: Int = 10_000_000) throws -> RemoteCopies {
        try RemoteCopies(.folder(folder.file("remote")), limit: limit)
    }

    private func contents(_ copy: RemoteCopy) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: copy.path)))
    }

    private var entries: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.file("remote")) }
    }

    @Test("are fetched once, and asked for again by their version, by another process too")
    func revalidated() async throws {
        let copies = try copies()
        #expect(copies.copy(of: object) == nil)
        let copy = try await copies.fetch(object, known: nil)
        #expect(try contents(copy) == bytes && copy.path.hasSuffix("/plan.pdf"))
        #expect(!copy.path.contains("secret") && !copy.path.contains("maps.test"))
        let other = try self.copies()
        let known = try #require(other.copy(of: object))
        let same = try await other.fetch(object, known: known)
        #expect(same.path == copy.path && server.log == ["GET -", "GET -"])
        // A server that ignores conditions sends the version that is here.
        server.change { $0.ignoresConditions = true }
        #expect(try await other.fetch(object, known: known).path == copy.path)
        #expect(try entries.count == 1, "nothing unfinished stays")
    }

    @Test("are replaced by the new version, and the old one stays as long as it is in use")
    func replaced() async throws {
        let copies = try copies()
        var old: RemoteCopy? = try await copies.fetch(object, known: nil)
        server.change { state in
            state.tag = "\"two\""
            state.bytes = state.bytes.map { ~$0 }
        }
        let new = try await copies.fetch(object, known: old)
        #expect(try contents(#require(old)) == bytes && contents(new) == bytes.map { ~$0 })
        #expect(copies.copy(of: object)?.path == new.path)
        old = nil
        server.change { $0.tag = "\"three\"" }
        _ = try await copies.fetch(object, known: new)
        // The second version is in use.
        #expect(try entries.count == 2)
    }

    @Test("go on where the connection broke, but never mix two versions")
    func interrupted() async throws {
        let copies = try copies()
        server.change { $0.disturbance = { $0 == 1 ? .cut : nil } }
        #expect(try contents(await copies.fetch(object, known: nil)) == bytes)
        #expect(server.log == ["GET -", "GET 150000-"])
        // The file is replaced between the two attempts.
        let other = MemoryServer(bytes)
        let later = bytes.map { ~$0 }
        other.change { $0.disturbance = { $0 == 1 ? .cut : nil } }
        other.change { $0.afterRequest = { ($0.tag, $0.bytes) = ("\"two\"", later) } }
        #expect(try contents(await copies.fetch(other.object("https://maps.test/b"), known: nil)) == later)
        #expect(other.log == ["GET -", "GET 150000-"])
    }

    @Test("that are too large are refused with what to change, and leave nothing")
    func tooLarge() async throws {
        let copies = try copies(limit: 500_000)
        let failure = await #expect(throws: RemoteFailure.self) { try await copies.fetch(object, known: nil) }
        #expect("\(try #require(failure))".contains("300,000 bytes, more than the 250,000"))
        #expect("\(try #require(failure))".contains("--cache-dir-size") && server.log.count == 1)
        #expect(try entries.isEmpty)
        let empty = MemoryServer([]).object()
        let nothing = await #expect(throws: RemoteFailure.self) { try await copies.fetch(empty, known: nil) }
        #expect("\(try #require(nothing))".hasSuffix("the file is empty"))
    }

    @Test("that were not used for longest are deleted beyond the limit")
    func evicted() async throws {
        let copies = try copies(limit: 700_000)
        for name in ["a", "b", "c", "d"] {
            _ = try await copies.fetch(server.object("https://maps.test/\(name)"), known: nil)
        }
        #expect(try entries.count == 2)
        #expect(copies.copy(of: server.object("https://maps.test/d")) != nil)
        let kept = try await copies.fetch(server.object("https://maps.test/e"), known: nil)
        for name in ["f", "g"] { _ = try await copies.fetch(server.object("https://maps.test/\(name)"), known: nil) }
        #expect(try contents(kept) == bytes, "a copy in use stays")
    }

    @Test("in a temporary folder are deleted at the end, those of killed processes too")
    func temporary() async throws {
        let abandoned = folder.file("tilework-copies-abcdef")
        try FileManager.default.createDirectory(atPath: abandoned, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: "\(abandoned)/lock"))
        var copies: RemoteCopies? = try RemoteCopies(.temporary(in: folder.path), limit: 10_000_000)
        #expect(!FileManager.default.fileExists(atPath: abandoned))
        let path = try await #require(copies).fetch(object, known: nil).path
        #expect(FileManager.default.fileExists(atPath: path))
        let other = try RemoteCopies(.temporary(in: folder.path), limit: 10_000_000)
        #expect(FileManager.default.fileExists(atPath: path), "another process leaves it")
        other.remove()
        copies = nil
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test(
        "have names without slashes",
        arguments: ["https://maps.test/", "https://maps.test/..", "https://maps.test/%2F%2E%2E%2F"])
    func names(address: String) async throws {
        let copies = try copies()
        let copy = try await copies.fetch(server.object(address), known: nil)
        #expect(try contents(copy) == bytes && copy.path.hasPrefix(folder.path))
    }
}
