import HTTPTypes
import NIOCore
import TileArchives
import TileSupport

/// A cache of gzip-compressed text documents.
///
/// The key is the entity tag of the uncompressed bytes, so an old version of a document is never sent in place of a new
/// one.
enum CompressedDocuments {
    private struct Kept: Sendable {
        var documents: [String: (bytes: ByteBuffer, use: UInt64)] = [:]
        var size = 0
        var uses: UInt64 = 0
    }

    private static let kept = Lock(Kept())

    /// The size limit of the cache, in bytes.
    private static let limit = 16_000_000
    /// The length in bytes below which a document is not compressed: the headers and the whole document fit into one
    /// packet.
    private static let leastLength = 1000
    /// The compression level. Level 6 packs a list of 10,000 contents in a tenth of the time that level 9 takes, and
    /// the result is 2 % larger.
    private static let level: Int32 = 6

    /// Whether the response depends on the encodings that the client accepts.
    static func varies(_ mediaType: String, _ length: Int) -> Bool {
        guard length >= leastLength else { return false }
        let type = mediaType.prefix { $0 != ";" }
        return type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("xml")
            || type.hasSuffix("javascript")
    }

    /// Whether a request accepts gzip (RFC 9110 section 12.5.3).
    static func areTaken(_ acceptEncoding: String?) -> Bool {
        guard let acceptEncoding else { return false }
        var others = false
        for item in acceptEncoding.split(separator: ",") {
            let parts = item.split(separator: ";")
            guard let name = parts.first?.trimmingBlanks.lowercased() else { continue }
            let quality = parts.dropFirst().lazy.map(\.trimmingBlanks).first {
                $0.hasPrefix("q=") || $0.hasPrefix("Q=")
            }
            let isTaken = quality.map { (Double($0.dropFirst(2)) ?? 0) > 0 } ?? true
            if name == "gzip" || name == "x-gzip" { return isTaken }
            if name == "*" { others = isTaken }
        }
        return others
    }

    /// Returns the entity tag of the compressed form of a document, which differs from the document's own.
    static func tag(_ tag: String) -> String { "\(tag.dropLast())-gzip\"" }

    /// Returns the compressed form of a document.
    ///
    /// - Complexity: O(n) the first time.
    static func compressed(_ document: ByteBuffer, tag: String) -> ByteBuffer {
        let known = kept.withLock { kept -> ByteBuffer? in
            kept.uses += 1
            kept.documents[tag]?.use = kept.uses
            return kept.documents[tag]?.bytes
        }
        if let known { return known }
        let bytes = ByteBuffer(bytes: Gzip.compressed(document.readableBytesView, level: level))
        kept.withLock { kept in
            guard kept.documents[tag] == nil, bytes.readableBytes <= limit / 4 else { return }
            kept.documents[tag] = (bytes, kept.uses)
            kept.size += bytes.readableBytes
            // Eviction is rare and the cache has a few hundred entries, so a linear scan is enough.
            while kept.size > limit, let oldest = kept.documents.min(by: { $0.value.use < $1.value.use }) {
                kept.documents[oldest.key] = nil
                kept.size -= oldest.value.bytes.readableBytes
            }
        }
        return bytes
    }
}

extension Substring {
    fileprivate var trimmingBlanks: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
