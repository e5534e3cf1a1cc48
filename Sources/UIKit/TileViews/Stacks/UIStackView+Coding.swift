import Foundation
import TileDrawing

private enum StackKey {
    static let axis = "UIStackViewAxis"
    static let distribution = "UIStackViewDistribution"
    static let alignment = "UIStackViewAlignment"
    static let spacing = "UIStackViewSpacing"
    static let arranged = "UIStackViewArrangedSubviews"
    static let byBaseline = "UIStackViewBaselineRelative"
    static let withinMargins = "UIStackViewLayoutMarginsRelative"
}

extension UIStackView {
    func storeStack(in coder: NSCoder) {
        coder.encode(axis.rawValue, forKey: StackKey.axis)
        coder.encode(distribution.rawValue, forKey: StackKey.distribution)
        coder.encode(alignment.rawValue, forKey: StackKey.alignment)
        coder.encode(Double(spacing), forKey: StackKey.spacing)
        coder.encode(isBaselineRelativeArrangement, forKey: StackKey.byBaseline)
        coder.encode(isLayoutMarginsRelativeArrangement, forKey: StackKey.withinMargins)
        // The views are also archived as subviews; each object is encoded once.
        coder.archive(list: arranged.filter { $0.superview === self }, forKey: StackKey.arranged)
    }

    func restoreStack(from coder: NSCoder) {
        if let axis = coder.archivedCase(StackKey.axis, NSLayoutConstraint.Axis.self) { self.axis = axis }
        if let value = coder.archivedCase(StackKey.distribution, Distribution.self) { distribution = value }
        if let value = coder.archivedCase(StackKey.alignment, Alignment.self) { alignment = value }
        if let length = coder.archivedLength(StackKey.spacing) { spacing = length }
        if let isOn = coder.archivedFlag(StackKey.byBaseline) { isBaselineRelativeArrangement = isOn }
        if let isOn = coder.archivedFlag(StackKey.withinMargins) { isLayoutMarginsRelativeArrangement = isOn }
        for view in coder.archivedObjects(StackKey.arranged, of: UIView.self) where view.superview === self {
            addArrangedSubview(view)
        }
    }
}
