import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing
import TileContent
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileServer

/// Tests of the answers for tiles that cannot be drawn.
@Suite("Tiles that cannot be drawn")
struct TileFailureTests {
    /// Collects the lines that the server wrote to its log.
    private final class LogLines: Sendable {
        private let lines = Lock<[String]>([])
        var count: Int { lines.withLock(\.count) }
        var text: String { lines.withLock { $0.joined(separator: "\n") } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private struct ListeningHandler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.error

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.add("\(event.message)") }
    }

    private static let path = "/home/someone/plans/secret.svg"

    /// Serves a content `plan` with tiles that fail in a given way.
    private func answer(
        _ path: String, accept: String? = nil, failing failure: any Error, _ log: LogLines = LogLines()
    ) async throws -> TestResponse {
        let source = Coordinates { _, _ in throw failure }
        var logger = Logger(label: "test") { _ in ListeningHandler(lines: log) }
        logger.logLevel = .error
        let server = try TileServer(
            configuration: TileServerConfiguration(),
            offers: [
                OfferedContent(
                    ServedContent(
                        id: "plan", title: "Plan", source: source,
                        pyramid: TilePyramid(contentSize: source.contentSize, tileSize: 256), isScalable: true,
                        format: .webp(quality: 80)))
            ], logger: logger)
        let headers: HTTPFields = accept.map { [.accept: $0] } ?? [:]
        return try await server.application.test(.router) { client in
            try await client.execute(uri: path, method: .get, headers: headers) { $0 }
        }
    }

    @Test("A content that is damaged has one line in the log, however many of its tiles are asked for")
    func oneLine() async throws {
        let log = LogLines()
        var logger = Logger(label: "test") { _ in ListeningHandler(lines: log) }
        logger.logLevel = .error
        let failure = ContentFailure.malformed(path: Self.path, reason: "it ends")
        let sources = ["plan", "other"].map { id in
            (id, Coordinates { _, _ in throw failure })
        }
        let server = try TileServer(
            configuration: TileServerConfiguration(),
            offers: try sources.map { id, source in
                OfferedContent(
                    ServedContent(
                        id: id, title: id, source: source,
                        pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 256), isScalable: true,
                        format: .png))
            }, logger: logger)
        try await server.application.test(.router) { client in
            func ask(_ path: String) async throws -> String? {
                try await client.execute(uri: path, method: .get) { response in
                    #expect(response.status == .notFound)
                    return response.headers[.problem]
                }
            }
            for path in ["/tiles/plan/0/0/0.png", "/tiles/plan/1/0/0.png", "/dzi/plan_files/10/0_0.png"] {
                #expect(try await ask(path) == "unshowable")
            }
            #expect(log.count == 1 && log.text.contains(Self.path), "\(log.text)")
            _ = try await ask("/tiles/other/0/0/0.png")
            #expect(log.count == 2)
            // A replacement file may be damaged, too.
            server.reopen("plan")
            _ = try await ask("/tiles/plan/2/1/1.png")
            #expect(log.count == 3)
            #expect(try await ask("/tiles/nothing/0/0/0.png") == "unknown")
        }
    }

    private static let failures: [(any Error & Sendable, Int)] = [
        (ContentFailure.malformed(path: path, reason: "at \(path), line 3"), 404),
        (ContentFailure.unreadable(path: path, reason: "permission denied"), 503),
        (ContentFailure.shortage(path: path, what: "the font \(path): Too many open files"), 503),
        (ContentFailure.temporaryStorage(path: path, reason: "/var/tmp is full"), 503),
        (ContentFailure.librsvg(path: path, .crashed(signal: 11, said: "in \(path)")), 503),
        (ContentFailure.librsvg(path: path, .killed), 503),
        (ContentFailure.librsvg(path: path, .waitedTooLong(seconds: 30)), 503),
        (ContentFailure.librsvg(path: path, .programMissing(places: ["/opt/tilework/bin"])), 503),
        (CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: path]), 500),
    ]

    @Test("Clients get the content's name and what is wrong, the log gets the path", arguments: failures.indices)
    func pathsStayHere(_ index: Int) async throws {
        let (failure, status) = Self.failures[index]
        for path in ["/tiles/plan/0/0/0.webp", "/dzi/plan_files/3/0_0.webp", "/render/plan?x=0&y=0&width=9&height=9"] {
            let log = LogLines()
            let response = try await answer(path, failing: failure, log)
            let body = String(buffer: response.body)
            #expect(response.status.code == status, "\(path): \(body)")
            #expect(body.hasPrefix("“plan” can't be "), "\(body)")
            #expect(!body.contains("/") && !body.contains("someone") && !body.contains("secret"), "\(body)")
            #expect(response.headers[.cacheControl] == "no-store")
            #expect((response.headers[.retryAfter] != nil) == (status == 503))
            #expect(log.text.contains("\(failure)"), "\(log.text)")
        }
    }

    @Test("A page that asks for a picture sees one that says why, with the status kept")
    func errorTile() async throws {
        let failure = ContentFailure.librsvg(path: Self.path, .killed)
        let images = "image/avif,image/webp,image/png,image/svg+xml,*/*;q=0.8"
        for (path, side) in [("/tiles/plan/0/0/0.webp", 256), ("/tiles/plan/0/0/0@2x.webp", 512)] {
            let response = try await answer(path, accept: images, failing: failure)
            #expect(response.status == .serviceUnavailable)
            #expect(response.headers[.contentType] == "image/png")
            #expect(response.headers[.cacheControl] == "no-store")
            #expect(response.headers[.contentLength] == "\(response.body.readableBytes)")
            // The PNG's header has its width and height.
            let bytes = Array(buffer: response.body)
            #expect(Array(bytes.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
            let sides = [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
            #expect(sides == [side, side])
        }
        let words = try await answer("/tiles/plan/0/0/0.webp", accept: "*/*", failing: failure)
        #expect(words.headers[.contentType] == "text/plain; charset=utf-8")
        // A missing tile has no picture.
        let beyond = try await answer("/tiles/plan/0/7/7.webp", accept: images, failing: failure)
        #expect(beyond.status == .notFound)
        #expect(beyond.headers[.contentType] == "text/plain; charset=utf-8")
    }
}
