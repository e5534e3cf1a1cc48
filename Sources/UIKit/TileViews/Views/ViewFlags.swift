/// The Boolean properties of a view as bits.
struct ViewFlags: OptionSet {
    let rawValue: UInt32

    static let opaque = ViewFlags(rawValue: 1 << 0)
    static let clearsContext = ViewFlags(rawValue: 1 << 1)
    static let autoresizesSubviews = ViewFlags(rawValue: 1 << 2)
    static let interactionEnabled = ViewFlags(rawValue: 1 << 3)
    static let multipleTouch = ViewFlags(rawValue: 1 << 4)
    static let exclusiveTouch = ViewFlags(rawValue: 1 << 5)
    /// `contentScaleFactor` was set and does not follow the screen.
    static let fixedContentScale = ViewFlags(rawValue: 1 << 6)
    /// The view may draw: its class is not known to inherit the empty `draw(_:)`.
    static let draws = ViewFlags(rawValue: 1 << 7)
    /// The last display with `draw(_:)` drew something.
    static let hasDrawn = ViewFlags(rawValue: 1 << 8)

    /// A call of `layoutSubviews()` is in progress.
    static let laysOutSubviews = ViewFlags(rawValue: 1 << 9)

    /// The frame positions the view and is a fixed input of constraints.
    static let placedByFrame = ViewFlags(rawValue: 1 << 10)
    /// A call of `updateConstraints()` is scheduled.
    static let needsUpdateConstraints = ViewFlags(rawValue: 1 << 11)
    /// A call of `updateConstraints()` is scheduled for a subview at any depth.
    static let updateConstraintsBelow = ViewFlags(rawValue: 1 << 12)
    /// The view's `LayoutNode` has changes for the next solution.
    static let constraintsMarked = ViewFlags(rawValue: 1 << 13)
    /// The `LayoutNode` of a subview at any depth has changes for the next solution.
    static let constraintsBelow = ViewFlags(rawValue: 1 << 14)
    /// The view or a subview at any depth has a `LayoutNode`.
    static let nodesBelow = ViewFlags(rawValue: 1 << 15)

    /// A call of `updateProperties()` is due: the first one, or one that was requested.
    static let needsUpdateProperties = ViewFlags(rawValue: 1 << 16)
    /// An update of the properties of the view or its manager was requested.
    static let propertiesRequested = ViewFlags(rawValue: 1 << 17)
    /// An update of the properties of a subview at any depth, or of its manager, was requested.
    static let propertiesRequestedBelow = ViewFlags(rawValue: 1 << 18)
    /// A call of `updateProperties()` is in progress.
    static let updatesProperties = ViewFlags(rawValue: 1 << 19)
    /// The last call of `updateProperties()` read the view's traits.
    static let readsTraits = ViewFlags(rawValue: 1 << 20)
    /// Calls of the updates of the view's properties and its manager's are in progress.
    static let makesUpdates = ViewFlags(rawValue: 1 << 22)
    /// The log has said that updates here and below do not settle.
    static let toldPropertiesRestless = ViewFlags(rawValue: 1 << 21)

    /// The view has a corner configuration, or one at any depth below depends on the view's geometry.
    static let followsCorners = ViewFlags(rawValue: 1 << 23)

    /// The view has a `UIScrollEdgeElementContainerInteraction`.
    static let liesOverEdge = ViewFlags(rawValue: 1 << 24)

    /// An update of properties was requested here or below.
    static let propertyMarks: ViewFlags = [.propertiesRequested, .propertiesRequestedBelow]

    /// A call of `updateConstraints()` is scheduled here or below.
    static let updateMarks: ViewFlags = [.needsUpdateConstraints, .updateConstraintsBelow]
    /// The next solution has changes here or below.
    static let constraintMarks: ViewFlags = [.constraintsMarked, .constraintsBelow]

    /// The flags of a new view.
    static let standard: ViewFlags = [
        .opaque, .clearsContext, .autoresizesSubviews, .interactionEnabled, .placedByFrame, .needsUpdateConstraints,
        .needsUpdateProperties,
    ]

    mutating func set(_ flag: ViewFlags, _ isOn: Bool) {
        if isOn { insert(flag) } else { remove(flag) }
    }
}
