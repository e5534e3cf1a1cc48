import TileEngine
import TileGeometry
import TileGraphics

/// What a server serves, and how its URLs name it. A value that never changes while the server runs.
struct Site: Sendable {
    struct Entry: Sendable {
        let content: ServedContent
        let engineID: ContentID
        let idBytes: [UInt8]
        let png: TileFormat
        let jpeg: TileFormat
        let webp: TileFormat

        /// For a file extension; nil for one that is not offered.
        func format(forExtension name: UnsafeRawBufferPointer) -> TileFormat? {
            if name.isEqual(to: "png") { return png }
            if name.isEqual(to: "webp") { return webp }
            if name.isEqual(to: "jpg") || name.isEqual(to: "jpeg") { return jpeg }
            return nil
        }
    }

    let entries: [Entry]
    /// Where an entry is, by the hash of its identifier's bytes. So a path's bytes find it without becoming a string.
    private let indexByHash: [UInt64: Int]

    init(
        _ contents: [ServedContent], configuration: TileServerConfiguration, engine: TileEngine, caching: TileCaching
    ) throws(TileServerFailure) {
        var entries: [Entry] = []
        var indexByHash: [UInt64: Int] = [:]
        for content in contents {
            let isUsable = content.id.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
            guard isUsable, !content.id.isEmpty else { throw .unusableID(content.id) }
            let bytes = Array(content.id.utf8)
            let hash = bytes.withUnsafeBytes(Self.hash)
            guard indexByHash.updateValue(entries.count, forKey: hash) == nil else { throw .duplicateID(content.id) }
            func chosen(_ other: TileFormat) -> TileFormat {
                content.format.fileExtension == other.fileExtension ? content.format : other
            }
            let engineID = engine.add(content.source, pyramid: content.pyramid)
            caching.add(engineID, content.source)
            entries.append(
                Entry(
                    content: content, engineID: engineID, idBytes: bytes,
                    png: .png, jpeg: chosen(.jpeg(quality: configuration.jpegQuality)),
                    webp: chosen(.webp(quality: configuration.webpQuality))))
        }
        self.entries = entries
        self.indexByHash = indexByHash
    }

    func entry(_ id: UnsafeRawBufferPointer) -> Entry? {
        guard let index = indexByHash[Self.hash(id)], entries[index].idBytes.elementsEqual(id) else { return nil }
        return entries[index]
    }

    func entry(_ id: some StringProtocol) throws(HTTPProblem) -> Entry {
        guard let entry = Array(id.utf8).withUnsafeBytes({ entry($0) }) else { throw Self.unknown(String(id)) }
        return entry
    }

    static func unknown(_ id: String) -> HTTPProblem {
        .notFound("there is no content named “\(id)”: / lists what there is")
    }

    /// FNV-1a, 64 bits.
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}

extension UnsafeRawBufferPointer {
    func isEqual(to text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && elementsEqual(UnsafeRawBufferPointer(start: text.utf8Start, count: count))
    }
}
