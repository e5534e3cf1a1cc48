import HTTPTypes
import NIOCore
import TileArchives
import TileSupport

/// Text documents as browsers like them on the way, gzipped, each kept for those who ask next.
///
/// What they are kept by is the entity tag of their bytes, so what a document was before is never sent for what it is.
enum CompressedDocuments {
    private struct Kept: Sendable {
        var documents: [String: (bytes: ByteBuffer, use: UInt64)] = [:]
        var size = 0
        var uses: UInt64 = 0
    }

    private static let kept = Lock(Kept())

    /// Bytes of what is kept.
    private static let limit = 16_000_000
    /// Below it a packet has room for the headers and all of it.
    private static let leastLength = 1000
    /// 6 packs a list of 10,000 contents in a tenth of the time that 9 takes, 2 % larger.
    private static let level: Int32 = 6

    /// Whether what is sent depends on what the client takes.
    static func varies(_ mediaType: String, _ length: Int) -> Bool {
        guard length >= leastLength else { return false }
        let type = mediaType.prefix { $0 != ";" }
        return type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("xml")
            || type.hasSuffix("javascript")
    }

    /// Whether a request takes gzip (RFC 9110 section 12.5.3).
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

    /// The tag of a document's compressed bytes: other bytes than its own.
    static func tag(_ tag: String) -> String { "\(tag.dropLast())-gzip\"" }

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
            // Seldom, and of a few hundred: looked for one by one.
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
