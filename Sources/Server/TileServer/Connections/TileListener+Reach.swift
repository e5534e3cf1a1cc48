import Glibc
import NIOCore

extension TileListener.Endpoint {
    /// The clients that can connect. A socket in the file system is a proxy's, so its clients are on the network.
    var reach: WebPolicy.Reach {
        switch self {
        case .file: .network
        case .host(let host, let port):
            (try? SocketAddress.makeAddressResolvingHost(host, port: port))?.isLoopback == true
                ? .thisMachine : .network
        case .descriptor(let socket): Self.isLoopback(socket) ? .thisMachine : .network
        }
    }

    /// Returns whether a socket is bound to a loopback address.
    private static func isLoopback(_ socket: Int32) -> Bool {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes in
            // The kernel writes an address of any family into storage that has room for each of them.
            guard getsockname(socket, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), &length) == 0 else {
                return false
            }
            switch Int32(bytes.load(as: sockaddr.self).sa_family) {
            case AF_INET: return SocketAddress(bytes.load(as: sockaddr_in.self)).isLoopback
            case AF_INET6: return SocketAddress(bytes.load(as: sockaddr_in6.self)).isLoopback
            default: return false
            }
        }
    }
}
