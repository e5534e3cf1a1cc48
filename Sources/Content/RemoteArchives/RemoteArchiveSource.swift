public import Foundation
public import TileArchives
public import TileEngine
public import TileGeometry
public import TileGraphics
import TileSupport

/// An archive on another machine as content. What tiles need is fetched before they get in line, so no worker waits
/// for the network.
///
/// When the archive is found to be another one, on reading a part of it or by a look every minute, it is opened anew
/// and all its tiles are outdated: tiles of two versions are never shown side by side for longer than it takes a viewer
/// to ask again.
public final class RemoteArchiveSource: StoredTileSource, AwaitedTileSource, RefiningTileSource, ChangingTileSource {
    private typealias Version = ArchiveVersions<RemoteArchive>.Version

    private struct Tasks: Sendable {
        var opening: Task<Void, Never>?
        var looking: Task<Void, Never>?
    }

    private let object: RemoteObject
    private let versions: ArchiveVersions<RemoteArchive>
    private let tasks = Lock(Tasks())

    public let pyramid: TilePyramid
    public let format: TileFormat
    public let part: CGRect?
    /// As it was when it was opened.
    public let description: ArchiveDescription
    public var contentSize: CGSize { pyramid.contentSize }

    /// Directories, and what was fetched last.
    public var byteCount: Int { 8 << 20 }

    /// Opens it; blocks until its first bytes are here. Not for a thread that runs tasks.
    ///
    /// - Parameter lookInterval: Seconds between two looks whether it was replaced; nil for none.
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
        let looking = Task { [weak self] in
            while (try? await Task.sleep(for: .seconds(lookInterval))) != nil, let self { await self.look() }
        }
        tasks.withLock { $0.looking = looking }
    }

    deinit {
        let tasks = tasks.withLock { [$0.looking, $0.opening] }
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

    /// Has what a tile needs here, of the version that there is now. What can't be had shows when it is drawn.
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

    /// Asks whether it was replaced.
    func look() async {
        let version = versions.current
        await version.archive.file.check()
        if version.archive.file.isReplaced { await reopen(version.archive) }
    }

    /// Puts the archive that is there now in place of one that is no more, unless somebody has.
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
        // Opening blocks, which a task must not.
        let version = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                guard let archive = try? RemoteArchive.open(object), let source = try? ArchiveSource(archive) else {
                    return continuation.resume(returning: nil as Version?)
                }
                continuation.resume(returning: Version(archive, source))
            }
        }
        // What can't be opened now is tried again by the next who needs it.
        if let version { versions.put(version) }
        tasks.withLock { $0.opening = nil }
    }
}
