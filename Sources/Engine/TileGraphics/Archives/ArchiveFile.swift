import CDeflate
import TileSupport

/// An archive's bytes as records: numbered parts with a checksum each, which is compared when a part is first looked
/// at. So opening costs the header and the table, whatever there is in all.
///
///     header   64 bytes: what it is, how long, where the table is, checksums of both
///     records  each at a multiple of 16
///     table    for each record: where it is (8 bytes), its length (4), its checksum (4)
///
/// Numbers are as the processor has them; the header says how, and what comes from another kind is foreign.
package struct ArchiveFile: Sendable {
    /// Goes up with every change to what records mean.
    package static let format: UInt32 = 4
    package static let headerLength = 64
    static let alignment = 16
    static let entryLength = 16
    /// "Tilework" and a line end that transfers as text would change.
    static let magic: [UInt8] = [0x54, 0x57, 0x61, 0x72, 0x63, 0x0D, 0x0A, 0x1A]
    static let byteOrder: UInt32 = 0x0102_0304

    private let file: MappedFile
    private let table: Int
    package let recordCount: Int
    /// The record that the others are found from.
    package let root: Int

    /// - Throws: `ArchiveDamage`, when it is none.
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

    /// A record's bytes, which are what was written. They stay as long as `owner`.
    ///
    /// - Parameter isSound: Whether it was found before that the bytes are what was written.
    /// - Complexity: O(length), unless it is sound.
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

    /// What keeps records' bytes.
    package var owner: MappedFile { file }

    /// CRC-32: against what disks and crashes do, not against who means harm. What a record says is checked as if
    /// anybody had written it.
    package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        libdeflate_crc32(0, bytes.baseAddress, bytes.count)
    }
}
