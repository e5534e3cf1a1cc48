/// The observers of an appearance: bars, items, and other appearances that contain it. They are held weakly. One
/// appearance may have several observers.
struct ChangeFollowers {
    private struct Follower {
        weak var owner: AnyObject?
        let body: () -> Void
    }

    private var all: [Follower] = []

    /// - Parameter body: The change handler, which must also hold the owner weakly.
    mutating func add(_ owner: AnyObject, _ body: @escaping () -> Void) {
        all.removeAll { $0.owner == nil || $0.owner === owner }
        all.append(Follower(owner: owner, body: body))
    }

    func notify() {
        for follower in all where follower.owner != nil { follower.body() }
    }
}
