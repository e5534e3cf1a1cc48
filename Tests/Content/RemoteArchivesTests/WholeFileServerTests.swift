import Foundation
import Testing
import TileArchives

@testable import RemoteArchives

/// A server on this machine that answers every request with all of a large file, as Python's `http.server` does.
private final class WholeFileServer: Sendable {
    let port: UInt16
    private let listener: Int32

    /// - Parameter byteCount: More bytes than the answer to a range request may have.
    init(byteCount: Int) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        try #require(isListening)
        port = UInt16(bigEndian: address.sin_port)
        self.listener = listener
        Thread.detachNewThread {
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                var request = [UInt8](repeating: 0, count: 4096)
                _ = recv(connection, &request, request.count, 0)
                let head =
                    "HTTP/1.0 200 OK\r\nServer: SimpleHTTP/0.6 Python/3.11.2\r\nContent-Length: \(byteCount)\r\n\r\n"
                let answer = Array(head.utf8) + [UInt8](repeating: 0x50, count: byteCount)
                var sent = 0
                while sent < answer.count {
                    let count = answer[sent...].withUnsafeBytes {
                        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard count > 0 else { break }
                    sent += count
                }
                close(connection)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}

@Suite("Servers that send the whole file")
struct WholeFileServerTests {
    @Test("are named with what to change, whatever the file's size, and are not said to be out of reach")
    func wholeFile() async throws {
        let server = try WholeFileServer(byteCount: 4 << 20)
        let location = try #require(try RemoteLocation("http://127.0.0.1:\(server.port)/a.pmtiles"))
        let failure = await #expect(throws: ArchiveFailure.self) {
            try await blocking { try RemoteArchive.open(location) }
        }
        guard case .unreadable(_, let reason) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(reason.contains("sends the whole file when asked for a part") && reason.contains("SimpleHTTP"))
        _ = server
    }

    @Test("that do not use TLS are named as such for an https address, without the names of types")
    func noTLS() async throws {
        let server = try WholeFileServer(byteCount: 100)
        let location = try #require(try RemoteLocation("https://127.0.0.1:\(server.port)/a.pmtiles"))
        let object = RemoteObject(
            location, settings: AWSSettings(environment: [:]) { _ in nil }, pause: { _ in try Task.checkCancellation() }
        )
        let failure = await #expect(throws: RemoteFailure.self) { try await object.send("GET") }
        guard case .unusable(let name, let reason) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(name == object.name && reason.hasPrefix("no secure connection: ") && !reason.contains("NIO"))
        _ = server
    }
}
