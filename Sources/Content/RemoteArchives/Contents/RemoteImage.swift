import Dispatch
public import Foundation
import Synchronization
import TileArchives
public import TileContent
public import TileEngine
public import TileGeometry
public import TileGraphics
import TileSupport

/// A picture in a remote TIFF that is read in parts: a pyramid of tiles, such as a Cloud Optimized GeoTIFF, one of
/// several in a document, or the channels of a microscope. The bytes of a tile are fetched before the tile is queued
/// for drawing, so no worker waits for the network.
///
/// It is one version of the file. When the file is replaced, every tile that needs bytes fails until the file is opened
/// again (`RemoteContents`), so that no tile has parts of two versions.
public final class RemoteImage: StoredAreaSource, AwaitedTileSource {
    private let file: RemoteTIFF
    private let source: any FetchedSource
    /// Opens what is chosen, and computes the ranges of bytes of tiles. They are in tables, which may have to be
    /// fetched.
    private let queue: DispatchQueue
    private let grid: Grid

    /// The pyramid in which tiles are requested, the same for all bands and ranges of a picture.
    private final class Grid: Sendable {
        let pyramid = Lock<TilePyramid?>(nil)
    }

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
        let tiff = FetchedTIFF(parts, name: file.path, limits: limits)
        // What could not be fetched looks like damage to the readers.
        let failures = parts.failures
        if failures.count > 0, let failure = failures.last { throw failure }
        guard let tiff, let source = tiff.document.source as? any FetchedSource else { return nil }
        return RemoteImage(RemoteTIFF(parts, tiff), source, grid: Grid())
    }

    /// A petabyte.
    private static let longestFile: UInt64 = 1 << 50

    private init(_ file: RemoteTIFF, _ source: any FetchedSource, grid: Grid) {
        self.file = file
        queue = file.nextQueue
        self.source = source
        self.grid = grid
    }

    /// The description of the file, with this object as the source of its first page. The sources of other pages, and
    /// of chosen bands, ranges and channels, are of this class, too.
    public var document: ContentDocument { document(file.tiff.document) }

    private func document(_ stored: ContentDocument) -> ContentDocument {
        let (file, grid) = (file, grid)
        return stored.withSource(self)
            .mapChoices { chosen in
                guard let source = chosen as? any FetchedSource else { return chosen }
                return RemoteImage(file, source, grid: grid)
            }
            .mapPages { (open) throws(ContentFailure) in
                let page = try FetchedFiles.whole(file.tiff.document.path, open)
                guard let source = page.source as? any FetchedSource else { return page }
                return RemoteImage(file, source, grid: Grid()).document(page)
            }
    }

    public var contentSize: CGSize { source.contentSize }

    /// The approximate memory of fetched bytes.
    public var byteCount: Int { FetchedParts.usualMemory }

    /// Sets the pyramid in which tiles are requested. Without it, tiles are fetched when they are drawn.
    public func setPyramid(_ pyramid: TilePyramid) { grid.pyramid.withLock { $0 = pyramid } }

    // MARK: Tiles

    public func fetch(_ tile: TileCoordinate, whenReady: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let task = Lock<Task<Void, Never>?>(nil)
        let isCancelled = Lock(false)
        guard let pyramid = grid.pyramid.withLock({ $0 }) else {
            queue.async { whenReady() }
            return {}
        }
        queue.async { [self] in
            let area = pyramid.area(of: tile, cropped: true)
            // If this fails, drawing throws the reason.
            let ranges = isCancelled.withLock { $0 } ? [] : (try? source.ranges(of: area)) ?? []
            let loading = Task {
                await file.parts.load(ranges)
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
        try file.whole { try source.raster(area, in: context) }
    }

    public func storedFile(of area: RasterArea, format: TileFormat) throws -> [UInt8]? {
        guard let source = source as? any StoredAreaSource else { return nil }
        return try file.whole { try source.storedFile(of: area, format: format) }
    }

    // MARK: Changes

    /// Calls `body` when a tile finds that the file was replaced.
    func subscribe(_ body: @escaping @Sendable () -> Void) { file.whenReplaced.withLock { $0 = body } }

    /// Asks the server whether the file was replaced.
    func isReplaced() async -> Bool {
        let remote = file.parts.file
        if !remote.isReplaced { await remote.check() }
        return remote.isReplaced
    }
}

/// A remote file that all of its pictures share.
private final class RemoteTIFF: Sendable {
    let parts: FetchedParts
    let tiff: FetchedTIFF
    let whenReplaced = Lock<(@Sendable () -> Void)?>(nil)
    /// The queues of the pictures. Each may block a thread, and clients choose any number of pictures.
    private let queues = (0..<4).map { _ in DispatchQueue(label: "tilework.remote-image", qos: .userInitiated) }
    private let pictureCount = Atomic(0)

    /// The queue of the next picture: each is that of every fourth.
    var nextQueue: DispatchQueue {
        queues[pictureCount.wrappingAdd(1, ordering: .relaxed).oldValue & (queues.count - 1)]
    }

    init(_ parts: FetchedParts, _ tiff: FetchedTIFF) { (self.parts, self.tiff) = (parts, tiff) }

    /// Returns what `body` makes, unless bytes that it needed could not be fetched: it would lack them as if the file
    /// were damaged.
    func whole<Value>(_ body: () throws -> Value) throws -> Value {
        let before = parts.failures.count
        let result = Result { try body() }
        let (count, last) = parts.failures
        guard count != before, let last else { return try result.get() }
        if case .replaced = last { whenReplaced.withLock { $0 }?() }
        throw ArchiveFailure(last, path: parts.file.path)
    }
}
