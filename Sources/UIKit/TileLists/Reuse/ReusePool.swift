internal import TileViews

/// Under what a view is registered, and waits to be used again: its identifier, and for what else than items also its
/// kind.
struct ReuseKey: Hashable {
    var kind: String?
    var identifier: String

    init(_ identifier: String, kind: String? = nil) { (self.identifier, self.kind) = (identifier, kind) }
}

/// How views of an identifier are made.
enum ReuseRegistration {
    case type(UIView.Type)
    case maker(any ReusableViewMaker)
}

/// What makes views of a list, and those that wait to be used again.
///
/// As in a `TiledScrollView`, a view that has left the screen goes to where the next one comes in, so that none is made
/// once the screen was full. Those that wait stay hidden where they are. As many wait of an identifier as `limit` says;
/// those beyond are handed back, to be removed. Taking and giving are O(1).
struct ReusePool<View: UIView> {
    private var registrations: [ReuseKey: ReuseRegistration] = [:]
    private var waiting: [ReuseKey: [View]] = [:]
    /// How many views of an identifier wait at most.
    var limit = 64

    init() {}

    /// How views of an identifier are made from now on; nil for not at all. Those that wait are handed back: they may
    /// be of another kind.
    mutating func register(_ registration: ReuseRegistration?, for key: ReuseKey) -> [View] {
        registrations[key] = registration
        return waiting.removeValue(forKey: key) ?? []
    }

    func registration(for key: ReuseKey) -> ReuseRegistration? { registrations[key] }

    /// A view that waits; the one that came last.
    mutating func take(_ key: ReuseKey) -> View? { waiting[key]?.popLast() }

    /// Has a view wait, or hands it back when enough do.
    ///
    /// - Returns: Whether it waits.
    mutating func give(_ view: View, for key: ReuseKey) -> Bool {
        guard waiting[key, default: []].count < limit else { return false }
        waiting[key, default: []].append(view)
        return true
    }

    /// Hands back all that wait: memory is short, or the list begins anew.
    mutating func drain() -> [View] {
        defer { waiting = [:] }
        return waiting.values.flatMap { $0 }
    }

    /// How many views wait.
    var count: Int { waiting.values.reduce(0) { $0 + $1.count } }
}
