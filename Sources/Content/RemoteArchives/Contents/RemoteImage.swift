import Dispatch
public import Foundation
import TileArchives
public import TileContent
public import TileEngine
public import TileGeometry
public import TileGraphics
import TileSupport

/// A pyramid of tiles in a remote TIFF, such as a Cloud Optimized GeoTIFF, read in parts. The bytes of a tile are
/// fetched before the tile is queued for drawing, so no worker waits for the network.
///
/// It is one version of the file. When the file is replaced, every tile that needs bytes fails until the file is opened
/// again (`RemoteContents`), so that no tile has parts of two versions.
public final class RemoteImage: StoredAreaSource, AwaitedTileSource {
    private let parts: FetchedParts
    private let image: FetchedTIFF
    /// Computes the ranges of bytes of tiles. They are in tables, which may have to be fetched.
    private let queue = DispatchQueue(label: "tilework.remote-image", qos: .userInitiated)
    private let state = Lock(State())

    private struct State: Sendable {
        var pyramid: TilePyramid?
        var whenReplaced: (@Sendable () -> Void)?
    }

    /// The description, with this object as the source.
    public var document: ContentDocument { image.document.withSource(self) }

    /// Whether a file with these first bytes may be a pyramid in a TIFF.
    static func mayRead(_ start: [UInt8]) -> Bool {
        [[0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43]].contains {
            start.starts(with: $0)
        }
    }

    /// Opens a file. Blocks until its directories have arrived. Returns nil if the file can only be read as a whole.
    ///
    /// - Throws: The failure of a request.
    static func open(_ file: RemoteFile, limits: ContentLimits) throws(RemoteFailure) -> RemoteImage? {
        // Offsets are added to without checks.
        guard file.byteCount <= longestFile else { return nil }
        let parts = FetchedParts(file)
        let image = FetchedTIFF(parts, name: file.path, limits: limits)
        // What could not be fetched looks like damage to the readers.
        let failures = parts.failures
        if failures.count > 0, let failure = failures.last { throw failure }
        return image.map { RemoteImage(parts, $0) }
    }

    /// A petabyte.
    private static let longestFile: UInt64 = 1 << 50

    private init(_ parts: FetchedParts, _ image: FetchedTIFF) {
        self.parts = parts
        self.image = image
    }

    public var contentSize: CGSize { image.contentSize }

    /// The approximate memory of fetched bytes.
    public var byteCount: Int { FetchedParts.usualMemory }

    /// Sets the pyramid in which tiles are requested. Without it, tiles are fetched when they are drawn.
    public func setPyramid(_ pyramid: TilePyramid) { state.withLock { $0.pyramid = pyramid } }

    // MARK: Tiles

    public func fetch(_ tile: TileCoordinate, whenReady: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let task = Lock<Task<Void, Never>?>(nil)
        let isCancelled = Lock(false)
        guard let pyramid = state.withLock({ $0.pyramid }) else {
            queue.async { whenReady() }
            return {}
        }
        queue.async { [self] in
            let area = pyramid.area(of: tile, cropped: true)
            // If this fails, drawing throws the reason.
            let ranges = isCancelled.withLock { $0 } ? [] : (try? image.ranges(of: area)) ?? []
            let loading = Task {
                await parts.load(ranges)
                whenReady()
            }
            task.withLock { $0 = loading }
            if isCancelled.withLock({ $0 }) { loading.cancel() }
        }
        return {
            isCancelled.withLock { $0 = true }
            task.withLock { $0 }?.cancel()
        }
    }

    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        try whole { try image.raster(area, in: context) }
    }

    public func storedFile(of area: RasterArea, format: TileFormat) throws -> [UInt8]? {
        try whole { try image.storedFile(of: area, format: format) }
    }

    /// Returns what `body` makes, unless bytes that it needed could not be fetched: it would lack them as if the file
    /// were damaged.
    private func whole<Value>(_ body: () throws -> Value) throws -> Value {
        let before = parts.failures.count
        let result = Result { try body() }
        let (count, last) = parts.failures
        guard count != before, let last else { return try result.get() }
        if case .replaced = last { state.withLock { $0.whenReplaced }?() }
        throw ArchiveFailure(last, path: parts.file.path)
    }

    // MARK: Changes

    /// Calls `body` when a tile finds that the file was replaced.
    func subscribe(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.whenReplaced = body } }

    /// Asks the server whether the file was replaced.
    func isReplaced() async -> Bool {
        if !parts.file.isReplaced { await parts.file.check() }
        return parts.file.isReplaced
    }
}
