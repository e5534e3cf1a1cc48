import Foundation
import TileViews

/// Where the columns of a split view lie: worked out from its size and its mode, without any view.
struct SplitArrangement {
    typealias Column = UISplitViewController.Column
    typealias Mode = UISplitViewController.DisplayMode

    struct Place: Equatable {
        var column: Column
        /// In the split view's coordinates.
        var frame: CGRect
    }

    /// Widths in points.
    struct Widths {
        var primary: CGFloat
        var supplementary: CGFloat
        /// What the last column is at least, where it is not to go out of sight.
        var leastSecondary: CGFloat
    }

    /// Those that show, from the back to the front.
    private(set) var places: [Place] = []
    /// Whether columns lie over the last one, which is dimmed then.
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
            // As wide as beside one column: pushed out by the other.
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

    /// Beyond the edge, beside those that show: from where a column comes, and where it goes.
    func hiddenFrame(of column: Column, width own: CGFloat, height: CGFloat) -> CGRect {
        if column == .secondary { return CGRect(x: 0, y: 0, width: width, height: height) }
        return CGRect(x: isMirrored ? width : -own, y: 0, width: own, height: height)
    }
}

extension UISplitViewController.DisplayMode {
    /// The columns beside, or over, the last one.
    func columns(hasSupplementary: Bool) -> [UISplitViewController.Column] {
        switch self {
        case .automatic, .secondaryOnly: []
        case .oneBesideSecondary, .oneOverSecondary: [hasSupplementary ? .supplementary : .primary]
        case .twoBesideSecondary, .twoOverSecondary, .twoDisplaceSecondary:
            hasSupplementary ? [.primary, .supplementary] : [.primary]
        }
    }

    /// The mode that shows a number of columns in the way of a behavior.
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
