import Measuring

/// The costs of a tree's frames: the first frame, one in which a leaf moved, and one without changes.
struct FrameCosts {
    private var first: [Cost] = []
    private var moved: [Cost] = []
    private var unchanged: [Cost] = []

    /// - Parameter makeTree: creates the same tree for each run. Returns the number of leaves, a closure that moves
    ///   one, and a closure that runs a frame.
    init(_ makeTree: () -> (leaves: Int, move: (Int) -> Void, frame: () -> Void)) {
        for _ in 0..<5 {
            let tree = makeTree()
            first.append(Cost.of(tree.frame))
            var index = 0
            moved.append(
                Cost.median(101) {
                    index = (index + 7919) % tree.leaves
                    tree.move(index)
                    tree.frame()
                })
            unchanged.append(Cost.each(1000, tree.frame))
        }
    }

    func report(_ name: String, to report: inout Report) {
        func middle(_ costs: [Cost]) -> Cost { costs.sorted { $0.seconds < $1.seconds }[costs.count / 2] }
        func allocations(_ cost: Cost) -> String { "\(cost.allocations) allocations of \(cost.bytes) bytes" }
        let (first, moved, same) = (middle(first), middle(moved), middle(unchanged))
        report.line("\(name), first frame", "\(fixed(first.seconds * 1e3, 2)) ms, \(allocations(first))")
        let share = moved.seconds / first.seconds
        report.line(
            "\(name), a frame in which one moved",
            "\(moved.microseconds), \(fixed(share * 100, 2)) % of the first, \(allocations(moved))",
            bar: "≤ 2 %", met: share <= 0.02)
        report.line(
            "\(name), a frame in which nothing changed", "\(same.microseconds), \(same.allocations) allocations",
            bar: "≤ 50 µs", met: same.seconds <= 50e-6)
    }
}
