import CTIFF
import Foundation
import TileSupport

/// The libtiff handles of a page: as many as threads have read it at once.
final class TIFFHandles: Sendable {
    // @unchecked Sendable: a handle is used by one thread at a time.
    private struct Handle: @unchecked Sendable {
        var tiff: OpaquePointer
    }

    private let path: String
    private let layout: TIFFLayout
    private let idle = Lock<[Handle]>([])

    /// The largest allocation on a file's word, in bytes.
    private static let largestAllocation = 256 << 20

    init(_ path: String, _ layout: TIFFLayout) { (self.path, self.layout) = (path, layout) }

    deinit { idle.withLock { $0.forEach { TIFFClose($0.tiff) } } }

    /// Calls `body` with a handle at the page's directory. Returns nil if libtiff can't open the page.
    func withHandle<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
        guard let handle = idle.withLock({ $0.popLast() }) ?? open() else { return nil }
        defer { idle.withLock { $0.append(handle) } }
        return body(handle.tiff)
    }

    private func open() -> Handle? {
        let opened = SpareDescriptors.shared.opening { tilework_tiff_open(path, tmsize_t(Self.largestAllocation)) }
        guard let tiff = opened else { return nil }
        guard TIFFSetSubDirectory(tiff, toff_t(layout.directory)) != 0, prepare(tiff) else {
            TIFFClose(tiff)
            return nil
        }
        return Handle(tiff: tiff)
    }

    /// Sets what the decoders return, and checks that libtiff reads the same layout.
    private func prepare(_ tiff: OpaquePointer) -> Bool {
        func long(_ tag: Int32) -> Int { Int(tilework_tiff_long(tiff, UInt32(tag))) }
        guard long(TIFFTAG_IMAGEWIDTH) == layout.width, long(TIFFTAG_IMAGELENGTH) == layout.height,
            (TIFFIsTiled(tiff) != 0) == layout.isTiled
        else { return false }
        if layout.isOfDecodedColors { return tilework_tiff_store_upright(tiff) != 0 }
        if layout.photometric == Int(PHOTOMETRIC_YCBCR), tilework_tiff_decode_colors(tiff) == 0 { return false }
        if layout.isLogarithmic, tilework_tiff_decode_luminance(tiff) == 0 { return false }
        if layout.isDirect { return true }
        let size = layout.isTiled ? TIFFTileSize(tiff) : TIFFStripSize(tiff)
        return Int(size) == layout.pieceBytes
    }
}
