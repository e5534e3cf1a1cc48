/// Who is told of changes of an appearance: bars, items, and appearances that hold others. Held weakly; one appearance
/// may be that of several.
struct ChangeFollowers {
    private struct Follower {
        weak var owner: AnyObject?
        let body: () -> Void
    }

    private var all: [Follower] = []

    /// - Parameter body: keeps the owner weakly, too.
    mutating func add(_ owner: AnyObject, _ body: @escaping () -> Void) {
        all.removeAll { $0.owner == nil || $0.owner === owner }
        all.append(Follower(owner: owner, body: body))
    }

    func tell() {
        for follower in all where follower.owner != nil { follower.body() }
    }
}
