import CCrypto

/// The SHA-256 of a secret. Two of them are compared in a time that does not depend on where they differ.
struct SecretDigest: Equatable, Sendable {
    private let bytes: [UInt8]

    /// - Complexity: O(n) for n bytes.
    init(of secret: UnsafeRawBufferPointer) {
        bytes = Self.digest { EVP_Digest(secret.baseAddress, secret.count, $0, $1, EVP_sha256(), nil) == 1 }
    }

    init(of secret: [UInt8]) { self = secret.withUnsafeBytes { SecretDigest(of: $0) } }

    static func == (one: SecretDigest, other: SecretDigest) -> Bool {
        zip(one.bytes, other.bytes).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Returns the HMAC of a text with SHA-256: 32 bytes.
    static func authenticationCode(of text: [UInt8], key: [UInt8]) -> [UInt8] {
        digest { HMAC(EVP_sha256(), key, Int32(key.count), text, text.count, $0, $1) != nil }
    }

    /// Returns the bytes that OpenSSL writes.
    private static func digest(
        _ write: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>?) -> Bool
    ) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            var length: UInt32 = 0
            precondition(write(buffer.baseAddress, &length), "OpenSSL has no SHA-256: see its configuration")
            count = Int(length)
        }
    }
}
