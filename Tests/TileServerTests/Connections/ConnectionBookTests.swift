import NIOCore
import NIOEmbedded
import Testing

@testable import TileServer

@Suite("The book of connections")
struct ConnectionBookTests {
    func connect(_ book: ConnectionBook, _ address: String) throws -> ConnectionBook.Admission {
        let channel = EmbeddedChannel()
        channel.connect(to: try SocketAddress(ipAddress: address, port: 1), promise: nil)
        return book.open(channel)
    }

    func status(_ admission: ConnectionBook.Admission) -> Int {
        switch admission {
        case .admitted: 200
        case .refused(let problem): problem.status
        case .turnedAway: 0
        }
    }

    @Test("refuses more than there may be, of all with 503 and of one client with 429")
    func limits() throws {
        var policy = ConnectionPolicy()
        policy.limit = 3
        policy.limitPerClient = 2
        let book = ConnectionBook(policy: policy)
        let first = try connect(book, "2001:db8::1")
        #expect(status(first) == 200)
        // Of one network.
        #expect(status(try connect(book, "2001:db8::2")) == 200)
        #expect(status(try connect(book, "2001:db8::3")) == 429)
        #expect(status(try connect(book, "2001:db8:0:1::1")) == 200)
        #expect(status(try connect(book, "192.0.2.7")) == 503)
        guard case .admitted(let standing) = first else { return }
        book.close(standing)
        book.close(standing)
        #expect(book.count == 2)
        #expect(status(try connect(book, "192.0.2.7")) == 200)
        #expect(book.counters.opened.load(ordering: .relaxed) == 4)
        #expect(book.counters.refused.load(ordering: .relaxed) == 2)
    }

    @Test("tells a bounded number of clients why they are refused, and turns the others away")
    func refusals() throws {
        var policy = ConnectionPolicy()
        policy.limit = 0
        let book = ConnectionBook(policy: policy)
        for _ in 0..<64 { #expect(status(try connect(book, "192.0.2.7")) == 503) }
        #expect(status(try connect(book, "192.0.2.7")) == 0)
        book.refusalDidEnd()
        #expect(status(try connect(book, "192.0.2.7")) == 503)
    }
}
