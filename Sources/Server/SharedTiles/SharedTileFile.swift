import NIOCore
import TileEngine

/// The stored form of a tile in Redis, with a header that detects truncated, corrupt or misplaced values.
///
///     "TWT1" │ length of the file, 4 bytes │ check of name and file, 8 bytes │ the file
///
/// Numbers are big-endian.
enum SharedTileFile {
    static let headerLength = 16
    private static let magic: UInt32 = 0x5457_5431

    static func encode(_ file: [UInt8], name: String) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(headerLength + file.count)
        buffer.writeInteger(magic)
        buffer.writeInteger(UInt32(file.count))
        buffer.writeInteger(check(file, name))
        buffer.writeBytes(file)
        return buffer
    }

    /// Decodes a value; nil if it is not a valid file of this name.
    static func decode(_ value: ByteBuffer, name: String) -> [UInt8]? {
        var value = value
        guard value.readInteger(as: UInt32.self) == magic, let length = value.readInteger(as: UInt32.self),
            let known = value.readInteger(as: UInt64.self), value.readableBytes == Int(length),
            let file = value.readBytes(length: Int(length)), check(file, name) == known
        else { return nil }
        return file
    }

    private static func check(_ file: [UInt8], _ name: String) -> UInt64 {
        var name = name
        let ofName = name.withUTF8 { StrongValidator(of: UnsafeRawBufferPointer($0)).number }
        let ofFile = file.withUnsafeBytes { StrongValidator(of: $0).number }
        // Not exclusive or, because equal hashes of name and file would cancel out.
        return ofFile &+ (ofName &<< 32 | ofName &>> 32)
    }
}
