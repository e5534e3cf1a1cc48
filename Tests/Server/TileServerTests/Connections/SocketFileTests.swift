import Foundation
import TestSupport
import Testing

@testable import TileServer

@Suite("The file of a socket")
struct SocketFileTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("s")
    }

    /// A Unix domain socket that listens until it is closed. Its file remains.
    private final class Listener: Sendable {
        let descriptor: Int32

        init(_ path: String, type: Int32 = Int32(SOCK_STREAM.rawValue)) throws {
            let listener = socket(AF_UNIX, type, 0)
            descriptor = listener
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let code = withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            if type == Int32(SOCK_STREAM.rawValue) { listen(listener, 8) }
        }

        func end() { close(descriptor) }
    }

    private var exists: Bool { FileManager.default.fileExists(atPath: path) }

    @Test("a socket that somebody listens at is in use, and stays")
    func live() async throws {
        let first = try Listener(path)
        defer { first.end() }
        await #expect(throws: TileServerFailure.socketInUse(path: path)) {
            _ = try await SocketFile.bound(at: path) { try Listener(path) }
        }
        #expect(throws: TileServerFailure.socketInUse(path: path)) { try SocketFile.check(path) }
        #expect(exists)
    }

    @Test("a socket of datagrams that somebody has open is in use")
    func datagrams() throws {
        let other = try Listener(path, type: Int32(SOCK_DGRAM.rawValue))
        defer { other.end() }
        #expect(throws: TileServerFailure.socketInUse(path: path)) { try SocketFile.check(path) }
    }

    @Test("a socket that a killed server left is replaced")
    func stale() async throws {
        try Listener(path).end()
        try SocketFile.check(path)
        #expect(exists)
        let (file, listener) = try await SocketFile.bound(at: path) { try Listener(path) }
        defer { listener.end() }
        #expect(throws: TileServerFailure.socketInUse(path: path)) { try SocketFile.check(path) }
        file.remove()
        #expect(!exists)
    }

    @Test("a file, a folder and a link are not sockets, and are never removed", arguments: ["file", "folder", "link"])
    func otherFiles(kind: String) async throws {
        switch kind {
        case "file": try folder.write("s", "precious")
        case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        default:
            try Listener(folder.file("target")).end()
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "target")
        }
        await #expect(throws: TileServerFailure.notASocket(path: path)) {
            _ = try await SocketFile.bound(at: path) { try Listener(path) }
        }
        #expect(exists || kind == "link")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] != nil)
    }

    @Test("a server removes its own file only: not one that took its place")
    func ownFile() async throws {
        let (file, listener) = try await SocketFile.bound(at: path) { try Listener(path) }
        defer { listener.end() }
        unlink(path)
        let other = try Listener(path)
        defer { other.end() }
        file.remove()
        #expect(exists)
        #expect(throws: TileServerFailure.socketInUse(path: path)) { try SocketFile.check(path) }
    }

    @Test("of servers that start at the same time one listens, and the others say that it is in use", arguments: 0..<20)
    func race(round: Int) async throws {
        // A stale file is the hard case, because each server would remove it.
        try Listener(path).end()
        let path = path
        let results = await withTaskGroup(of: Result<Listener, any Error>.self) { tasks in
            for _ in 0..<8 {
                tasks.addTask {
                    do { return .success(try await SocketFile.bound(at: path) { try Listener(path) }.value) } catch {
                        return .failure(error)
                    }
                }
            }
            return await tasks.reduce(into: []) { $0.append($1) }
        }
        let listeners = results.compactMap { try? $0.get() }
        defer { for listener in listeners { listener.end() } }
        #expect(listeners.count == 1)
        for case .failure(let error) in results {
            #expect(error as? TileServerFailure == .socketInUse(path: path))
        }
    }

    @Test("a path that fits no address is refused with the limit")
    func longPath() {
        let long = "/tmp/" + String(repeating: "a", count: 110)
        let error = #expect(throws: TileServerFailure.self) { try SocketFile.check(long) }
        #expect(error?.description.contains("the path has 115 bytes; use 1 to 107") == true)
        #expect(throws: TileServerFailure.self) { try SocketFile.check("") }
        #expect(throws: TileServerFailure.self) { try SocketFile.check("/nowhere/s") }
    }
}
