import CDeflate
import TileSupport

/// An archive file as numbered records. Each record has a checksum, which is verified when the record is first read, so
/// opening costs only the header and the table.
///
///     header   64 bytes: magic, format, length, position of the table, checksums of header and table
///     records  each aligned to 16 bytes
///     table    for each record: position (8 bytes), length (4), checksum (4)
///
/// Numbers are in the processor's byte order, which the header records; files of another order are foreign.
package struct ArchiveFile: Sendable {
    /// The format version. Increase it with every change in the meaning of records.
    package static let format: UInt32 = 5
    package static let headerLength = 64
    static let alignment = 16
    static let entryLength = 16
    /// "TWarc" followed by line ends that a transfer as text would alter.
    static let magic: [UInt8] = [0x54, 0x57, 0x61, 0x72, 0x63, 0x0D, 0x0A, 0x1A]
    static let byteOrder: UInt32 = 0x0102_0304

    private let file: MappedFile
    private let table: Int
    package let recordCount: Int
    /// The record from which the others are reachable.
    package let root: Int

    /// - Throws: `ArchiveDamage` if the file is not a valid archive.
    package init(_ file: MappedFile) throws(ArchiveDamage) {
        let bytes = file.bytes
        guard bytes.count >= Self.headerLength else { throw .cutOff }
        let header = UnsafeRawBufferPointer(rebasing: bytes[..<Self.headerLength])
        guard header.prefix(8).elementsEqual(Self.magic),
            header.load(fromByteOffset: 8, as: UInt32.self) == Self.format,
            header.load(fromByteOffset: 12, as: UInt32.self) == Self.byteOrder
        else { throw .foreign }
        guard
            Self.checksum(UnsafeRawBufferPointer(rebasing: header[..<60]))
                == header.load(fromByteOffset: 60, as: UInt32.self)
        else { throw .checksum }
        let length = header.load(fromByteOffset: 16, as: UInt64.self)
        let table = header.load(fromByteOffset: 24, as: UInt64.self)
        let count = Int(header.load(fromByteOffset: 32, as: UInt32.self))
        let root = Int(header.load(fromByteOffset: 36, as: UInt32.self))
        guard length == UInt64(bytes.count), table <= length, table % UInt64(Self.alignment) == 0,
            count == (bytes.count - Int(table)) / Self.entryLength
        else { throw .cutOff }
        guard root < count else { throw .value }
        let entries = UnsafeRawBufferPointer(rebasing: bytes[Int(table)...])
        guard Self.checksum(entries) == header.load(fromByteOffset: 40, as: UInt32.self) else { throw .checksum }
        self.file = file
        self.table = Int(table)
        self.recordCount = count
        self.root = root
    }

    package var byteCount: Int { file.bytes.count }

    /// Returns a record's bytes. They are valid as long as `owner` lives.
    ///
    /// - Parameter isSound: Whether the checksum was verified before.
    /// - Complexity: O(length), or O(1) if `isSound`.
    package func record(_ number: Int, isSound: Bool = false) throws(ArchiveDamage) -> UnsafeRawBufferPointer {
        guard (0..<recordCount).contains(number) else { throw .value }
        let entry = table + number * Self.entryLength
        let start = file.bytes.load(fromByteOffset: entry, as: UInt64.self)
        let length = UInt64(file.bytes.load(fromByteOffset: entry + 8, as: UInt32.self))
        guard start % UInt64(Self.alignment) == 0, start <= UInt64(table), length <= UInt64(table) - start else {
            throw .cutOff
        }
        let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[Int(start)..<Int(start + length)])
        guard isSound || Self.checksum(bytes) == file.bytes.load(fromByteOffset: entry + 12, as: UInt32.self) else {
            throw .checksum
        }
        return bytes
    }

    /// The owner of the records' memory.
    package var owner: MappedFile { file }

    /// Returns a CRC-32. It detects damage by disks and crashes, not malice; a record's contents are validated as
    /// untrusted input.
    package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        libdeflate_crc32(0, bytes.baseAddress, bytes.count)
    }
}
