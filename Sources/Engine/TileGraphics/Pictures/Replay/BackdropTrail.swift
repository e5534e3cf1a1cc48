import TileGeometry

/// The path from the outermost picture to the operation being drawn, which a replay follows in pictures with backdrops.
struct BackdropTrail {
    /// A group that is being drawn.
    struct Step {
        /// The number of the group's operation.
        var number: UInt32
        var content: Picture
        /// The transform from the content's plane to the outermost picture's.
        var toRoot: CGAffineTransform
    }

    let root: Picture
    /// The number of enclosing replays of backdrops.
    let nesting: Int
    /// The nesting of pictures in enclosing replays.
    let depth: Int
    /// The operation before which the replay stops, by its number and those of the groups around it; empty if it draws
    /// everything.
    let end: ContiguousArray<UInt32>
    private(set) var steps = ContiguousArray<Step>()

    init(root: Picture, nesting: Int = 0, depth: Int = 0, end: ContiguousArray<UInt32> = []) {
        (self.root, self.nesting, self.depth, self.end) = (root, nesting, depth, end)
    }

    /// Returns whether a picture is the content of the innermost group, and not a mask, a pattern or the like.
    func leads(to picture: Picture) -> Bool { picture === steps.last?.content ?? root }

    /// The transform from the plane of the picture being drawn to the outermost picture's.
    var toRoot: CGAffineTransform { steps.last?.toRoot ?? .identity }

    mutating func enter(_ group: PictureGroup, number: UInt32, _ transform: CGAffineTransform) {
        steps.append(Step(number: number, content: group.content, toRoot: transform.concatenating(toRoot)))
    }

    mutating func leave() { steps.removeLast() }

    /// The path to an operation of the picture being drawn.
    func path(to number: UInt32) -> ContiguousArray<UInt32> { ContiguousArray(steps.map(\.number)) + [number] }

    /// The last operation of the picture being drawn that is drawn at all, and whether only a part of it is; nil if
    /// everything is drawn.
    var last: (number: UInt32, isPart: Bool)? {
        guard steps.count < end.count, zip(steps, end).allSatisfy({ $0.number == $1 }) else { return nil }
        return (end[steps.count], steps.count + 1 < end.count)
    }
}
