package import TileEngine
import TileGeometry
import TileSupport

/// The archive of a name as it is now, after those that it replaced. Tiles of two versions are never shown side by side
/// for longer than it takes a viewer to ask again.
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
        /// Why what is there now can't take the place of the one before.
        var refusal: ArchiveFailure?
        /// Ends what the source says of better pictures.
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

    /// The last that could be opened.
    package var current: Version { state.withLock { $0.version } }

    /// The version to read from.
    ///
    /// - Throws: why there is none that could be, after the archive was replaced.
    package func readable() throws(ArchiveFailure) -> Version {
        let (version, refusal) = state.withLock { ($0.version, $0.refusal) }
        if let refusal { throw refusal }
        return version
    }

    /// Puts what is there now in place of what was, and outdates all tiles. What has another pyramid is refused: its
    /// tiles have other addresses than viewers know.
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
        if isChanged { changes.tell(.infinite) }
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
        source.subscribeToRefinements { [refinements] box in refinements.tell(box) }
    }
}
