import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import TestSupport
import Testing
import TileArchives
import TileContent
import TileEngine
import TileGeometry

@testable import TileServer

@Suite("Archives as files")
struct ArchiveRouteTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns a server of one archive, `plan`, and its path.
    private func server(_ layout: ArchiveLayout) throws -> (server: TileServer, path: String) {
        let drawing = try folder.write(
            "plan.svg",
            """
            <svg xmlns='http://www.w3.org/2000/svg' width='900' height='600'>\
            <path d='M0 0L900 600H0Z' fill='#36c'/><circle cx='600' cy='200' r='150' fill='#c63'/></svg>
            """)
        var options = BuildOptions()
        options.layout = layout
        let path = folder.file(layout == .xyz ? "plan" : "plan.\(layout.rawValue)")
        _ = try TileBuild(try ContentReader.open(drawing), output: path, options: options).run()
        let source = try LocalArchiveSource(path, lookInterval: nil)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let content = ServedContent(
            id: "plan", title: "Plan", source: source, pyramid: source.pyramid, isScalable: false,
            format: source.format)
        return (try TileServer(contents: [content], logger: logger), path)
    }

    private func ask(
        _ server: TileServer, _ headers: HTTPFields = [:], _ method: HTTPRequest.Method = .get
    ) async throws -> TestResponse {
        try await server.application.test(.router) { client in
            try await client.execute(uri: "/archive/plan", method: method, headers: headers) { $0 }
        }
    }

    @Test(
        "are sent as they are, and say what they are",
        arguments: [(ArchiveLayout.pmtiles, "application/vnd.pmtiles"), (.mbtiles, "application/vnd.sqlite3")])
    func whole(layout: ArchiveLayout, type: String) async throws {
        let (server, path) = try server(layout)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let answer = try await ask(server)
        #expect(answer.status == .ok && Data(buffer: answer.body) == bytes)
        #expect(answer.headers[.contentType] == type && answer.headers[.acceptRanges] == "bytes")
        #expect(answer.headers[.contentLength] == "\(bytes.count)")
        #expect(answer.headers[.contentDisposition] == "attachment; filename=\"plan.\(layout.rawValue)\"")
        let head = try await ask(server, [.range: "bytes=5-9"], .head)
        #expect(head.status == .ok && head.body.readableBytes == 0)
        #expect(head.headers[.contentLength] == "\(bytes.count)" && head.headers[.eTag] == answer.headers[.eTag])
        let tag = try #require(answer.headers[.eTag])
        #expect(try await ask(server, [.ifNoneMatch: tag]).status == .notModified)
        #expect(try await ask(server, [.ifNoneMatch: "\"other\""]).status == .ok)
    }

    @Test("come in the parts that are asked for, while they are the same")
    func parts() async throws {
        let (server, path) = try server(.pmtiles)
        let url = URL(fileURLWithPath: path)
        // The file is longer than the pieces in which it is read.
        try (try Data(contentsOf: url) + Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 251) })).write(to: url)
        let bytes = try Data(contentsOf: url)
        let length = bytes.count
        let tag = try #require(try await ask(server, [:], .head).headers[.eTag])
        for (range, part) in [
            ("bytes=0-126", 0..<127), ("bytes=100000-", 100_000..<length), ("bytes=-200000", length - 200_000..<length),
            ("bytes=65535-65536", 65535..<65537), ("bytes=\(length - 1)-\(length + 7)", length - 1..<length),
        ] {
            let answer = try await ask(server, [.range: range, .ifRange: tag])
            #expect(answer.status == .partialContent && Data(buffer: answer.body) == bytes[part], "\(range)")
            #expect(answer.headers[.contentRange] == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(length)")
            #expect(answer.headers[.contentLength] == "\(part.count)" && answer.headers[.eTag] == tag)
        }
        // A request for several ranges is answered with the whole file.
        let several = try await ask(server, [.range: "bytes=0-1,5-6"])
        #expect(several.status == .ok && several.body.readableBytes == length)
        let beyond = try await ask(server, [.range: "bytes=\(length)-"])
        #expect(beyond.status == .rangeNotSatisfiable && beyond.headers[.contentRange] == "bytes */\(length)")
        #expect(
            String(buffer: beyond.body).replacingOccurrences(of: ",", with: "")
                == "the range lies beyond the end: the file has \(length) bytes\n")

        // A client that resumes the download of a replaced file gets the whole new file.
        try Data(bytes.dropLast(1000)).write(to: url, options: .atomic)
        let other = try await ask(server, [.range: "bytes=100000-", .ifRange: tag])
        #expect(other.status == .ok && Data(buffer: other.body) == bytes.dropLast(1000))
        #expect(other.headers[.eTag] != tag)
    }

    @Test("that are folders are none, nor is a drawing, nor one that is gone")
    func none() async throws {
        let folders = try server(.xyz).server
        #expect(try await ask(folders).status == .notFound)
        let drawing = try Fixture().server
        #expect(try await ask(drawing).status == .notFound)
        let (server, path) = try server(.mbtiles)
        try FileManager.default.removeItem(atPath: path)
        #expect(try await ask(server).status == .notFound)
    }
}
