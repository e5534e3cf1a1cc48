public import Foundation
public import TileArchives
public import TileEngine
public import TileGeometry
public import TileGraphics
import TileSupport

/// A tile source for an archive on another machine. The data of a tile is fetched before the tile is queued for
/// drawing, so no worker waits for the network.
///
/// If reading or a check every minute finds that the archive was replaced, it is opened again and all tiles are
/// invalidated. Tiles of two versions are shown together only until a viewer requests them again.
public final class RemoteArchiveSource: StoredTileSource, AwaitedTileSource, RefiningTileSource, ChangingTileSource {
    private typealias Version = ArchiveVersions<RemoteArchive>.Version

    private struct Tasks: Sendable {
        var opening: Task<Void, Never>?
        var checking: Task<Void, Never>?
    }

    private let object: RemoteObject
    private let versions: ArchiveVersions<RemoteArchive>
    private let tasks = Lock(Tasks())

    public let pyramid: TilePyramid
    public let format: TileFormat
    public let part: CGRect?
    /// The description at the time the archive was opened.
    public let description: ArchiveDescription
    public var contentSize: CGSize { pyramid.contentSize }

    /// The estimated memory of directories and cached parts.
    public var byteCount: Int { 8 << 20 }

    /// Opens an archive. Blocks until its first bytes have arrived, so it must not be called on a thread that runs
    /// tasks.
    ///
    /// - Parameter lookInterval: The seconds between checks for a replacement; nil for none.
    public convenience init(
        _ location: RemoteLocation, lookInterval: Double? = 60
    ) throws(ArchiveFailure) {
        try self.init(RemoteObject(location), lookInterval: lookInterval)
    }

    init(_ object: RemoteObject, lookInterval: Double?) throws(ArchiveFailure) {
        let archive = try RemoteArchive.open(object)
        let source = try ArchiveSource(archive)
        self.object = object
        (pyramid, format, part, description) = (source.pyramid, source.format, source.part, archive.description)
        versions = ArchiveVersions(Version(archive, source))
        guard let lookInterval else { return }
        let checking = Task { [weak self] in
            while (try? await Task.sleep(for: .seconds(lookInterval))) != nil, let self {
                await self.checkForReplacement()
            }
        }
        tasks.withLock { $0.checking = checking }
    }

    deinit {
        let tasks = tasks.withLock { [$0.checking, $0.opening] }
        for task in tasks { task?.cancel() }
    }

    public var path: String { object.name }

    // MARK: Tiles

    public func fetch(_ tile: TileCoordinate, whenReady: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let task = Task {
            await load(tile)
            whenReady()
        }
        return { task.cancel() }
    }

    /// Fetches the data of a tile of the current version. Errors appear when the tile is drawn.
    private func load(_ tile: TileCoordinate) async {
        for _ in 0..<2 {
            let version = versions.current
            do throws(ArchiveFailure) {
                for place in version.source.needs(of: tile) {
                    try await version.archive.load(level: place.level, column: place.column, row: place.row)
                }
                return
            } catch {
                guard case .replaced = error else { return }
                await reopen(version.archive)
            }
        }
    }

    public func storedFile(_ tile: TileCoordinate, isCropped: Bool, format: TileFormat) throws -> [UInt8]? {
        try withCurrent { try $0.storedFile(tile, isCropped: isCropped, format: format) }
    }

    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        try withCurrent { try $0.raster(area, in: context) }
    }

    private func withCurrent<Value>(_ body: (ArchiveSource) throws -> Value) throws -> Value {
        for attempt in 0..<2 {
            let version = try versions.readable()
            do {
                return try body(version.source)
            } catch let failure as ArchiveFailure {
                guard case .replaced = failure, attempt == 0 else { throw failure }
                Blocking.wait { await self.reopen(version.archive) }
            }
        }
        throw ArchiveFailure.replaced(path: path)
    }

    // MARK: Versions

    public func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        versions.subscribe(onChange)
    }

    public var refinement: Double? { versions.current.source.refinement }

    public func subscribeToRefinements(
        _ onRefinement: @escaping @Sendable (Box) -> Void
    ) -> TileChangeSubscription {
        versions.subscribeToRefinements(onRefinement)
    }

    /// Checks whether the archive was replaced.
    func checkForReplacement() async {
        let version = versions.current
        await version.archive.file.check()
        if version.archive.file.isReplaced { await reopen(version.archive) }
    }

    /// Opens the replacement of an archive, unless another caller has already done so.
    private func reopen(_ old: RemoteArchive) async {
        let task = tasks.withLock { tasks -> Task<Void, Never>? in
            guard versions.current.archive === old else { return nil }
            if let opening = tasks.opening { return opening }
            let task = Task { await self.replace() }
            tasks.opening = task
            return task
        }
        await task?.value
    }

    private func replace() async {
        let object = object
        // Opening blocks, which a task must not do.
        let version = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                guard let archive = try? RemoteArchive.open(object), let source = try? ArchiveSource(archive) else {
                    return continuation.resume(returning: nil as Version?)
                }
                continuation.resume(returning: Version(archive, source))
            }
        }
        // If opening fails, the next request tries again.
        if let version { versions.put(version) }
        tasks.withLock { $0.opening = nil }
    }
}
