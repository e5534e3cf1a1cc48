import NIOCore
import NIOHPACK

/// Header fields in HPACK's literal forms without indexing (RFC 7541 section 6.2). They don't change the dynamic table
/// at either end, so a writer needs no knowledge of what else was written to the connection.
extension ByteBuffer {
    /// Fields of the static table, by their index (RFC 7541 appendix A).
    enum StaticField: UInt8 {
        case status200 = 8
        case status304 = 11
    }

    /// Names of the static table, by their index.
    enum StaticName: UInt8 {
        case accessControlAllowOrigin = 20
        case cacheControl = 24
        case contentLength = 28
        case contentType = 31
        case date = 33
        case etag = 34
    }

    /// Announces that the dynamic table is not used (RFC 7541 section 6.3). Must be at the beginning of a header block.
    mutating func writeEmptyTable() { writeInteger(0x20 as UInt8) }

    mutating func writeField(_ field: StaticField) { writeInteger(0x80 | field.rawValue) }

    mutating func writeField(_ name: StaticName, _ value: String) {
        // A four-bit prefix holds up to 14, and all names here have a larger index.
        writeInteger(UInt16(0x0F) << 8 | UInt16(name.rawValue - 15))
        writeText(value)
    }

    mutating func writeField(_ name: String, _ value: String) {
        writeInteger(0 as UInt8)
        writeText(name)
        writeText(value)
    }

    mutating func writeFields(_ fields: HPACKHeaders) {
        for (name, value, _) in fields { writeField(name, value) }
    }

    /// Writes a length and the bytes, without Huffman coding (RFC 7541 section 5.2).
    private mutating func writeText(_ text: String) {
        var length = text.utf8.count
        if length < 127 {
            writeInteger(UInt8(length))
        } else {
            writeInteger(127 as UInt8)
            length -= 127
            while length >= 128 {
                writeInteger(UInt8(length & 127 | 128))
                length >>= 7
            }
            writeInteger(UInt8(length))
        }
        writeString(text)
    }
}
