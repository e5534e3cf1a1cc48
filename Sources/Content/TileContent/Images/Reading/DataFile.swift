import CTIFF
import Foundation
import TileSupport

/// An open file that is read at any position: on this machine's disk, or fetched in parts from elsewhere.
final class DataFile: Sendable {
    private enum Place: Sendable {
        case disk(Int32)
        case fetched(any FetchedFile)
        /// A file with bytes that are read as if they followed it.
        indirect case extended(DataFile, by: [UInt8], at: Int)
    }

    private let place: Place

    private init(_ place: Place) { self.place = place }

    deinit { if case .disk(let descriptor) = place { close(descriptor) } }

    /// Opens a file, also when too many are open, by a spare descriptor. Returns nil if it cannot be opened.
    static func open(_ path: String, _ flags: Int32 = O_RDONLY | O_CLOEXEC) -> DataFile? {
        if let file = FetchedFiles.file(path) { return DataFile(.fetched(file)) }
        return SpareDescriptors.shared.opening {
            let descriptor = Foundation.open(path, flags)
            return descriptor >= 0 ? DataFile(.disk(descriptor)) : nil
        }
    }

    /// Returns the file with bytes that are read as if they followed it.
    ///
    /// - Parameter start: The offset of the first of them: the length of the file, or more.
    func extended(by bytes: [UInt8], at start: Int) -> DataFile { DataFile(.extended(self, by: bytes, at: start)) }

    /// Whether the file is fetched in parts.
    var isFetched: Bool {
        switch place {
        case .disk: false
        case .fetched: true
        case .extended(let file, _, _): file.isFetched
        }
    }

    /// The number of reads of a fetched file that have failed so far.
    var failureCount: Int {
        switch place {
        case .disk: 0
        case .fetched(let file): file.failureCount
        case .extended(let file, _, _): file.failureCount
        }
    }

    /// The length in bytes; nil for what is not a regular file.
    var byteCount: Int? {
        switch place {
        case .fetched(let file): return file.byteCount
        case .extended(_, let bytes, let start): return start + bytes.count
        case .disk(let descriptor):
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return Int(status.st_size)
        }
    }

    /// Reads bytes from an offset on. Returns how many were read: fewer than `count` only at the end of the file, or if
    /// reading failed.
    func read(into target: UnsafeMutableRawPointer, count: Int, at offset: Int) -> Int {
        guard offset >= 0 else { return 0 }
        switch place {
        case .fetched(let file):
            let there = max(0, min(count, file.byteCount - offset))
            guard there > 0 else { return 0 }
            return file.read(into: UnsafeMutableRawBufferPointer(start: target, count: there), at: offset) ? there : 0
        case .extended(let file, let bytes, let start):
            guard offset >= start else { return file.read(into: target, count: min(count, start - offset), at: offset) }
            let there = max(0, min(count, start + bytes.count - offset))
            bytes.withUnsafeBytes {
                target.copyMemory(from: $0.baseAddress! + (there > 0 ? offset - start : 0), byteCount: there)
            }
            return there
        case .disk(let descriptor):
            var filled = 0
            while filled < count {
                let got = pread(descriptor, target + filled, count - filled, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                filled += got
            }
            return filled
        }
    }

    /// Returns `count` bytes from an offset on; nil if the file ends before the last of them.
    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = bytes.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { read(into: $0, count: count, at: offset) } ?? 0
        }
        return got == count ? bytes : nil
    }

    /// Opens a handle of libtiff at a directory, the only one that it reads. The file must stay open as long as the
    /// handle. Returns nil if libtiff can't read the directory.
    func tiff(at directory: UInt64, largestAllocation: Int) -> OpaquePointer? {
        switch place {
        case .disk(let descriptor):
            return tilework_tiff_share(descriptor, directory, tmsize_t(largestAllocation))
        case .fetched, .extended:
            // The pointer is used only while the handle is open.
            return tilework_tiff_share_fetched(
                Self.readFetched, Unmanaged.passUnretained(self).toOpaque(), UInt64(byteCount ?? 0), directory,
                tmsize_t(largestAllocation))
        }
    }

    private static let readFetched: tilework_tiff_fetch = { file, bytes, count, offset in
        guard let file, let bytes, let offset = Int(exactly: offset) else { return -1 }
        let got = Unmanaged<DataFile>.fromOpaque(file).takeUnretainedValue().read(
            into: bytes, count: Int(count), at: offset)
        return tmsize_t(got)
    }
}
