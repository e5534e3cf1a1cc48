import TileGeometry

/// Finds the differences between two states of the same drawn contents: the patches that only one of them has. The last
/// patch at a point is visible there, and both states have their common patches in the same order. So where different
/// patches are visible, at least one of them is not common.
struct DrawnDifference {
    enum Side {
        case region(DrawnRegion)
        /// The patches of a region that is divided on the other side.
        case patches([DrawnPatch])
    }

    /// The number of the last patch of each state.
    let oldNumber: Int
    let newNumber: Int
    private var seen = Set<ObjectIdentifier>()
    /// The boxes of patches that are newer than all of the other state's.
    private var whole: [Box] = []
    /// The boxes of other patches, where only one state has them because a newer one covers them.
    private var pieces: [Box] = []

    init(from oldNumber: Int, to newNumber: Int) {
        self.oldNumber = oldNumber
        self.newNumber = newNumber
    }

    /// The boxes of the differences, starting with those likely to contain others.
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
