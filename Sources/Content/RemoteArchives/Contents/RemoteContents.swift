import Foundation
import TileContent
import TileSupport

/// The way in which a remote file is read.
public enum RemoteContent: Sendable {
    /// A PMTiles archive, read in parts by `RemoteArchiveSource`.
    case archive
    /// A file that was copied to this machine's disk.
    case copy(LocalCopy)
    /// A pyramid of tiles in a TIFF, read in parts.
    case image(RemoteImage)

    /// A copy on this machine's disk.
    public struct LocalCopy: Sendable {
        public var path: String
        /// A sentence about what the operator should know; nil for none.
        public var note: String?
    }
}

/// The remote files that a program shows. Finds out how each is read, keeps copies of those that are read as a whole,
/// and notices changes.
///
/// PMTiles archives and pyramids of tiles in TIFF files are read in parts, and nothing else of them is downloaded. All
/// other files are copied once (`RemoteCopies`). So is a TIFF whose server sends only whole files, with a note.
public final class RemoteContents: Sendable {
    private enum Reading: Sendable {
        case archive
        case copy(RemoteCopy, note: String?)
        case image(RemoteImage)

        var content: RemoteContent {
            switch self {
            case .archive: .archive
            case .copy(let copy, let note): .copy(.init(path: copy.path, note: note))
            case .image(let image): .image(image)
            }
        }
    }

    private struct Known: Sendable {
        var reading: Reading
        /// The readings before it that may still be in use.
        var previous: [Reading] = []
        /// Whether it has been shown.
        var isShown = false
        /// Whether the reading is newer than the last use, so that the next use needs no request.
        var isFresh = true
    }

    private struct State: Sendable {
        var known: [RemoteLocation: Known] = [:]
        var failures: [RemoteLocation: RemoteFailure] = [:]
        var watches: [RemoteLocation: Task<Void, Never>] = [:]
        var observers: [RemoteLocation: @Sendable () -> Void] = [:]
        /// The locations that are being checked.
        var updating: Set<RemoteLocation> = []
    }

    private let copies: RemoteCopies
    private let limits: ContentLimits
    private let makeObject: @Sendable (RemoteLocation) -> RemoteObject
    private let state = Lock(State())

    /// - Parameters:
    ///   - cache: The cache folder, in which copies have a folder of their own; nil for a temporary folder.
    ///   - limit: The maximum bytes of all copies. A single one takes at most half of it.
    ///   - limits: The limits with which images are opened.
    /// - Throws: `.unusable` if no folder can be created.
    public convenience init(cache: String?, limit: Int, limits: ContentLimits) throws(RemoteFailure) {
        let place = cache.map { RemoteCopies.Place.folder("\($0)/remote") } ?? .temporary(in: TemporaryFiles.directory)
        self.init(try RemoteCopies(place, limit: limit), limits: limits) { RemoteObject($0) }
    }

    init(
        _ copies: RemoteCopies, limits: ContentLimits,
        makeObject: @escaping @Sendable (RemoteLocation) -> RemoteObject
    ) {
        self.copies = copies
        self.limits = limits
        self.makeObject = makeObject
    }

    /// Ends watching, and deletes temporary copies. Call it before the program exits.
    public func end() {
        let watches = state.withLock { state in
            defer { (state.watches, state.observers) = ([:], [:]) }
            return state.watches.values
        }
        for watch in watches { watch.cancel() }
        copies.remove()
    }

    // MARK: Opening

    /// Makes all requests that `open` needs. A failure is thrown by the next `open`.
    public func prepare(_ location: RemoteLocation) async {
        if state.withLock({ $0.known[location]?.isFresh == true }) { return }
        do throws(RemoteFailure) {
            let reading = try await read(location)
            put(reading, for: location)
        } catch {
            state.withLock { $0.failures[location] = error }
        }
    }

    /// Returns the current version of a file. Blocks until it was fetched, unless it was prepared, so it must not be
    /// called on a thread that runs tasks.
    public func open(_ location: RemoteLocation) throws(RemoteFailure) -> RemoteContent {
        let isPrepared = state.withLock { state in
            state.failures[location] != nil || state.known[location]?.isFresh == true
        }
        if !isPrepared { Blocking.wait { await self.prepare(location) } }
        let (failure, known) = state.withLock { state -> (RemoteFailure?, Known?) in
            let known = state.known[location]
            state.known[location]?.isFresh = false
            return (state.failures.removeValue(forKey: location), known)
        }
        if let failure { throw failure }
        guard let known else { throw .cancelled }
        return known.reading.content
    }

    /// Returns a copy of the current version of a file, however it could be read. Blocks until it was fetched.
    public func copy(_ location: RemoteLocation) throws(RemoteFailure) -> RemoteContent.LocalCopy {
        let result = Blocking.wait { () async -> Result<Reading, RemoteFailure> in
            do throws(RemoteFailure) {
                return .success(try await self.copied(self.makeObject(location), note: nil))
            } catch {
                return .failure(error)
            }
        }
        let reading = try result.get()
        put(reading, for: location)
        guard case .copy(let copy) = reading.content else { throw .cancelled }
        return copy
    }

    private func read(_ location: RemoteLocation) async throws(RemoteFailure) -> Reading {
        if PathName(location.name).fileExtension.lowercased() == "pmtiles" { return .archive }
        let object = makeObject(location)
        guard Self.mayBeReadInParts(location.name) else { return try await copied(object, note: nil) }
        switch try await probed(object) {
        case nil: return try await copied(object, note: nil)
        case .whole(let reason):
            // The note is of interest only where parts would do.
            return try await copied(object, note: Self.isTIFF(location.name) ? reason : nil)
        case .parts(let file):
            if file.firstBytes.starts(with: "PMTiles".utf8) { return .archive }
            if file.hasVersion, RemoteImage.mayRead(file.firstBytes) {
                let limits = limits
                let image = await Blocking.onThread {
                    Result { () throws(RemoteFailure) in try RemoteImage.open(file, limits: limits) }
                }
                if let image = try image.get() { return .image(image) }
            }
            // What cannot be shown is not downloaded. MBTiles are databases of SQLite.
            if !file.firstBytes.starts(with: "SQLite format 3".utf8),
                let found = ContentKind.problem(ofStart: file.firstBytes)
            {
                throw .unusable(object.name, reason: found)
            }
            return try await copied(object, note: nil)
        }
    }

    /// Asks for the first bytes of an object; nil if it can't be reached and there is a copy of it.
    private func probed(_ object: RemoteObject) async throws(RemoteFailure) -> RemoteFile.Probe? {
        do throws(RemoteFailure) {
            return try await RemoteFile.probe(object)
        } catch {
            guard case .unreachable = error, copies.copy(of: object) != nil else { throw error }
            return nil
        }
    }

    /// Whether a file of this name may be a TIFF or an archive.
    private static func mayBeReadInParts(_ name: String) -> Bool {
        isTIFF(name) || ContentKind(fileExtension: PathName(name).fileExtension) == nil
    }

    private static func isTIFF(_ name: String) -> Bool {
        ContentKind(fileExtension: PathName(name).fileExtension) == .tiff
    }

    private func copied(_ object: RemoteObject, note: String?) async throws(RemoteFailure) -> Reading {
        let known = copies.copy(of: object)
        let note = note.map { "\(object.name): fetched as a whole: \($0)" }
        do throws(RemoteFailure) {
            return .copy(try await copies.fetch(object, known: known), note: note)
        } catch {
            guard case .unreachable(_, let reason) = error, let known else { throw error }
            return .copy(known, note: "\(object.name): unreachable: \(reason); the last copy is shown")
        }
    }

    // MARK: Changes

    /// Checks a file for changes from time to time, until `end` is called. Does nothing for an archive, which its
    /// source checks, and for a file that is watched already.
    ///
    /// - Parameters:
    ///   - interval: The seconds between two checks.
    ///   - onChange: Called when the next `open` returns another version.
    public func watch(
        _ location: RemoteLocation, every interval: Double = 60, onChange: @escaping @Sendable () -> Void
    ) {
        state.withLock { state in
            state.known[location]?.isShown = true
            state.observers[location] = onChange
            guard state.watches[location] == nil else { return }
            state.watches[location] = Task { [weak self] in
                while (try? await Task.sleep(for: .seconds(interval))) != nil, let self, !Task.isCancelled {
                    await self.update(location)
                }
            }
        }
    }

    /// Checks a file, and reports a change.
    private func update(_ location: RemoteLocation) async {
        guard state.withLock({ $0.updating.insert(location).inserted }) else { return }
        defer { state.withLock { _ = $0.updating.remove(location) } }
        if await check(location) { state.withLock { $0.observers[location] }?() }
    }

    private func put(_ reading: Reading, for location: RemoteLocation) {
        state.withLock { state in
            state.failures[location] = nil
            let old = state.known[location]
            let previous = old.map { $0.isShown ? [$0.reading] : $0.previous + [$0.reading] } ?? []
            state.known[location] = Known(reading: reading, previous: previous)
        }
        guard case .image(let image) = reading else { return }
        image.subscribe { [weak self, weak image] in
            guard let self, let image, case .image(let current)? = state.withLock({ $0.known[location]?.reading }),
                current === image
            else { return }
            Task { await self.update(location) }
        }
    }

    /// Fetches the new version of a file that has changed. Returns whether it has. Errors count as unchanged.
    func check(_ location: RemoteLocation) async -> Bool {
        let reading = state.withLock { $0.known[location]?.reading }
        switch reading {
        case nil, .archive: return false
        case .copy(let copy, _):
            guard !copy.state.version.isUnknown, let new = try? await read(location) else { return false }
            if case .copy(let other, _) = new, other.path == copy.path { return false }
            put(new, for: location)
            return true
        case .image(let image):
            guard await image.isReplaced(), let new = try? await read(location) else { return false }
            put(new, for: location)
            return true
        }
    }
}
