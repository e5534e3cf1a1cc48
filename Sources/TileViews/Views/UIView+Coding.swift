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
        // Foundation on Linux takes asking for what is not there for a damaged archive.
        func value<Value>(_ key: String, _ decode: (String) -> Value?, _ set: (Value) -> Void) {
            if coder.containsValue(forKey: key), let value = decode(key) { set(value) }
        }
        func object<Value>(_ key: String) -> Value? { coder.decodeObject(forKey: key) as? Value }
        func text(_ key: String, _ set: (String) -> Void) {
            value(key, { (object($0) as NSString?).map { String($0) } }, set)
        }
        func flag(_ key: String, _ set: (Bool) -> Void) { value(key, coder.decodeBool, set) }
        func number(_ key: String, _ set: (Int) -> Void) { value(key, coder.decodeInteger, set) }

        text(ViewKey.anchorPoint) { anchorPoint = NSCoder.cgPoint(for: $0) }
        text(ViewKey.bounds) { bounds = NSCoder.cgRect(for: $0) }
        text(ViewKey.center) { center = NSCoder.cgPoint(for: $0) }
        text(ViewKey.transform) { transform = NSCoder.cgAffineTransform(for: $0) }
        value(ViewKey.alpha, coder.decodeDouble) { if $0.isFinite { alpha = CGFloat($0) } }
        flag(ViewKey.hidden) { isHidden = $0 }
        flag(ViewKey.opaque) { isOpaque = $0 }
        flag(ViewKey.clips) { clipsToBounds = $0 }
        number(ViewKey.contentMode) { contentMode = ContentMode(rawValue: $0) ?? .scaleToFill }
        number(ViewKey.autoresizingMask) { autoresizingMask = AutoresizingMask(rawValue: UInt(max(0, $0))) }
        flag(ViewKey.autoresizesSubviews) { autoresizesSubviews = $0 }
        flag(ViewKey.interactionDisabled) { isUserInteractionEnabled = !$0 }
        flag(ViewKey.multipleTouch) { isMultipleTouchEnabled = $0 }
        flag(ViewKey.exclusiveTouch) { isExclusiveTouch = $0 }
        number(ViewKey.tag) { tag = $0 }
        value(ViewKey.backgroundColor, object) { (color: UIColor) in backgroundColor = color }
        value(ViewKey.tint, object) { (color: UIColor) in tintColor = color }
        value(ViewKey.subviews, object) { (views: NSArray) in
            for case let view as UIView in views { addSubview(view) }
        }
    }
}
