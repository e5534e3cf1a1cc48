import TileGeometry

/// Finds where two states of the same drawn contents differ: where one has patches that the other has not. What shows
/// at a point is the last patch there, and both states hold those that both have in the same order; so where they show
/// different ones, one of these is among them.
struct DrawnDifference {
    enum Side {
        case region(DrawnRegion)
        /// Of a region that is halved on the other side.
        case patches([DrawnPatch])
    }

    /// The last patch of either state.
    let oldNumber: Int
    let newNumber: Int
    private var seen = Set<ObjectIdentifier>()
    /// Of patches that are newer than all of the other state's.
    private var whole: [Box] = []
    /// Of others: where one state has them and the other has not, since a newer one covers them.
    private var pieces: [Box] = []

    init(from oldNumber: Int, to newNumber: Int) {
        self.oldNumber = oldNumber
        self.newNumber = newNumber
    }

    /// Those that others are likely to lie in come first.
    var boxes: [Box] { whole + pieces }

    mutating func compare(_ old: Side, _ new: Side, in box: Box) {
        switch (Self.opened(old), Self.opened(new)) {
        case (.patches(let a), .patches(let b)): note(a, b, in: box)
        case (.halves(let a, let b, let cut), .halves(let c, let d, let other)):
            guard cut == other else {
                var (all, others): ([DrawnPatch], [DrawnPatch]) = ([], [])
                for half in [a, b] { half.appendAll(to: &all) }
                for half in [c, d] { half.appendAll(to: &others) }
                return note(all, others, in: box)
            }
            if a !== c { compare(.region(a), .region(c), in: a.box) }
            if b !== d { compare(.region(b), .region(d), in: b.box) }
        case (.patches(let patches), .halves(let low, let high, _)):
            for half in [low, high] { compare(.patches(patches.shown(in: half.box)), .region(half), in: half.box) }
        case (.halves(let low, let high, _), .patches(let patches)):
            for half in [low, high] { compare(.region(half), .patches(patches.shown(in: half.box)), in: half.box) }
        }
    }

    private static func opened(_ side: Side) -> DrawnRegion.Parts {
        switch side {
        case .region(let region): region.parts
        case .patches(let patches): .patches(patches)
        }
    }

    private mutating func note(_ old: [DrawnPatch], _ new: [DrawnPatch], in box: Box) {
        note(old, without: new, since: newNumber, in: box)
        note(new, without: old, since: oldNumber, in: box)
    }

    private mutating func note(_ patches: [DrawnPatch], without others: [DrawnPatch], since number: Int, in box: Box) {
        for patch in patches where !others.contains(where: { $0 === patch }) {
            if patch.number <= number {
                pieces.append(patch.box.intersection(box))
            } else if seen.insert(ObjectIdentifier(patch)).inserted {
                whole.append(patch.box)
            }
        }
    }
}
