import Foundation
import TileDrawing
import TileLayers

/// The keys of a view's archive.
private enum ViewKey {
    static let bounds = "UIBounds"
    static let center = "UICenter"
    static let transform = "UITransform"
    static let anchorPoint = "UIAnchorPoint"
    static let backgroundColor = "UIBackgroundColor"
    static let alpha = "UIAlpha"
    static let hidden = "UIHidden"
    static let opaque = "UIOpaque"
    static let clips = "UIClipsToBounds"
    static let contentMode = "UIContentMode"
    static let autoresizingMask = "UIAutoresizingMask"
    static let autoresizesSubviews = "UIAutoresizeSubviews"
    static let interactionDisabled = "UIUserInteractionDisabled"
    static let multipleTouch = "UIMultipleTouchEnabled"
    static let exclusiveTouch = "UIExclusiveTouch"
    static let tag = "UITag"
    static let tint = "UITintColor"
    static let subviews = "UISubviews"
}

extension UIView {
    func store(in coder: NSCoder) {
        coder.encode(NSCoder.string(for: bounds) as NSString, forKey: ViewKey.bounds)
        coder.encode(NSCoder.string(for: center) as NSString, forKey: ViewKey.center)
        coder.encode(NSCoder.string(for: transform) as NSString, forKey: ViewKey.transform)
        coder.encode(NSCoder.string(for: anchorPoint) as NSString, forKey: ViewKey.anchorPoint)
        coder.encode(Double(alpha), forKey: ViewKey.alpha)
        coder.encode(isHidden, forKey: ViewKey.hidden)
        coder.encode(isOpaque, forKey: ViewKey.opaque)
        coder.encode(clipsToBounds, forKey: ViewKey.clips)
        coder.encode(contentMode.rawValue, forKey: ViewKey.contentMode)
        coder.encode(Int(autoresizingMask.rawValue), forKey: ViewKey.autoresizingMask)
        coder.encode(autoresizesSubviews, forKey: ViewKey.autoresizesSubviews)
        coder.encode(!isUserInteractionEnabled, forKey: ViewKey.interactionDisabled)
        coder.encode(isMultipleTouchEnabled, forKey: ViewKey.multipleTouch)
        coder.encode(isExclusiveTouch, forKey: ViewKey.exclusiveTouch)
        coder.encode(tag, forKey: ViewKey.tag)
        if let backgroundColor { coder.encode(backgroundColor, forKey: ViewKey.backgroundColor) }
        if let tint = rare?.tint { coder.encode(tint, forKey: ViewKey.tint) }
        if !subviews.isEmpty { coder.encode(subviews as NSArray, forKey: ViewKey.subviews) }
    }

    /// What an archive lacks keeps its standard value, so that an archive of another writer is no error.
    func restore(from coder: NSCoder) {
        func text(_ key: String) -> String? {
            coder.containsValue(forKey: key) ? (coder.decodeObject(forKey: key) as? NSString).map { String($0) } : nil
        }
        func flag(_ key: String, _ set: (Bool) -> Void) {
            if coder.containsValue(forKey: key) { set(coder.decodeBool(forKey: key)) }
        }
        if let text = text(ViewKey.anchorPoint) { anchorPoint = NSCoder.cgPoint(for: text) }
        if let text = text(ViewKey.bounds) { bounds = NSCoder.cgRect(for: text) }
        if let text = text(ViewKey.center) { center = NSCoder.cgPoint(for: text) }
        if let text = text(ViewKey.transform) { transform = NSCoder.cgAffineTransform(for: text) }
        if coder.containsValue(forKey: ViewKey.alpha) { alpha = CGFloat(coder.decodeDouble(forKey: ViewKey.alpha)) }
        flag(ViewKey.hidden) { isHidden = $0 }
        flag(ViewKey.opaque) { isOpaque = $0 }
        flag(ViewKey.clips) { clipsToBounds = $0 }
        contentMode = ContentMode(rawValue: coder.decodeInteger(forKey: ViewKey.contentMode)) ?? .scaleToFill
        autoresizingMask = AutoresizingMask(
            rawValue: UInt(max(0, coder.decodeInteger(forKey: ViewKey.autoresizingMask))))
        flag(ViewKey.autoresizesSubviews) { autoresizesSubviews = $0 }
        flag(ViewKey.interactionDisabled) { isUserInteractionEnabled = !$0 }
        flag(ViewKey.multipleTouch) { isMultipleTouchEnabled = $0 }
        flag(ViewKey.exclusiveTouch) { isExclusiveTouch = $0 }
        tag = coder.decodeInteger(forKey: ViewKey.tag)
        backgroundColor = coder.decodeObject(forKey: ViewKey.backgroundColor) as? UIColor
        if let tint = coder.decodeObject(forKey: ViewKey.tint) as? UIColor { tintColor = tint }
        for case let view as UIView in coder.decodeObject(forKey: ViewKey.subviews) as? NSArray ?? [] {
            addSubview(view)
        }
    }
}
