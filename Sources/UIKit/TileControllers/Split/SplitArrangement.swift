import Foundation
import TileViews

/// The frames of a split view's columns, computed from its size and mode without any views.
struct SplitArrangement {
    typealias Column = UISplitViewController.Column
    typealias Mode = UISplitViewController.DisplayMode

    struct Place: Equatable {
        var column: Column
        /// The frame in the split view's coordinates.
        var frame: CGRect
    }

    /// The widths of the columns, in points.
    struct Widths {
        var primary: CGFloat
        var supplementary: CGFloat
        /// The minimum width of the secondary column, unless it is displaced.
        var leastSecondary: CGFloat
    }

    /// The visible columns, from back to front.
    private(set) var places: [Place] = []
    /// Whether other columns cover the secondary one, which is then dimmed.
    private(set) var isOverlaid = false
    private let width: CGFloat
    private let isMirrored: Bool

    init(_ mode: Mode, hasSupplementary: Bool, size: CGSize, widths: Widths, isMirrored: Bool) {
        (width, self.isMirrored) = (size.width, isMirrored)
        let columns = mode.columns(hasSupplementary: hasSupplementary)
        let side = columns.reduce(0) { $0 + Self.width(of: $1, widths, size.width) }
        let last: CGRect
        switch mode {
        case .oneOverSecondary, .twoOverSecondary:
            isOverlaid = !columns.isEmpty
            last = CGRect(origin: .zero, size: size)
        case .twoDisplaceSecondary:
            // The secondary column is as wide as beside a single column, and is displaced by the other.
            let one = Self.width(of: columns.last ?? .primary, widths, size.width)
            last = CGRect(x: side, y: 0, width: max(0, size.width - one), height: size.height)
        default:
            last = CGRect(x: side, y: 0, width: max(0, size.width - side), height: size.height)
        }
        add(.secondary, last)
        var x: CGFloat = 0
        for column in columns {
            let own = Self.width(of: column, widths, size.width)
            add(column, CGRect(x: x, y: 0, width: own, height: size.height))
            x += own
        }
    }

    private static func width(of column: Column, _ widths: Widths, _ whole: CGFloat) -> CGFloat {
        min(column == .primary ? widths.primary : widths.supplementary, whole)
    }

    private mutating func add(_ column: Column, _ frame: CGRect) {
        var frame = frame
        if isMirrored { frame.origin.x = width - frame.maxX }
        places.append(Place(column: column, frame: frame))
    }

    func frame(of column: Column) -> CGRect? { places.first { $0.column == column }?.frame }

    /// Returns the frame of a hidden column past the edge, for animating it in or out.
    func hiddenFrame(of column: Column, width own: CGFloat, height: CGFloat) -> CGRect {
        if column == .secondary { return CGRect(x: 0, y: 0, width: width, height: height) }
        return CGRect(x: isMirrored ? width : -own, y: 0, width: own, height: height)
    }
}

extension UISplitViewController.DisplayMode {
    /// Returns the columns beside or over the secondary one.
    func columns(hasSupplementary: Bool) -> [UISplitViewController.Column] {
        switch self {
        case .automatic, .secondaryOnly: []
        case .oneBesideSecondary, .oneOverSecondary: [hasSupplementary ? .supplementary : .primary]
        case .twoBesideSecondary, .twoOverSecondary, .twoDisplaceSecondary:
            hasSupplementary ? [.primary, .supplementary] : [.primary]
        }
    }

    /// Creates the mode that shows a number of columns with a behavior.
    init(_ count: Int, _ behavior: UISplitViewController.SplitBehavior) {
        switch (count, behavior) {
        case (0, _): self = .secondaryOnly
        case (1, .overlay): self = .oneOverSecondary
        case (1, _): self = .oneBesideSecondary
        case (_, .overlay): self = .twoOverSecondary
        case (_, .displace): self = .twoDisplaceSecondary
        default: self = .twoBesideSecondary
        }
    }

    var behavior: UISplitViewController.SplitBehavior {
        switch self {
        case .oneOverSecondary, .twoOverSecondary: .overlay
        case .twoDisplaceSecondary: .displace
        case .automatic, .secondaryOnly: .automatic
        case .oneBesideSecondary, .twoBesideSecondary: .tile
        }
    }
}
