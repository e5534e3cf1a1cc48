import CCrypto
import Foundation

/// The credentials that sign requests to S3 and compatible services (AWS Signature Version 4).
struct AWSCredentials: Hashable, Sendable {
    var accessKey: String
    var secretKey: String
    var sessionToken: String?
    /// The expiration in seconds since 1970; nil for permanent credentials.
    var expiration: Double?
}

/// A signer for AWS Signature Version 4, as documented for S3.
struct RequestSignature {
    var credentials: AWSCredentials
    var region: String
    var service = "s3"
    /// The time in seconds since 1970.
    var time: Double

    /// Returns the headers to add to a request.
    ///
    /// - Parameters:
    ///   - path: The path, percent-encoded.
    ///   - query: Names and values, not encoded.
    ///   - headers: The request's headers, all of which are signed. Names are in lowercase and include `host`.
    ///   - payload: The SHA-256 of the body, in hexadecimal.
    func headers(
        method: String, path: String, query: [(String, String)] = [], headers: [(String, String)], payload: String
    ) -> [(String, String)] {
        let stamp = Self.stamp(time)
        var added = [("x-amz-content-sha256", payload), ("x-amz-date", stamp)]
        if let token = credentials.sessionToken { added.append(("x-amz-security-token", token)) }
        let all = (headers + added).sorted { $0.0 < $1.0 }
        let names = all.map(\.0).joined(separator: ";")
        let canonical = [
            method, path, Self.encoded(query),
            all.map { "\($0.0):\($0.1.trimmingCharacters(in: .whitespaces))\n" }.joined(), names, payload,
        ].joined(separator: "\n")
        let day = String(stamp.prefix(8))
        let scope = "\(day)/\(region)/\(service)/aws4_request"
        let text = "AWS4-HMAC-SHA256\n\(stamp)\n\(scope)\n\(Self.sha256(Array(canonical.utf8)))"
        var key = Array("AWS4\(credentials.secretKey)".utf8)
        for part in [day, region, service, "aws4_request", text] {
            key = Self.authenticationCode(of: Array(part.utf8), key: key)
        }
        let authorization =
            "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope), SignedHeaders=\(names), Signature=\(Self.hex(key))"
        return added + [("authorization", authorization)]
    }

    /// Returns the SHA-256 of bytes, in hexadecimal.
    static func sha256(_ bytes: [UInt8]) -> String {
        hex(digest { EVP_Digest(bytes, bytes.count, $0, $1, EVP_sha256(), nil) == 1 })
    }

    /// Returns the HMAC of bytes with SHA-256.
    private static func authenticationCode(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        digest { HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, $0, $1) != nil }
    }

    /// Returns the 32 bytes that OpenSSL writes.
    private static func digest(
        _ write: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>?) -> Bool
    ) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            var length: UInt32 = 0
            precondition(write(buffer.baseAddress, &length), "OpenSSL has no SHA-256: see its configuration")
            count = Int(length)
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Formats a time as `20130524T000000Z`.
    private static func stamp(_ time: Double) -> String {
        var seconds = time_t(time)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)\(two(parts.tm_mon + 1))\(two(parts.tm_mday))T"
            + "\(two(parts.tm_hour))\(two(parts.tm_min))\(two(parts.tm_sec))Z"
    }

    /// Returns a query in the form that is signed and sent.
    static func encoded(_ query: [(String, String)]) -> String {
        query.map { (encoded($0.0), encoded($0.1)) }.sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }
            .joined(separator: "&")
    }

    /// Percent-encodes everything except RFC 3986's unreserved characters.
    static func encoded(_ text: String, keepingSlashes: Bool = false) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            case 0x2F where keepingSlashes: result += "/"
            default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
