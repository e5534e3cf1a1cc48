/// The 64-bit hash function FNV-1a (draft-eastlake-fnv), for short keys in tables.
///
/// It does not resist attackers: use `SipHash` where a stranger could choose inputs that collide.
package enum FNV1a {
    /// Returns the hash of bytes.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    @inlinable
    package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
