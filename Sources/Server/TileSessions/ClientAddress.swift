/// The address to which per-client limits apply: an IPv4 address, or an IPv6 network, because a client owns all
/// addresses of its network.
package struct ClientAddress: Hashable, Sendable {
    /// The address or network as a number.
    package let bytes: UInt64
    package let isNetwork: Bool

    package init(bytes: UInt64, isNetwork: Bool) { (self.bytes, self.isNetwork) = (bytes, isNetwork) }
}
