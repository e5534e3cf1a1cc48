public import Foundation
import TileDrawing
import TileGeometry
import TileGraphics

extension CALayer: NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }

    /// The properties that are not archived: computed ones, and the program's own.
    private static let unarchived: Set<String> = [
        "frame", "delegate", "sublayers", "mask", "actions", "style", "filters", "backgroundFilters",
        "compositingFilter", "cornerRadii", "backdrop",
        "isHidden", "isDoubleSided", "isGeometryFlipped", "isOpaque",
    ]
    private static let sublayersKey = "sublayers"
    private static let maskKey = "mask"

    func write(to coder: NSCoder) {
        for (key, property) in type(of: self).keys
        where !Self.unarchived.contains(key) && shouldArchiveValue(forKey: key) {
            LayerArchive.write(property.get(self), to: coder, forKey: key)
        }
        coder.archive(list: Array(children), forKey: Self.sublayersKey)
        coder.archive(ownMask, forKey: Self.maskKey)
    }

    /// Sets the properties in an archive; invalid values are ignored.
    func read(from coder: NSCoder) {
        for (key, property) in type(of: self).keys where !Self.unarchived.contains(key) {
            switch LayerArchive.value(in: coder, forKey: key, like: property.get(self)) {
            case nil: break
            case .some(nil): _ = property.set(self, nil)
            case .some(let value?):
                // The one number that must not be 0; and no display has more than a few pixels per point.
                if key == "contentsScale", LayerValue.number(value).map({ $0 > 0 && $0 <= 1000 }) != true { continue }
                _ = property.set(self, value)
            }
        }
        for layer in coder.archivedObjects(Self.sublayersKey, of: CALayer.self) where isFree(layer) {
            addSublayer(layer)
        }
        if let layer = coder.archivedObject(Self.maskKey, of: CALayer.self), isFree(layer) { mask = layer }
    }

    /// Returns whether a layer of the same archive may be added to this one: archives may refer to one layer twice.
    private func isFree(_ layer: CALayer) -> Bool { layer.parent == nil && !isDescendant(of: layer) }
}

/// The representation of properties in archives: numbers and strings unchanged, structs as numbers, lists by element,
/// drawings as UIKit's classes. A font is its name, because a text layer has its own size.
enum LayerArchive {
    private static let classes: [AnyClass] = [
        NSNumber.self, NSString.self, ArchivedText.self, UIColor.self, UIBezierPath.self, UIImage.self,
    ]

    /// The suffixes of keys for values that are not objects.
    private enum Suffix {
        static let numbers = ".numbers"
        static let nothing = ".nothing"
    }

    static func write(_ value: Any?, to coder: NSCoder, forKey key: String) {
        guard let value else { return coder.encode(true, forKey: key + Suffix.nothing) }
        if let numbers = numbers(value) {
            coder.archive(numbers: numbers, forKey: key + Suffix.numbers)
        } else if let list = value as? [Any] {
            coder.archive(list: list.compactMap(archived), forKey: key)
        } else {
            coder.archive(archived(value), forKey: key)
        }
    }

    /// Returns the archived value of a property. The outer optional is nil if there is no valid value, the inner one if
    /// the value is nil.
    static func value(in coder: NSCoder, forKey key: String, like current: Any?) -> Any?? {
        if let numbers = coder.archivedNumbers(key + Suffix.numbers) { return build(numbers, like: current) }
        if let object = coder.archivedObject(key, of: classes) { return value(object).map { .some($0) } }
        let list = coder.archivedList(key) { coder.archivedObject($0, of: classes).flatMap(value) }
        if !list.isEmpty { return .some(list) }
        return coder.containsValue(forKey: key + Suffix.nothing) ? .some(nil) : nil
    }

    // MARK: Objects

    private static func archived(_ value: Any) -> Any? {
        switch value {
        case let value as Bool: NSNumber(value: value)
        case let value as Int: NSNumber(value: value)
        case let value as String: value as NSString
        case let value as NSAttributedString: ArchivedText(value)
        case let value as CGColor: UIColor(cgColor: value)
        case let value as CGPath: UIBezierPath(cgPath: value)
        case let value as CGImage: UIImage(cgImage: value)
        case let value as UIFont: value.fontName as NSString
        case let value as any RawRepresentable: archived(value.rawValue)
        case let value as UInt: NSNumber(value: value)
        case let value as UInt32: NSNumber(value: value)
        default: LayerValue.number(value).map { NSNumber(value: $0) }
        }
    }

    /// Returns the value of an archived object; nil if its class is not supported, or it is an invalid number.
    private static func value(_ archived: Any) -> Any? {
        switch archived {
        case let color as UIColor: return color.cgColor
        case let path as UIBezierPath: return path.cgPath
        case let image as UIImage: return image.cgImage
        case let text as ArchivedText: return text.text
        case let number as NSNumber:
            let limit = NSCoder.largestNumber
            guard number.doubleValue.isFinite else { return nil }
            return abs(number.doubleValue) <= limit ? number : NSNumber(value: number.doubleValue < 0 ? -limit : limit)
        case let text as String: return text
        default: return nil
        }
    }

    // MARK: Structs

    private static func numbers(_ value: Any) -> [Double]? {
        switch value {
        case let value as CGPoint: [Double(value.x), Double(value.y)]
        case let value as CGSize: [Double(value.width), Double(value.height)]
        case let value as CGRect:
            [value.origin.x, value.origin.y, value.size.width, value.size.height].map { Double($0) }
        case let value as CATransform3D: value.numbers
        default: nil
        }
    }

    /// Returns the struct of a property's type.
    private static func build(_ numbers: [Double], like current: Any?) -> Any?? {
        switch (current, numbers.count) {
        case (is CGPoint, 2): .some(CGPoint(x: numbers[0], y: numbers[1]))
        case (is CGSize, 2): .some(CGSize(width: numbers[0], height: numbers[1]))
        case (is CGRect, 4): .some(CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        case (is CATransform3D, 16): .some(CATransform3D(numbers: numbers))
        default: nil
        }
    }
}

extension CATransform3D {
    /// The sixteen components, row by row.
    package var numbers: [Double] {
        [rows.0, rows.1, rows.2, rows.3].flatMap { row in (0..<4).map { row[$0] } }
    }

    /// - Parameter numbers: Sixteen components, row by row.
    package init(numbers: [Double]) {
        func row(_ start: Int) -> SIMD4<Double> {
            SIMD4(numbers[start], numbers[start + 1], numbers[start + 2], numbers[start + 3])
        }
        self.init(rows: (row(0), row(4), row(8), row(12)))
    }
}
