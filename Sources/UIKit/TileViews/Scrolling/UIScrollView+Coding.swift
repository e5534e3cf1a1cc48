import Foundation
import TileDrawing
import TileGeometry

/// The keys of an archived scroll view.
private enum ScrollKey {
    static let contentSize = "UIContentSize"
    static let contentInset = "UIContentInset"
    static let adjustment = "UIContentInsetAdjustmentBehavior"
    static let alignment = "UIContentAlignmentPoint"
    static let directionalLock = "UIDirectionalLockEnabled"
    static let bouncesHorizontally = "UIBouncesHorizontally"
    static let bouncesVertically = "UIBouncesVertically"
    static let alwaysHorizontal = "UIAlwaysBounceHorizontal"
    static let alwaysVertical = "UIAlwaysBounceVertical"
    static let paging = "UIPagingEnabled"
    static let disabled = "UIScrollDisabled"
    static let showsHorizontal = "UIShowsHorizontalScrollIndicator"
    static let showsVertical = "UIShowsVerticalScrollIndicator"
    static let style = "UIIndicatorStyle"
    static let deceleration = "UIDecelerationRate"
    static let noDelay = "UIDelaysContentTouchesDisabled"
    static let noCancel = "UICanCancelContentTouchesDisabled"
    static let minimumZoom = "UIMinimumZoomScale"
    static let maximumZoom = "UIMaximumZoomScale"
    static let bouncesZoom = "UIBouncesZoom"
    static let refreshControl = "UIRefreshControl"
}

extension UIScrollView {
    func storeScrolling(in coder: NSCoder) {
        coder.archive(numbers: [Double(contentSize.width), Double(contentSize.height)], forKey: ScrollKey.contentSize)
        coder.archive(contentInset, forKey: ScrollKey.contentInset)
        coder.encode(contentInsetAdjustmentBehavior.rawValue, forKey: ScrollKey.adjustment)
        coder.archive(contentAlignmentPoint, forKey: ScrollKey.alignment)
        coder.encode(isDirectionalLockEnabled, forKey: ScrollKey.directionalLock)
        coder.encode(bouncesHorizontally, forKey: ScrollKey.bouncesHorizontally)
        coder.encode(bouncesVertically, forKey: ScrollKey.bouncesVertically)
        coder.encode(alwaysBounceHorizontal, forKey: ScrollKey.alwaysHorizontal)
        coder.encode(alwaysBounceVertical, forKey: ScrollKey.alwaysVertical)
        coder.encode(isPagingEnabled, forKey: ScrollKey.paging)
        coder.encode(!isScrollEnabled, forKey: ScrollKey.disabled)
        coder.encode(showsHorizontalScrollIndicator, forKey: ScrollKey.showsHorizontal)
        coder.encode(showsVerticalScrollIndicator, forKey: ScrollKey.showsVertical)
        coder.encode(indicatorStyle.rawValue, forKey: ScrollKey.style)
        coder.encode(Double(decelerationRate.rawValue), forKey: ScrollKey.deceleration)
        coder.encode(!delaysContentTouches, forKey: ScrollKey.noDelay)
        coder.encode(!canCancelContentTouches, forKey: ScrollKey.noCancel)
        coder.encode(Double(minimumZoomScale), forKey: ScrollKey.minimumZoom)
        coder.encode(Double(maximumZoomScale), forKey: ScrollKey.maximumZoom)
        coder.encode(bouncesZoom, forKey: ScrollKey.bouncesZoom)
        // The control is also archived as a subview; each object is encoded once.
        coder.archive(refreshControl, forKey: ScrollKey.refreshControl)
    }

    // Missing and invalid values are replaced by defaults.

    func restoreScrolling(from coder: NSCoder) {
        if let numbers = coder.archivedNumbers(ScrollKey.contentSize, count: 2) {
            contentSize = CGSize(width: max(0, numbers[0]), height: max(0, numbers[1]))
        }
        if let insets = coder.archivedInsets(ScrollKey.contentInset) { contentInset = insets }
        if let behavior = coder.archivedCase(ScrollKey.adjustment, ContentInsetAdjustmentBehavior.self) {
            contentInsetAdjustmentBehavior = behavior
        }
        if let point = coder.archivedPoint(ScrollKey.alignment) { contentAlignmentPoint = point }
        if let isOn = coder.archivedFlag(ScrollKey.directionalLock) { isDirectionalLockEnabled = isOn }
        if let isOn = coder.archivedFlag(ScrollKey.bouncesHorizontally) { bouncesHorizontally = isOn }
        if let isOn = coder.archivedFlag(ScrollKey.bouncesVertically) { bouncesVertically = isOn }
        if let isOn = coder.archivedFlag(ScrollKey.alwaysHorizontal) { alwaysBounceHorizontal = isOn }
        if let isOn = coder.archivedFlag(ScrollKey.alwaysVertical) { alwaysBounceVertical = isOn }
        if let isOn = coder.archivedFlag(ScrollKey.paging) { isPagingEnabled = isOn }
        if let isOn = coder.archivedFlag(ScrollKey.disabled) { isScrollEnabled = !isOn }
        if let isOn = coder.archivedFlag(ScrollKey.showsHorizontal) { showsHorizontalScrollIndicator = isOn }
        if let isOn = coder.archivedFlag(ScrollKey.showsVertical) { showsVerticalScrollIndicator = isOn }
        if let style = coder.archivedCase(ScrollKey.style, IndicatorStyle.self) { indicatorStyle = style }
        if let rate = coder.archivedLength(ScrollKey.deceleration), rate > 0, rate < 1 {
            decelerationRate = DecelerationRate(rawValue: rate)
        }
        if let isOn = coder.archivedFlag(ScrollKey.noDelay) { delaysContentTouches = !isOn }
        if let isOn = coder.archivedFlag(ScrollKey.noCancel) { canCancelContentTouches = !isOn }
        if let scale = coder.archivedLength(ScrollKey.minimumZoom), scale > 0 { minimumZoomScale = scale }
        if let scale = coder.archivedLength(ScrollKey.maximumZoom), scale > 0 { maximumZoomScale = scale }
        if let isOn = coder.archivedFlag(ScrollKey.bouncesZoom) { bouncesZoom = isOn }
        if let control = coder.archivedObject(ScrollKey.refreshControl, of: UIRefreshControl.self) {
            refreshControl = control
        }
    }
}
