import Foundation
import Logging
import TestSupport
import Testing
import TileSupport

@testable import TileServer

@Suite("The access log")
struct AccessLogTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)")
    private let moment = Date(timeIntervalSince1970: 784_111_777.25)

    private var quiet: Logger {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }

    private func entry(_ target: String, client: String = "203.0.113.7") -> AccessEntry {
        AccessEntry(
            id: RequestID("a-1")!, client: client, method: "GET", target: target, status: 200, bytes: 20,
            nanoseconds: 1_234_567)
    }

    @Test("has a line of JSON for each request, whatever its path holds, and no grant")
    func lines() throws {
        for (target, logged) in [
            ("/tiles/plan/0/0/0.png?x=\"\\\u{7F}\n", "/tiles/plan/0/0/0.png?x=\"\\\u{7F}\n"),
            ("/~secret/view/plan", "/~…/view/plan"), ("/maps/~a~1~b/tiles/x", "/maps/~…/tiles/x"), ("/~secret", "/~…"),
            ("/~secret?q=1", "/~…?q=1"), ("/é", "/é"),
            // Misspelled, refused or misplaced grants: each may be one typing error away from a valid one.
            ("/%7esecret/view/plan", "/~…/view/plan"), ("/%7Esecret", "/~…"), ("/%257Esecret/x", "/~…/x"),
            ("/maps%2f~secret%2Fview", "/maps%2f~…%2Fview"), ("//~secret/x", "//~…/x"), ("~secret/x", "~…/x"),
            ("/plans.*~4000000000~secret/view/plan", "/plans.*~…/view/plan"),
            ("/plans.*%7E4000000000%7esecret", "/plans.*~…"), ("/a/~secret/~secret", "/a/~…/~…"),
            ("/view/plan?at=https://a.example/~secret/iiif&x=~1", "/view/plan?at=https://a.example/~…/iiif&x=~1"),
            ("/view/plan?at=https%3A%2F%2Fa%2F%7Esecret%2Fx&y=1", "/view/plan?at=https%3A%2F%2Fa%2F~…%2Fx&y=1"),
            ("/view/plan?%61t=/~secret&y=1", "/view/plan?%61t=/~…&y=1"), ("/50%", "/50%"), ("/%7", "/%7"),
            ("/%25", "/%25"), ("/tiles/%2A", "/tiles/%2A"),
        ] {
            let line = entry(target).line(at: moment)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            #expect(object["path"] as? String == logged)
            #expect(object["time"] as? String == "1994-11-06T08:49:37.250Z")
            #expect(object["id"] as? String == "a-1" && object["client"] as? String == "203.0.113.7")
            #expect(
                object["status"] as? Int == 200 && object["bytes"] as? Int == 20 && object["ms"] as? Double == 1.235)
            #expect(line.last == UInt8(ascii: "\n") && line.count { $0 == UInt8(ascii: "\n") } == 1)
        }
    }

    @Test("is opened anew when it is told to, and loses no line by it")
    func rotated() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (path, moved) = (folder.appendingPathComponent("log").path, folder.appendingPathComponent("log.1").path)
        let log = try AccessLog(path: path, logger: quiet)
        log.note(entry("/one"))
        try FileManager.default.moveItem(atPath: path, toPath: moved)
        log.reopen()
        log.finish()
        log.note(entry("/two"))
        log.finish()
        #expect(try String(contentsOfFile: moved, encoding: .utf8).contains("/one"))
        let second = try String(contentsOfFile: path, encoding: .utf8)
        #expect(second.contains("/two") && !second.contains("/one"))
    }

    @Test("that can't be written costs its lines and nothing else, and goes on when it can")
    func full() throws {
        let log = try AccessLog(path: "/dev/full", logger: quiet)
        for _ in 0..<100 { log.note(entry("/x")) }
        log.finish()
        #expect(log.dropped.load(ordering: .relaxed) == 100)
        // The most lines that may wait while nothing is written.
        for _ in 0..<60_000 { log.note(entry("/" + String(repeating: "y", count: 100))) }
        log.finish()
        #expect(log.dropped.load(ordering: .relaxed) == 60_100)
        #expect(throws: TileServerFailure.self) { try AccessLog(path: "/nowhere/log", logger: quiet) }
    }

    @Test(
        "names requests by what a proxy calls them, where that can stand in a log",
        arguments: [
            ("abc-1", true), ("", false), ("a b", false), ("a\"b", false), (String(repeating: "a", count: 129), false),
        ])
    func identifiers(text: String, isUsable: Bool) {
        #expect((RequestID(text) != nil) == isUsable)
        #expect(RequestID() != RequestID() && RequestID().text.count == 16)
    }
}
