import Foundation
public import TileEngine
import TileFormats
public import TileGeometry
public import TileGraphics
import TileSupport

/// A tile source for a local archive. If the file is replaced, for example by `tilework build --update`, the
/// replacement is detected by polling, opened, and all tiles are invalidated. Changes to individual tiles of a folder
/// are not detected.
public final class LocalArchiveSource: StoredTileSource, RefiningTileSource, ChangingTileSource {
    private let versions: ArchiveVersions<any ArchiveReader>
    /// The files at the last check, valid or not.
    private let seen: Lock<ArchiveMark>
    private let checking = Lock<Task<Void, Never>?>(nil)

    public let path: String
    private let scheme: TileScheme?
    public let pyramid: TilePyramid
    public let format: TileFormat
    /// The part that has tiles, in units of the content; nil for all of it.
    public let part: CGRect?
    /// The description at the time the archive was opened.
    public let description: ArchiveDescription
    public var contentSize: CGSize { pyramid.contentSize }
    public var byteCount: Int { versions.current.source.byteCount }
    /// The contradictions between the current archive and its description, found by reading a few tiles.
    public var contradictions: [String] { DescriptionCheck.contradictions(of: versions.current.archive) }

    /// Opens an archive.
    ///
    /// - Parameter lookInterval: The seconds between checks for a replacement, each of a few system calls; nil for
    ///   none.
    /// - Throws: The errors of `TileArchive.open` and `ArchiveSource`.
    public init(
        _ path: String, scheme: TileScheme? = nil, lookInterval: Double? = 5
    ) throws(ArchiveFailure) {
        // Recorded before opening, so that a replacement in between is detected.
        let mark = ArchiveMark(path)
        let archive = try TileArchive.open(path, scheme: scheme)
        let source = try ArchiveSource(archive)
        self.path = path
        self.scheme = scheme
        (pyramid, format, part) = (source.pyramid, source.format, source.part)
        description = archive.description
        versions = ArchiveVersions(ArchiveVersions.Version(archive, source))
        seen = Lock(mark)
        guard let lookInterval else { return }
        let task = Task { [weak self] in
            while (try? await Task.sleep(for: .seconds(lookInterval))) != nil, let self { self.checkForReplacement() }
        }
        checking.withLock { $0 = task }
    }

    deinit { checking.withLock { $0?.cancel() } }

    /// Opens the archive's replacement, if there is one. If it is invalid, the old archive stays in use.
    func checkForReplacement() {
        let mark = ArchiveMark(path)
        let isNew = seen.withLock { seen in
            defer { if mark.isThere { seen = mark } }
            return mark.isThere && mark != seen
        }
        guard isNew else { return }
        guard let archive = try? TileArchive.open(path, scheme: scheme), let source = try? ArchiveSource(archive) else {
            return
        }
        versions.put(ArchiveVersions.Version(archive, source))
    }

    public var refinement: Double? { versions.current.source.refinement }

    public func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        versions.subscribe(onChange)
    }

    public func subscribeToRefinements(
        _ onRefinement: @escaping @Sendable (Box) -> Void
    ) -> TileChangeSubscription {
        versions.subscribeToRefinements(onRefinement)
    }

    public func storedFile(_ tile: TileCoordinate, isCropped: Bool, format: TileFormat) throws -> [UInt8]? {
        try versions.readable().source.storedFile(tile, isCropped: isCropped, format: format)
    }

    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        try versions.readable().source.raster(area, in: context)
    }
}

/// The identity and modification time of an archive's files, which change when it is replaced.
struct ArchiveMark: Hashable, Sendable {
    private struct File: Hashable {
        var device: UInt64
        var number: UInt64
        var size: Int64
        var seconds: Int
        var nanoseconds: Int
    }

    private var files: [File?]

    /// The names of files that describe the tiles of a folder.
    private static let descriptions = XYZReader.descriptions + [Zoomify.descriptionName]

    init(_ path: String) {
        var paths = [path] + Self.descriptions.map { "\(path)/\($0)" }
        let name = PathName(path)
        paths.append(name.sibling("\(name.stem)\(DeepZoom.filesSuffix)"))
        files = paths.map(Self.file)
    }

    /// Whether the archive exists.
    var isThere: Bool { files[0] != nil }

    private static func file(_ path: String) -> File? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        // The size and time of a folder are ignored, because they change when files are added beside the tiles.
        return File(
            device: UInt64(status.st_dev), number: UInt64(status.st_ino), size: isFolder ? 0 : Int64(status.st_size),
            seconds: isFolder ? 0 : status.st_mtim.tv_sec, nanoseconds: isFolder ? 0 : status.st_mtim.tv_nsec)
    }
}
