import Foundation
import TestSupport
import Testing

@Suite("A program that waits")
struct ArrivalsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("shows what its timer, the main queue, a task, an operation and a download change, without a touch")
    func arrivals() async throws {
        let server = try RunningServer([], of: "Arrivals", in: folder.path)
        defer { _ = server.end() }
        /// Returns a pixel of the lamp in a row.
        func lamp(_ row: Int) async throws -> Data {
            let path = "/render/arrivals?x=40&y=\(80 + 60 * row)&width=1&height=1&scale=1"
            let (status, body) = try await server.get(path)
            try #require(status == 200)
            return body
        }
        var lamps: [Data] = []
        // The last row never arrives.
        repeat {
            lamps = []
            for row in 0...5 { lamps.append(try await lamp(row)) }
        } while lamps.dropLast().contains(lamps[5])
        #expect(Set(lamps.dropLast()).count == 1)
    }
}
