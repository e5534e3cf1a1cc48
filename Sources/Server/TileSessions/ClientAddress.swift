/// Whom a limit for each client counts: an address of IPv4, or a network of IPv6, of which a client has all addresses.
package struct ClientAddress: Hashable, Sendable {
    /// Of one version's address, or network, as a number.
    package let bytes: UInt64
    package let isNetwork: Bool

    package init(bytes: UInt64, isNetwork: Bool) { (self.bytes, self.isNetwork) = (bytes, isNetwork) }
}
