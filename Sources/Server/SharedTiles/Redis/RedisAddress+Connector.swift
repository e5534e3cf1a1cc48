import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import TileSupport

extension RedisAddress {
    /// Returns a connector for the network or a local socket.
    ///
    /// - Parameter authority: The path of a PEM file with the trusted certificates for `rediss://`; nil for those of
    ///   the system.
    /// - Throws: `.authority`.
    func connector(
        authority: String?, connectTime: TimeAmount
    ) throws(SharedCacheFailure) -> RedisClient.Connector {
        let tls = isSecure ? try Self.context(authority) : nil
        let (place, name) = (place, serverName)
        return { eventLoop, handler in
            let bootstrap = ClientBootstrap(group: eventLoop)
                .connectTimeout(connectTime)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if let tls {
                            try channel.pipeline.syncOperations.addHandler(
                                try NIOSSLClientHandler(context: tls, serverHostname: name))
                        }
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                }
            return switch place {
            case .host(let host, let port):
                // A small command does not wait for the acknowledgment of the previous one.
                bootstrap.channelOption(.tcpOption(.tcp_nodelay), value: 1).connect(host: host, port: port)
            case .unixSocket(let path): bootstrap.connect(unixDomainSocketPath: path)
            }
        }
    }

    /// The host name to verify certificates with; nil for an IP address.
    private var serverName: String? {
        guard case .host(let host, _) = place, (try? SocketAddress(ipAddress: host, port: 0)) == nil else {
            return nil
        }
        return host
    }

    private static func context(_ authority: String?) throws(SharedCacheFailure) -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if let authority {
            if let problem = FileProblem(at: authority) { throw .authority(path: authority, reason: "\(problem)") }
            guard let certificates = try? NIOSSLCertificate.fromPEMFile(authority), !certificates.isEmpty else {
                throw .authority(path: authority, reason: "it has no certificate in PEM")
            }
            configuration.trustRoots = .certificates(certificates)
        }
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw .authority(path: authority ?? "rediss", reason: "\(error)")
        }
    }
}
