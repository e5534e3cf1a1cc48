extension TileServer {
    /// Serves one content more from now on; it comes after those that there are.
    ///
    /// A server whose contents come and go should say so (`TileServerConfiguration.contentsMayChange`).
    ///
    /// - Throws: `TileServerFailure.duplicateID` and `.unusableID`.
    public func offer(_ offer: OfferedContent) throws(TileServerFailure) { try opening.offer(offer) }

    /// Stops serving a content, and tells the viewers that show it. No effect when there is none of that name.
    ///
    /// - Parameter successor: The identifier by which the same file is offered from now on; viewers go there.
    public func withdraw(_ id: String, successor: String? = nil) {
        problems.forget(id)
        opening.withdraw(id, successor: successor)
    }

    /// Whether an offer is private, by the policy as it is now.
    package func isPrivate(_ offer: OfferedContent) -> Bool { site.access.isPrivate(offer) }

    /// The patterns of the policy that have no effect, or not the intended one.
    package var accessReview: AccessReview { AccessReview(site.access.policy, of: site.places.map(\.offer)) }

    /// Has a content opened again as it was offered, because it may have changed, and returns at once.
    ///
    /// What is shown stays until then, and for good if it can't be opened now. Of a drawing only those tiles are drawn
    /// again that the change touches; viewers that show it are told where that is. A content of another size or of
    /// other levels is another one: viewers are told to begin anew. No effect for what was offered open, which says of
    /// itself that it changes (`ChangingTileSource`).
    ///
    /// - Parameter then: called when that is done, with whether it is shown as it is now.
    public func reopen(_ id: String, then: @escaping @Sendable (_ isShown: Bool) -> Void = { _ in }) {
        problems.forget(id)
        opening.reopen(id, then: then)
    }

    /// Shares tiles with other servers, and looks at a content again when another server says that it has changed: the
    /// system tells nothing of what another machine writes to a disk that both have.
    func startSharing() {
        guard let shared = configuration.sharedTiles else { return }
        shared.listen { [site, opening] id, state in
            guard let known = site.place(offeredAs: id)?.fingerprint, shared.state(of: known) != state else { return }
            opening.reopen(id)
        }
        shared.start()
    }
}

extension TileServer {
    /// Has another say who may see which contents, from the next request on. What is cached on the way of what becomes
    /// private stays there for as long as it was allowed to.
    public func replaceAccess(_ policy: AccessPolicy) { site.access.replace(policy) }
}
