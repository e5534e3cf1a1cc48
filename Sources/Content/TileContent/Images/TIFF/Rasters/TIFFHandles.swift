import CTIFF
import Foundation
import TileSupport

/// The libtiff handles of a page, which share one open file: as many as threads have read it at once.
final class TIFFHandles: Sendable {
    // @unchecked Sendable: a handle is used by one thread at a time.
    private struct Handle: @unchecked Sendable {
        var tiff: OpaquePointer
        /// The buffer for a stored tile, if libtiff's own has the wrong size.
        var buffer: UnsafeMutableRawPointer?
        /// The largest stored piece that it has read, in bytes. libtiff keeps a buffer for it.
        var largestStored = 0

        func close() {
            TIFFClose(tiff)
            free(buffer)
        }
    }

    private let file: DataFile
    private let layout: TIFFLayout
    /// The offset of the directory that libtiff reads.
    private let directory: Int
    private let idle = Lock<[Handle]>([])
    private let mostIdle: Int
    private let opened = Lock(0)

    /// The largest allocation on a file's word, in bytes.
    static let largestAllocation = 256 << 20
    /// The most handles that are kept for later reads.
    private static let usualIdle = 8
    /// The largest buffers of libtiff with which a handle is kept, in bytes.
    private static let largestKept = 1 << 20

    init(_ file: DataFile, _ layout: TIFFLayout) {
        self.layout = layout
        if layout.pieceDepth > 1, let tall = Self.tall(file, layout) {
            (self.file, directory) = tall
        } else {
            (self.file, directory) = (file, layout.directory)
        }
        // A handle of very many pieces is large, and slow to fill.
        mostIdle = layout.tableBytes > Self.largestKept ? 1 : Self.usualIdle
    }

    /// Returns the file with another directory, in which the tiles of a volume are those of a tall picture: each has
    /// its slices below one another. libtiff reads only the first slice of a tile.
    private static func tall(_ file: DataFile, _ layout: TIFFLayout) -> (file: DataFile, directory: Int)? {
        guard let count = file.byteCount, let reader = TIFFReader(file),
            let copy = reader.copy(
                ofDirectoryAt: layout.directory,
                replacing: [
                    .imageLength: layout.tallHeight, .tileLength: layout.pieceHeight * layout.pieceDepth,
                    .imageDepth: 1, .tileDepth: 1,
                ])
        else { return nil }
        let start = (count + 1) & ~1
        return (file.extended(by: copy, at: start), start)
    }

    deinit { idle.withLock { $0.forEach { $0.close() } } }

    /// The memory of the handles that are kept, in bytes.
    var byteCount: Int {
        if layout.isDirect { return 0 }
        return mostIdle * (layout.tableBytes + min(Self.largestKept, layout.pieceBytes ?? .max))
    }

    /// The number of handles opened so far.
    var openedCount: Int { opened.withLock { $0 } }

    /// Calls `body` with a handle at the page's directory. Returns nil if libtiff can't open the page, or reads another
    /// layout.
    ///
    /// - Parameter stored: The number of bytes of the stored piece that is read.
    func withHandle<Result>(reading stored: Int, _ body: (OpaquePointer) -> Result) -> Result? {
        let failures = file.failureCount
        guard var handle = idle.withLock({ $0.popLast() }) ?? open() else { return nil }
        handle.largestStored = max(handle.largestStored, stored)
        // libtiff remembers as damage what it could not read.
        defer { if file.failureCount == failures { keep(handle) } else { handle.close() } }
        return body(handle.tiff)
    }

    private func keep(_ handle: Handle) {
        let isKept =
            max(handle.largestStored, layout.decoderBytes) <= Self.largestKept
            && idle.withLock { idle in
                if idle.count < mostIdle { idle.append(handle) }
                return idle.last?.tiff == handle.tiff
            }
        if !isKept { handle.close() }
    }

    private func open() -> Handle? {
        opened.withLock { $0 += 1 }
        guard let tiff = file.tiff(at: UInt64(directory), largestAllocation: Self.largestAllocation) else {
            return nil
        }
        guard TIFFCurrentDirOffset(tiff) == UInt64(directory), prepare(tiff) else {
            TIFFClose(tiff)
            return nil
        }
        return Handle(tiff: tiff, buffer: layout.isOfDecodedColors ? buffer(for: tiff) : nil)
    }

    /// Gives libtiff a buffer of the size of a stored tile. Its own is rounded up, and libtiff 4.5 converts
    /// uncompressed tiles to colors only from a buffer of their size.
    private func buffer(for tiff: OpaquePointer) -> UnsafeMutableRawPointer? {
        guard layout.isTiled, layout.compression.code == Int(COMPRESSION_NONE) else { return nil }
        let size = TIFFTileSize(tiff)
        guard size > 0, size <= Self.largestAllocation, let buffer = malloc(Int(size)) else { return nil }
        if TIFFReadBufferSetup(tiff, buffer, size) != 0 { return buffer }
        free(buffer)
        return nil
    }

    /// Sets what the decoders return, and checks that libtiff reads the same layout. The decoders write as many bytes
    /// as libtiff's layout needs.
    private func prepare(_ tiff: OpaquePointer) -> Bool {
        func long(_ tag: Int32) -> Int { Int(tilework_tiff_long(tiff, UInt32(tag))) }
        guard long(TIFFTAG_IMAGEWIDTH) == layout.width, long(TIFFTAG_IMAGELENGTH) == layout.tallHeight,
            (TIFFIsTiled(tiff) != 0) == layout.isTiled
        else { return false }
        if layout.isTiled {
            guard long(TIFFTAG_TILEWIDTH) == layout.pieceWidth,
                long(TIFFTAG_TILELENGTH) == layout.pieceHeight * layout.pieceDepth
            else { return false }
        } else if min(long(TIFFTAG_ROWSPERSTRIP), layout.height) != layout.pieceHeight {
            return false
        }
        guard Int(layout.isTiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff)) == layout.pieceCount else {
            return false
        }
        if layout.isOfDecodedColors { return tilework_tiff_store_upright(tiff) != 0 }
        if layout.photometric == Int(PHOTOMETRIC_YCBCR), tilework_tiff_decode_colors(tiff) == 0 { return false }
        if layout.isLogarithmic, tilework_tiff_decode_luminance(tiff) == 0 { return false }
        if layout.isDirect { return true }
        let size = layout.isTiled ? TIFFTileSize(tiff) : TIFFStripSize(tiff)
        return Int(size) == layout.pieceBytes
    }
}
