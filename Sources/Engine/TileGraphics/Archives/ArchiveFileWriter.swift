import Foundation
import TileSupport

/// Writes an archive's records in sequence and its header last. Until then the file is not a valid archive.
package final class ArchiveFileWriter {
    private let file: Int32
    private var buffer: [UInt8] = []
    /// The number of bytes that are written to the file.
    private var flushed = 0
    private var length = ArchiveFile.headerLength
    private var entries: [UInt8] = []
    package private(set) var recordCount = 0

    private static let bufferSize = 1 << 20

    /// - Parameter file: The descriptor of an empty file, open for writing. The caller keeps ownership.
    package init(_ file: Int32) {
        self.file = file
        buffer.reserveCapacity(Self.bufferSize)
        buffer.append(contentsOf: [UInt8](repeating: 0, count: ArchiveFile.headerLength))
    }

    /// The number of bytes so far.
    package var byteCount: Int { length }

    /// - Returns: The record's number.
    /// - Throws: The system's error, for example if the disk is full.
    package func add(_ record: [UInt8]) throws(SystemError) -> Int {
        guard record.count <= UInt32.max, recordCount < UInt32.max else { throw SystemError(code: EFBIG) }
        pad()
        withUnsafeBytes(of: UInt64(length)) { entries.append(contentsOf: $0) }
        withUnsafeBytes(of: UInt32(record.count)) { entries.append(contentsOf: $0) }
        withUnsafeBytes(of: record.withUnsafeBytes { ArchiveFile.checksum($0) }) { entries.append(contentsOf: $0) }
        try append(record)
        recordCount += 1
        return recordCount - 1
    }

    private func pad() {
        while length % ArchiveFile.alignment != 0 {
            buffer.append(0)
            length += 1
        }
    }

    /// Writes the table and the header.
    package func finish(root: Int) throws(SystemError) {
        pad()
        let table = length
        var header = ArchiveFile.magic
        func add(_ value: some BitwiseCopyable) { withUnsafeBytes(of: value) { header.append(contentsOf: $0) } }
        let sum = entries.withUnsafeBytes { ArchiveFile.checksum($0) }
        buffer.append(contentsOf: entries)
        length += entries.count
        add(ArchiveFile.format)
        add(ArchiveFile.byteOrder)
        add(UInt64(length))
        add(UInt64(table))
        add(UInt32(recordCount))
        add(UInt32(root))
        add(sum)
        while header.count < 60 { header.append(0) }
        add(header.withUnsafeBytes { ArchiveFile.checksum($0) })
        try flush()
        try Self.write(header, to: file, at: 0)
    }

    private func append(_ bytes: [UInt8]) throws(SystemError) {
        buffer.append(contentsOf: bytes)
        length += bytes.count
        if buffer.count >= Self.bufferSize { try flush() }
    }

    private func flush() throws(SystemError) {
        try Self.write(buffer, to: file, at: flushed)
        flushed += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    private static func write(_ bytes: [UInt8], to file: Int32, at place: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(file, $0.baseAddress! + done, $0.count - done, off_t(place + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError(code: count == 0 ? ENOSPC : errno) }
            done += count
        }
    }
}
