public import Foundation
import TileGraphics

// UIKit's boxes of insets and offsets, for arrays and dictionaries of objects.

extension NSValue {
    public convenience init(uiEdgeInsets insets: UIEdgeInsets) {
        self.init(numbers: [insets.top, insets.left, insets.bottom, insets.right])
    }
    public convenience init(directionalEdgeInsets insets: NSDirectionalEdgeInsets) {
        self.init(numbers: [insets.top, insets.leading, insets.bottom, insets.trailing])
    }
    public convenience init(uiOffset offset: UIOffset) { self.init(numbers: [offset.horizontal, offset.vertical]) }

    /// Zero if it boxes no insets.
    public var uiEdgeInsetsValue: UIEdgeInsets {
        guard let n = numbers(4) else { return .zero }
        return UIEdgeInsets(top: n[0], left: n[1], bottom: n[2], right: n[3])
    }
    /// Zero if it boxes no insets.
    public var directionalEdgeInsetsValue: NSDirectionalEdgeInsets {
        guard let n = numbers(4) else { return .zero }
        return NSDirectionalEdgeInsets(top: n[0], leading: n[1], bottom: n[2], trailing: n[3])
    }
    /// Zero if it boxes no offset.
    public var uiOffsetValue: UIOffset {
        guard let n = numbers(2) else { return .zero }
        return UIOffset(horizontal: n[0], vertical: n[1])
    }
}
