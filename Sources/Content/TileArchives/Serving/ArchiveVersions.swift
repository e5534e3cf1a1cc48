package import TileEngine
import TileGeometry
import TileSupport

/// The current version of an archive that may be replaced while it is shown. Tiles of two versions are shown together
/// only until a viewer requests them again.
package final class ArchiveVersions<Archive: Sendable>: Sendable {
    package struct Version: Sendable {
        package var archive: Archive
        package var source: ArchiveSource

        package init(_ archive: Archive, _ source: ArchiveSource) {
            self.archive = archive
            self.source = source
        }
    }

    private struct State: Sendable {
        var version: Version
        /// The reason why the current file cannot replace this version.
        var refusal: ArchiveFailure?
        /// The subscription to refinements of the source.
        var refinements: TileChangeSubscription?
    }

    private let state: Lock<State>
    private let changes = TileChangeWatchers()
    private let refinements = TileChangeWatchers()

    package init(_ version: Version) {
        state = Lock(State(version: version))
        let subscription = subscription(to: version.source)
        state.withLock { $0.refinements = subscription }
    }

    /// The last version that could be opened.
    package var current: Version { state.withLock { $0.version } }

    /// Returns the version to read from.
    ///
    /// - Throws: The reason why the archive's replacement cannot be shown.
    package func readable() throws(ArchiveFailure) -> Version {
        let (version, refusal) = state.withLock { ($0.version, $0.refusal) }
        if let refusal { throw refusal }
        return version
    }

    /// Replaces the archive and invalidates all tiles. An archive with another pyramid is refused, because its tiles
    /// have URLs that viewers do not know.
    package func put(_ version: Version) {
        let subscription = subscription(to: version.source)
        let (old, isChanged) = state.withLock { state -> (TileChangeSubscription?, Bool) in
            guard version.source.pyramid == state.version.source.pyramid else {
                defer {
                    state.refusal = .unsupported(
                        path: version.source.reader.path,
                        what: "the file was replaced by an archive of another size or other levels; restart the server")
                }
                return (nil, state.refusal == nil)
            }
            state.version = version
            state.refusal = nil
            defer { state.refinements = subscription }
            return (state.refinements, true)
        }
        _ = consume old
        if isChanged { changes.notify(.infinite) }
    }

    package func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        changes.subscribe(onChange)
    }

    package func subscribeToRefinements(
        _ onRefinement: @escaping @Sendable (Box) -> Void
    ) -> TileChangeSubscription {
        refinements.subscribe(onRefinement)
    }

    private func subscription(to source: ArchiveSource) -> TileChangeSubscription {
        source.subscribeToRefinements { [refinements] box in refinements.notify(box) }
    }
}
