/// The yes-or-no properties of a view, in one word.
struct ViewFlags: OptionSet {
    let rawValue: UInt16

    static let opaque = ViewFlags(rawValue: 1 << 0)
    static let clearsContext = ViewFlags(rawValue: 1 << 1)
    static let autoresizesSubviews = ViewFlags(rawValue: 1 << 2)
    static let interactionEnabled = ViewFlags(rawValue: 1 << 3)
    static let multipleTouch = ViewFlags(rawValue: 1 << 4)
    static let exclusiveTouch = ViewFlags(rawValue: 1 << 5)
    /// `contentScaleFactor` was set, and no longer follows the screen.
    static let fixedContentScale = ViewFlags(rawValue: 1 << 6)
    /// It may draw something: its class is not one that is known to inherit the empty `draw(_:)`.
    static let draws = ViewFlags(rawValue: 1 << 7)
    /// At the last display `draw(_:)` drew something.
    static let hasDrawn = ViewFlags(rawValue: 1 << 8)

    /// `layoutSubviews()` is being called.
    static let laysOutSubviews = ViewFlags(rawValue: 1 << 9)

    /// Its frame is what it was set to, and a given thing for constraints.
    static let placedByFrame = ViewFlags(rawValue: 1 << 10)
    /// `updateConstraints()` is to be called.
    static let needsUpdateConstraints = ViewFlags(rawValue: 1 << 11)
    /// It is to be called of a view below.
    static let updateConstraintsBelow = ViewFlags(rawValue: 1 << 12)
    /// Its `LayoutNode` has something for the next solution.
    static let constraintsMarked = ViewFlags(rawValue: 1 << 13)
    /// One of a view below has.
    static let constraintsBelow = ViewFlags(rawValue: 1 << 14)
    /// It, or a view below, has a `LayoutNode`.
    static let nodesBelow = ViewFlags(rawValue: 1 << 15)

    /// `updateConstraints()` is to be called here or below.
    static let updateMarks: ViewFlags = [.needsUpdateConstraints, .updateConstraintsBelow]
    /// The next solution has something to take here or below.
    static let constraintMarks: ViewFlags = [.constraintsMarked, .constraintsBelow]

    /// What a new view has.
    static let standard: ViewFlags = [
        .opaque, .clearsContext, .autoresizesSubviews, .interactionEnabled, .placedByFrame, .needsUpdateConstraints,
    ]

    mutating func set(_ flag: ViewFlags, _ isOn: Bool) {
        if isOn { insert(flag) } else { remove(flag) }
    }
}
