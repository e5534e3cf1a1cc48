internal import TileViews

/// The key of a reusable view: its identifier and, for views other than cells, its kind.
struct ReuseKey: Hashable {
    var kind: String?
    var identifier: String

    init(_ identifier: String, kind: String? = nil) { (self.identifier, self.kind) = (identifier, kind) }
}

/// The way in which views of an identifier are made.
enum ReuseRegistration {
    case type(UIView.Type)
    case maker(any ReusableViewMaker)
}

/// The registrations and the unused views of a list.
///
/// As in a `TiledScrollView`, a view that has left the screen is reused for the next one that appears, so no views are
/// made once the screen is full. Unused views stay hidden in place. At most `limit` views are kept per identifier;
/// others are returned for removal. Taking and giving a view are O(1).
struct ReusePool<View: UIView> {
    private var registrations: [ReuseKey: ReuseRegistration] = [:]
    private var waiting: [ReuseKey: [View]] = [:]
    /// The maximum number of unused views per identifier.
    var limit = 64

    init() {}

    /// Sets how views of an identifier are made; nil removes the registration. Returns the unused views, which may be
    /// of another class.
    mutating func register(_ registration: ReuseRegistration?, for key: ReuseKey) -> [View] {
        registrations[key] = registration
        return waiting.removeValue(forKey: key) ?? []
    }

    func registration(for key: ReuseKey) -> ReuseRegistration? { registrations[key] }

    /// Removes and returns the most recently added unused view.
    mutating func dequeue(_ key: ReuseKey) -> View? { waiting[key]?.popLast() }

    /// Stores a view for reuse, unless the limit is reached.
    ///
    /// - Returns: Whether the view was stored.
    mutating func give(_ view: View, for key: ReuseKey) -> Bool {
        guard waiting[key, default: []].count < limit else { return false }
        waiting[key, default: []].append(view)
        return true
    }

    /// Removes and returns all unused views, after a memory warning or a reset of the list.
    mutating func drain() -> [View] {
        defer { waiting = [:] }
        return waiting.values.flatMap { $0 }
    }

    /// The number of unused views.
    var count: Int { waiting.values.reduce(0) { $0 + $1.count } }
}
