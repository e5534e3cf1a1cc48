import Foundation
import TileDrawing
import TileLayers

/// The keys of an archived view.
private enum ViewKey {
    static let bounds = "UIBounds"
    static let center = "UICenter"
    static let transform = "UITransform3D"
    static let anchorPoint = "UIAnchorPoint"
    static let contentScale = "UIContentScaleFactor"
    static let contentStretch = "UIContentStretch"
    static let backgroundColor = "UIBackgroundColor"
    static let alpha = "UIAlpha"
    static let hidden = "UIHidden"
    static let opaque = "UIOpaque"
    static let clips = "UIClipsToBounds"
    static let clearsContext = "UIClearsContextBeforeDrawing"
    static let contentMode = "UIContentMode"
    static let autoresizingMask = "UIAutoresizingMask"
    static let autoresizesSubviews = "UIAutoresizeSubviews"
    static let interactionDisabled = "UIUserInteractionDisabled"
    static let multipleTouch = "UIMultipleTouchEnabled"
    static let exclusiveTouch = "UIExclusiveTouch"
    static let tag = "UITag"
    static let tint = "UITintColor"
    static let tintAdjustment = "UITintAdjustmentMode"
    static let semantics = "UISemanticContentAttribute"
    static let style = "UIOverrideUserInterfaceStyle"
    static let smallestText = "UIMinimumContentSizeCategory"
    static let largestText = "UIMaximumContentSizeCategory"
    static let margins = "UILayoutMargins"
    static let directionalMargins = "UIDirectionalLayoutMargins"
    static let preservesMargins = "UIPreservesSuperviewLayoutMargins"
    static let ignoresSafeArea = "UIIgnoresSafeAreaInLayoutMargins"
    static let identifier = "UIAccessibilityIdentifier"
    static let guides = "UILayoutGuides"
    static let mask = "UIMask"
    static let subviews = "UISubviews"
}

// An archive contains the state of the view itself. It does not contain state of the program: closures, traits other
// than those with properties of their own and, as in UIKit, properties that were set only on the layer.
extension UIView {
    private static let unit = CGRect(x: 0, y: 0, width: 1, height: 1)

    func store(in coder: NSCoder) {
        storeGeometry(in: coder)
        coder.archive(backgroundColor, forKey: ViewKey.backgroundColor)
        coder.encode(Double(alpha), forKey: ViewKey.alpha)
        coder.encode(isHidden, forKey: ViewKey.hidden)
        coder.encode(isOpaque, forKey: ViewKey.opaque)
        coder.encode(clipsToBounds, forKey: ViewKey.clips)
        coder.encode(clearsContextBeforeDrawing, forKey: ViewKey.clearsContext)
        coder.encode(contentMode.rawValue, forKey: ViewKey.contentMode)
        coder.encode(!isUserInteractionEnabled, forKey: ViewKey.interactionDisabled)
        coder.encode(isMultipleTouchEnabled, forKey: ViewKey.multipleTouch)
        coder.encode(isExclusiveTouch, forKey: ViewKey.exclusiveTouch)
        if let rare { store(rare, in: coder) }
        // Snapshots are not archived, nor are windows inside another view.
        let made = ownParts
        let views = subviews.filter { view in
            !(view is SnapshotView) && !(view is UIWindow) && !(view is any ViewPart) && !made.contains { $0 === view }
        }
        coder.archive(list: views, forKey: ViewKey.subviews)
    }

    private func storeGeometry(in coder: NSCoder) {
        coder.archive(bounds, forKey: ViewKey.bounds)
        coder.archive(center, forKey: ViewKey.center)
        coder.archive(anchorPoint, forKey: ViewKey.anchorPoint)
        if transform3D != CATransform3DIdentity {
            coder.archive(numbers: transform3D.numbers, forKey: ViewKey.transform)
        }
        if contentStretch != Self.unit { coder.archive(contentStretch, forKey: ViewKey.contentStretch) }
        if flags.contains(.fixedContentScale) {
            coder.encode(Double(contentScaleFactor), forKey: ViewKey.contentScale)
        }
        coder.encode(Int(autoresizingMask.rawValue), forKey: ViewKey.autoresizingMask)
        coder.encode(autoresizesSubviews, forKey: ViewKey.autoresizesSubviews)
    }

    private func store(_ rare: RareViewState, in coder: NSCoder) {
        coder.encode(rare.tag, forKey: ViewKey.tag)
        coder.archive(rare.tint, forKey: ViewKey.tint)
        coder.encode(rare.tintAdjustmentMode.rawValue, forKey: ViewKey.tintAdjustment)
        coder.encode(rare.semantics.rawValue, forKey: ViewKey.semantics)
        coder.encode(overrideUserInterfaceStyle.rawValue, forKey: ViewKey.style)
        coder.archive(minimumContentSizeCategory?.rawValue, forKey: ViewKey.smallestText)
        coder.archive(maximumContentSizeCategory?.rawValue, forKey: ViewKey.largestText)
        switch rare.margins {
        case nil: break
        case .sides(let insets): coder.archive(insets, forKey: ViewKey.margins)
        case .directional(let insets):
            coder.archive(
                numbers: [insets.top, insets.leading, insets.bottom, insets.trailing].map { Double($0) },
                forKey: ViewKey.directionalMargins)
        }
        coder.encode(rare.preservesSuperviewMargins, forKey: ViewKey.preservesMargins)
        coder.encode(rare.ignoresSafeAreaInMargins, forKey: ViewKey.ignoresSafeArea)
        coder.archive(rare.accessibilityIdentifier, forKey: ViewKey.identifier)
        coder.archive(list: rare.guides, forKey: ViewKey.guides)
        coder.archive(rare.mask, forKey: ViewKey.mask)
    }

    // Missing and invalid values are replaced by defaults, so that archives of other writers are accepted.

    func restore(from coder: NSCoder) {
        restoreState(from: coder)
        for guide in coder.archivedObjects(ViewKey.guides, of: UILayoutGuide.self) where guide.owningView == nil {
            addLayoutGuide(guide)
        }
        if let view = coder.archivedObject(ViewKey.mask, of: UIView.self), isFree(view) { mask = view }
        for view in coder.archivedObjects(ViewKey.subviews, of: UIView.self) where isFree(view) { addSubview(view) }
    }

    /// Returns whether a decoded view can be added to this view. Archives can refer to a view twice.
    func isFree(_ view: UIView) -> Bool {
        view.parent == nil && view.rare?.masked == nil && !(view is UIWindow) && !isDescendant(of: view)
    }

    /// Restores the view's own state without its subviews and other objects. Classes with a different initial state set
    /// that first and then call this again.
    func restoreState(from coder: NSCoder) {
        restoreGeometry(from: coder)
        if let color = coder.archivedObject(ViewKey.backgroundColor, of: UIColor.self) { backgroundColor = color }
        if let alpha = coder.archivedLength(ViewKey.alpha) { self.alpha = alpha }
        if let isOn = coder.archivedFlag(ViewKey.hidden) { isHidden = isOn }
        if let isOn = coder.archivedFlag(ViewKey.opaque) { isOpaque = isOn }
        if let isOn = coder.archivedFlag(ViewKey.clips) { clipsToBounds = isOn }
        if let isOn = coder.archivedFlag(ViewKey.clearsContext) { clearsContextBeforeDrawing = isOn }
        if let mode = coder.archivedCase(ViewKey.contentMode, ContentMode.self) { contentMode = mode }
        if let isOn = coder.archivedFlag(ViewKey.interactionDisabled) { isUserInteractionEnabled = !isOn }
        if let isOn = coder.archivedFlag(ViewKey.multipleTouch) { isMultipleTouchEnabled = isOn }
        if let isOn = coder.archivedFlag(ViewKey.exclusiveTouch) { isExclusiveTouch = isOn }
        restoreRare(from: coder)
    }

    private func restoreGeometry(from coder: NSCoder) {
        if let isOn = coder.archivedFlag(ViewKey.autoresizesSubviews) { autoresizesSubviews = isOn }
        if let mask = coder.archivedInteger(ViewKey.autoresizingMask) {
            autoresizingMask = AutoresizingMask(rawValue: UInt(max(0, mask)))
        }
        if let scale = coder.archivedLength(ViewKey.contentScale), Self.archivedScales.contains(scale) {
            contentScaleFactor = scale
        }
        if let stretch = coder.archivedRect(ViewKey.contentStretch) { contentStretch = stretch }
        if let point = coder.archivedPoint(ViewKey.anchorPoint) { anchorPoint = point }
        if let bounds = coder.archivedRect(ViewKey.bounds) { self.bounds = bounds }
        if let center = coder.archivedPoint(ViewKey.center) { self.center = center }
        if let numbers = coder.archivedNumbers(ViewKey.transform, count: 16) {
            transform3D = CATransform3D(numbers: numbers)
        }
    }

    /// The plausible range of pixels per point.
    private static let archivedScales: ClosedRange<CGFloat> = 1e-3...1e3

    private func restoreRare(from coder: NSCoder) {
        if let tag = coder.archivedInteger(ViewKey.tag) { self.tag = tag }
        if let color = coder.archivedObject(ViewKey.tint, of: UIColor.self) { tintColor = color }
        if let mode = coder.archivedCase(ViewKey.tintAdjustment, TintAdjustmentMode.self) { tintAdjustmentMode = mode }
        if let semantics = coder.archivedCase(ViewKey.semantics, UISemanticContentAttribute.self) {
            semanticContentAttribute = semantics
        }
        if let style = coder.archivedCase(ViewKey.style, UIUserInterfaceStyle.self), style != .unspecified {
            overrideUserInterfaceStyle = style
        }
        if let text = coder.archivedText(ViewKey.smallestText) { minimumContentSizeCategory = .init(rawValue: text) }
        if let text = coder.archivedText(ViewKey.largestText) { maximumContentSizeCategory = .init(rawValue: text) }
        if let margins = coder.archivedInsets(ViewKey.margins) { layoutMargins = margins }
        if let n = coder.archivedNumbers(ViewKey.directionalMargins, count: 4) {
            directionalLayoutMargins = NSDirectionalEdgeInsets(top: n[0], leading: n[1], bottom: n[2], trailing: n[3])
        }
        if let isOn = coder.archivedFlag(ViewKey.preservesMargins) { preservesSuperviewLayoutMargins = isOn }
        if let isOn = coder.archivedFlag(ViewKey.ignoresSafeArea) { insetsLayoutMarginsFromSafeArea = !isOn }
        if let text = coder.archivedText(ViewKey.identifier) { accessibilityIdentifier = text }
    }
}
