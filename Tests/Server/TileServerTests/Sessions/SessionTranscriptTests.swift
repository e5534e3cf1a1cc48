import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing
import TileEngine
import TileGeometry

@testable import TileServer
@testable import TileSessions

/// Replays the transcripts of docs/sessions.md, line by line.
@Suite("A transcript of the protocol")
struct SessionTranscriptTests {
    struct Transcript: CustomStringConvertible {
        var isRecorded: Bool
        var lines: [Line] = []
        var description: String { isRecorded ? "of a session that is recorded" : "of a session" }
    }

    struct Line: CustomStringConvertible {
        var number: Int
        var mark: Character
        var text: String
        var description: String { "docs/sessions.md:\(number): \(mark)\(text)" }
    }

    static func transcripts() throws -> [Transcript] {
        let page = Repository.file("docs/sessions.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        var transcripts: [Transcript] = []
        var isWithin = false
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("```") {
                isWithin = line.hasPrefix("```transcript")
                if isWithin { transcripts.append(Transcript(isRecorded: line.hasSuffix(" recorded"))) }
            } else if isWithin, let mark = line.first {
                transcripts[transcripts.count - 1].lines.append(
                    Line(number: index + 1, mark: mark, text: line.dropFirst().trimmingCharacters(in: .whitespaces)))
            }
        }
        return transcripts
    }

    @Test("happens as the page says", arguments: try transcripts())
    func replay(transcript: Transcript) async throws {
        let lines = transcript.lines
        try #require(lines.count > 10)
        let executor = SteppedExecutor()
        let tape = transcript.isRecorded ? SessionTape() : nil
        let fixture = try Fixture({ $0.tape = tape }, executor: executor)
        let content = try fixture.site.entry("plan").engineID
        let peer = try await SessionPeer(fixture)
        var got: [String] = []
        for line in lines {
            switch line.mark {
            case ">":
                #expect(got == [], "before \(line)")
                if line.text.hasPrefix("GET /session/") {
                    let path = String(line.text.dropFirst(4))
                    got = [String(try await peer.request(path).dropFirst("HTTP/1.1 ".count).prefix(3))]
                } else if line.text.hasPrefix("GET ") {
                    got = [try await tile(String(line.text.dropFirst(4)), fixture)]
                } else {
                    try await peer.send(line.text)
                }
            case "[":
                if line.text.hasPrefix("the content changes within ") {
                    let numbers = line.text.dropLast().split(separator: " ").last!.split(separator: ",").map {
                        Double($0)!
                    }
                    fixture.engine.invalidate(
                        content, Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
                } else if line.text.hasSuffix(" seconds pass]") {
                    let seconds = Double(line.text.prefix { $0 != " " })!
                    await peer.loop.advanceTime(by: .milliseconds(Int64(seconds * 1000)))
                } else {
                    #expect(line.text == "drafts are drawn]" || line.text == "tiles are drawn]", "\(line)")
                    try await peer.draw(executor)
                }
            default:
                #expect(line.mark == "<", "\(line)")
                if got.isEmpty { got = try await peer.received().map(text) }
                try #require(!got.isEmpty, "nothing came: \(line)")
                #expect(got.removeFirst() == line.text, "\(line)")
            }
        }
        #expect(try await peer.received() == [])
        if let tape {
            let said = lines.filter { $0.mark == ">" && $0.text.contains(#""input""#) }
            // All inputs except the last, which is invalid.
            #expect(tape.recording?.inputs.count == said.count - 1)
        }
    }

    @Test("is there for sessions that are not recorded, and for one that is")
    func both() throws { #expect(try Self.transcripts().map(\.isRecorded) == [false, false, true]) }

    func tile(_ path: String, _ fixture: Fixture) async throws -> String {
        let headers: HTTPFields = [.tileSession: SessionPeer.id]
        let response = try await SiteRouterTests().ask(fixture, path, .get, headers)
        var parts = ["\(response.status.code)"]
        if let quality = response.headers[.tileQuality] { parts.append("Tile-Quality: \(quality)") }
        parts.append("Cache-Control: \(response.headers[.cacheControl] ?? "none")")
        return parts.joined(separator: ", ")
    }

    func text(_ received: SessionPeer.Received) -> String {
        switch received {
        case .text(let text): text
        case .tile(let name, let file): "tile \(name), \(file.isEmpty ? "without a file" : "and its file")"
        case .ping(let data): "ping \(data)"
        case .pong(let data): "pong \(data)"
        case .close(let code, let reason): "close \(code.map { "\($0)" } ?? ""): \(reason)"
        }
    }
}
