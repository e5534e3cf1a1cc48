/// Whom a limit for each client counts: an address of IPv4, or a network of IPv6, of which a client has all addresses.
struct ClientAddress: Hashable, Sendable {
    /// Of one version's address, or network, as a number.
    let bytes: UInt64
    let isNetwork: Bool
}
