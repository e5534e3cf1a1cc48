import NIOCore
import TileSessions

extension ClientAddress {
    init(_ address: SocketAddress?) {
        switch address {
        case .v4(let address):
            self.init(bytes: UInt64(address.address.sin_addr.s_addr), isNetwork: false)
        case .v6(let address):
            let all = withUnsafeBytes(of: address.address.sin6_addr) { [UInt8]($0) }
            // An IPv4-mapped IPv6 address counts as IPv4.
            let isNetwork = !all.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
            let bytes = (isNetwork ? all.prefix(8) : all.suffix(4)).reduce(0) { $0 << 8 | UInt64($1) }
            self.init(bytes: bytes, isNetwork: isNetwork)
        case .unixDomainSocket, nil:
            self.init(bytes: 0, isNetwork: false)
        }
    }
}
