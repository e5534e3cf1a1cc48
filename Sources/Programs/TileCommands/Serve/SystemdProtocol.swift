import Foundation
import Glibc

/// The protocol between systemd or a similar service manager and the programs that it starts (sd_listen_fds(3),
/// sd_notify(3)).
enum SystemdProtocol {
    /// The first descriptor that is handed over.
    private static let firstDescriptor: Int32 = 3

    /// The listening socket that the service manager handed over; nil if there is none.
    static var listeningSocket: Int32? {
        let environment = ProcessInfo.processInfo.environment
        guard environment["LISTEN_PID"] == "\(getpid())", let count = environment["LISTEN_FDS"].flatMap({ Int($0) }),
            count >= 1
        else { return nil }
        // Not for the programs that this one starts.
        _ = fcntl(firstDescriptor, F_SETFD, FD_CLOEXEC)
        return firstDescriptor
    }

    /// Reports the state of the process to the service manager, if there is one.
    static func notify(_ message: String) {
        guard let path = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"], !path.isEmpty else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        // A name that is in no file system.
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        let offset = MemoryLayout.offset(of: \sockaddr_un.sun_path)!
        guard bytes.count < MemoryLayout<sockaddr_un>.size - offset else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return }
        defer { close(socket) }
        let length = socklen_t(offset + bytes.count)
        withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let text = Array(message.utf8)
                // A failure is ignored: there may be no receiver.
                _ = sendto(socket, text, text.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
    }
}
