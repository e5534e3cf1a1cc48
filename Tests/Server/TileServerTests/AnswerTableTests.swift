import Foundation
import NIOCore
import Testing
import TileEngine
import TileSupport

@testable import TileServer

/// The exact answers of a running server to many unusual requests: `answers.txt`.
///
/// `TILEWORK_RECORD_ANSWERS=1` writes the current answers to the file instead of comparing.
@Suite("The table of answers")
struct AnswerTableTests {
    /// A request, and its answer as text.
    struct Row {
        /// Lines that explain the rows below them.
        var comments: [Substring] = []
        /// Method and path, then header lines.
        var request: [Substring] = []
        /// Status line, header lines in their order, and the body's lines.
        var answer: [String] = []

        /// The bytes that a client sends, on a separate connection.
        var bytes: String {
            let own = ["\(request[0]) HTTP/1.1", "Host: x", "Connection: close"]
            return (own + request.dropFirst().map(String.init)).joined(separator: "\r\n") + "\r\n\r\n"
        }

        var text: String {
            (comments.map { "# \($0)" } + request.map { "> \($0)" } + answer.map { "< \($0)" }).joined(separator: "\n")
        }
    }

    static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("answers.txt")

    static func rows() throws -> [Row] {
        try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n\n").map { block in
            var row = Row()
            for line in block.split(separator: "\n") {
                switch line.prefix(2) {
                case "# ": row.comments.append(line.dropFirst(2))
                case "> ": row.request.append(line.dropFirst(2))
                default: row.answer.append(String(line.dropFirst(2)))
                }
            }
            return row
        }
    }

    /// Runs a server with a plan that can't be drawn right of its column 768, a document of pages, and contents with
    /// names that look like suffixes.
    func withServer(_ body: @Sendable (TileServer.Address) async throws -> Void) async throws {
        let plan = Coordinates { area, _ in if area.x >= 768 { throw Broken() } }
        try await TileServerTests().withServer(
            plan: plan, ids: ["a.json", "b.dzi", "c_files"], documents: [SamplePages().offer("book")]
        ) { fixture, address in
            // The list depends on the contents being open.
            for slot in fixture.site.slots { await slot.settled() }
            try await body(address)
        }
    }

    @Test("is what a running server says")
    func table() async throws {
        let rows = try Self.rows()
        let isRecording = ProcessInfo.processInfo.environment["TILEWORK_RECORD_ANSWERS"] != nil
        let files = try #require(ViewerPages.find()).files
        try await withServer { address in
            var recorded: [Row] = []
            for row in rows {
                let client = try await TileServerTests.Client(address)
                let bytes = try await client.exchange(bytes: row.bytes)
                var now = row
                now.answer = Self.lines(bytes, files)
                recorded.append(now)
                if !isRecording {
                    #expect(now.answer == row.answer, "\(row.request.joined(separator: ", "))")
                }
            }
            if isRecording {
                let text = recorded.map(\.text).joined(separator: "\n\n") + "\n"
                try text.write(to: Self.file, atomically: true, encoding: .utf8)
            }
        }
        #expect(rows.count > 100)
    }

    /// Returns an answer as lines, without parts that change from day to day: dates, times, the files of the viewer.
    static func lines(_ bytes: [UInt8], _ files: [String: ViewerPages.File]) -> [String] {
        let end = bytes.indices.first { bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) } ?? bytes.count
        var lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        let body = Array(bytes.dropFirst(end + 4))
        lines = lines.map { line in
            line.replacing(#/^Date: .*/#, with: "Date: …").replacing(#/dur=[0-9.]+/#, with: "dur=…")
                .replacing(#/^X-Request-Id: .*/#, with: "X-Request-Id: …")
        }
        if let file = files.first(where: { $0.value.bytes == body && !body.isEmpty })?.key {
            lines.append("(the file \(file))")
        } else if body.starts(with: [0x89, 0x50]) {
            lines.append("(a picture)")
        } else if !body.isEmpty {
            // The metrics without their values.
            lines += String(decoding: body, as: UTF8.self).split(separator: "\n").map {
                String($0).replacing(#/^(tilework_.*) [0-9.e-]+$/#) { "\($0.1) …" }
            }
        }
        let changing = [
            "text/html", "text/javascript", "version=0.0.4", "304 Not Modified", "500 Internal Server Error", "(a ",
        ]
        if lines.contains(where: { line in changing.contains { line.contains($0) } }) {
            lines = lines.map {
                $0.replacing(#/^(ETag|Content-Length): .*/#) { "\($0.1): …" }
            }
        }
        return lines
    }
}

extension TileServerTests.Client {
    /// Sends `text`, and reads until the server closes.
    fileprivate func exchange(bytes text: String) async throws -> [UInt8] {
        try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            var received: [UInt8] = []
            for try await buffer in inbound { received += buffer.readableBytesView }
            return received
        }
    }
}
