extension TileServer {
    /// Adds a content to the server, after the existing ones.
    ///
    /// A server with a changing set of contents should say so (`TileServerConfiguration.contentsMayChange`).
    ///
    /// - Throws: `TileServerFailure.duplicateID` and `.unusableID`.
    public func offer(_ offer: OfferedContent) throws(TileServerFailure) { try opening.offer(offer) }

    /// Stops serving a content, and tells the viewers that show it. Has no effect if there is no content of that name.
    ///
    /// - Parameter successor: The identifier under which the same file is now offered. Viewers go there.
    public func withdraw(_ id: String, successor: String? = nil) {
        problems.forget(id)
        opening.withdraw(id, successor: successor)
    }

    /// Whether an offer is private under the current policy.
    package func isPrivate(_ offer: OfferedContent) -> Bool { site.access.isPrivate(offer) }

    /// The patterns of the policy that have no effect, or not the intended one.
    package var accessReview: AccessReview { AccessReview(site.access.policy, of: site.slots.map(\.offer)) }

    /// Opens a content again because it may have changed. Returns at once.
    ///
    /// The content that is shown stays until then, and permanently if it can't be opened. For a drawing, only the tiles
    /// that the change touches are redrawn, and its viewers are told where it is. A content of another size or with
    /// other levels is a different content, and viewers are told to start over. Has no effect for a content that was
    /// offered open; it reports its changes itself (`ChangingTileSource`).
    ///
    /// - Parameter then: Called when this is done, with whether the current version is shown. If it could not be read
    ///   for a reason that may pass, it is read again, and `then` is called once more when that succeeds.
    public func reopen(_ id: String, then: @escaping @Sendable (_ isShown: Bool) -> Void = { _ in }) {
        problems.forget(id)
        opening.reopen(id, then: then)
    }

    /// Starts sharing tiles with other servers. When another server announces that a content has changed, the content
    /// is opened again: the system does not report what another machine writes to a shared disk.
    func startSharing() {
        guard let shared = configuration.sharedTiles else { return }
        shared.listen { [site, opening] id, state in
            guard let known = site.slot(offeredAs: id)?.fingerprint, shared.state(of: known) != state else { return }
            opening.reopen(id)
        }
        shared.start()
    }
}

extension TileServer {
    /// Replaces the access policy, from the next request. Copies in intermediate caches of content that becomes private
    /// stay there as long as they were allowed to.
    public func replaceAccess(_ policy: AccessPolicy) { site.access.replace(policy) }
}
