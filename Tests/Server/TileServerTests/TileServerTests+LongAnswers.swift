import Foundation
import NIOCore
import Testing
import TileEngine
import TileSupport

@testable import TileServer

/// Answers that take longer than their clients can wait.
extension TileServerTests {
    /// A drawing that is drawn when a test says so, and ignores cancellation.
    private final class Deaf: Sendable {
        private let begun = AsyncStream<Void>.makeStream()
        private let mayEnd = DispatchSemaphore(value: 0)

        var plan: Coordinates {
            Coordinates { [begun, mayEnd] _, _ in
                begun.continuation.yield()
                mayEnd.wait()
                // Lets further renders of the plan end, too.
                mayEnd.signal()
            }
        }

        func begins() async {
            var begins = begun.stream.makeAsyncIterator()
            await begins.next()
        }

        func end() { mayEnd.signal() }
    }

    private static let long = [
        "/render/plan?x=0&y=0&width=9&height=9", "/static/plan?width=64", "/tiles/plan/0/0/0.png",
    ]

    /// Reads until the server closes.
    private func ask(_ path: String, _ address: TileServer.Address) async throws -> Task<String, any Error> {
        let client = try await Client(address)
        return Task { try await client.exchange(get(path)) { _ in false } }
    }

    @Test("tells a client whose answer is not ready when the server ends to ask again", arguments: long)
    func endsBefore(path: String) async throws {
        // worker           client               server
        //                  asks
        // raster begins
        //                                       is told to end
        //                                       has waited for as long as it does
        //                  is told, and closed
        //                                       ends
        // raster ends
        let deaf = Deaf()
        let answer = try await withServer(plan: deaf.plan, { $0.connections.farewellTime = 0 }) { _, address in
            let answer = try await ask(path, address)
            await deaf.begins()
            return answer
        }
        let text = try await answer.value
        deaf.end()
        #expect(Self.answers(in: text) == 1 && text.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"), "\(text)")
        #expect(text.contains("Retry-After: 5\r\n") && text.hasSuffix("shutting down\n"), "\(text)")
    }

    @Test("tells a client that has waited for long enough to ask again, and answers what it asks then", arguments: long)
    func takesTooLong(path: String) async throws {
        let deaf = Deaf()
        try await withServer(plan: deaf.plan) { fixture, address in
            let answers = fixture.server.answersUnderWay
            let client = try await Client(address)
            let texts = try await client.channel.executeThenClose { inbound, outbound in
                var parts = inbound.makeAsyncIterator()
                try await outbound.write(ByteBuffer(string: get(path)))
                await deaf.begins()
                // The answer may be registered after drawing has begun.
                while answers.count == 0 { await Task.yield() }
                answers.sweep()
                #expect(answers.count == 1, "it has waited for no time")
                answers.sweep(at: .max)
                var first = ""
                while !first.hasSuffix("in a minute\n"), let part = try await parts.next() {
                    first += String(buffer: part)
                }
                deaf.end()
                try await outbound.write(ByteBuffer(string: get(path, "Connection: close\r\n")))
                var second = ""
                while let part = try await parts.next() { second += String(buffer: part) }
                return [first, second]
            }
            #expect(texts[0].hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"), "\(texts)")
            #expect(texts[0].contains("Retry-After: 60\r\n"), "\(texts)")
            #expect(texts[1].hasPrefix("HTTP/1.1 200 OK\r\n"), "\(texts)")
            #expect(answers.count == 0)
        }
    }
}

@Suite("Answers under way")
struct AnswersUnderWayTests {
    private final class Told: Sendable {
        private let problems = Lock<[Int: HTTPProblem]>([:])
        subscript(number: Int) -> HTTPProblem? { problems.withLock { $0[number] } }
        func recorder(_ number: Int) -> @Sendable (HTTPProblem) -> Void {
            { problem in
                self.problems.withLock { #expect($0.updateValue(problem, forKey: number) == nil, "told twice") }
            }
        }
    }

    @Test("those are given up whose clients have waited for too long, once, and not those that are done")
    func late() throws {
        let answers = AnswersUnderWay(seconds: 2)
        let told = Told()
        _ = try answers.add(since: 1_000_000_000, giveUp: told.recorder(0))
        _ = try answers.add(since: 1_000_000_001, giveUp: told.recorder(1))
        answers.remove(try answers.add(since: 0, giveUp: told.recorder(2)))
        answers.sweep(at: 2_999_999_999)
        #expect(told[0] == nil && answers.count == 2)
        answers.sweep(at: 3_000_000_000)
        answers.sweep(at: 3_000_000_000)
        #expect(told[0] == .waitedTooLong(seconds: 2) && told[1] == nil && told[2] == nil && answers.count == 1)
    }

    @Test("at the end all are given up, and none begins any more")
    func end() throws {
        let answers = AnswersUnderWay(seconds: 2)
        let told = Told()
        _ = try answers.add(since: 0, giveUp: told.recorder(0))
        answers.end()
        answers.end()
        #expect(told[0] == .shuttingDown && answers.count == 0)
        #expect(throws: HTTPProblem.shuttingDown) { try answers.add(since: 0, giveUp: told.recorder(1)) }
        #expect(told[1] == nil)
    }
}
