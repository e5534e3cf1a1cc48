public import Foundation
import TileDrawing
import TileGeometry
import TileGraphics

extension CALayer: NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }

    /// Properties that are no part of an archive: computed from others, or the program's own.
    private static let unarchived: Set<String> = [
        "frame", "delegate", "sublayers", "mask", "actions", "style", "filters", "backgroundFilters",
        "compositingFilter",
        "isHidden", "isDoubleSided", "isGeometryFlipped", "isOpaque",
    ]

    func write(to coder: NSCoder) {
        for (key, property) in type(of: self).keys
        where !Self.unarchived.contains(key) && shouldArchiveValue(forKey: key) {
            guard let value = property.get(self), let archived = LayerArchive.archived(value) else { continue }
            coder.encode(archived, forKey: key)
        }
        coder.encode(NSArray(array: children.map { $0 }), forKey: "sublayers")
        if let ownMask { coder.encode(ownMask, forKey: "mask") }
    }

    /// Takes over what an archive holds; what it holds wrongly is left as it is.
    func read(from coder: NSCoder) {
        for (key, property) in type(of: self).keys where !Self.unarchived.contains(key) {
            guard coder.containsValue(forKey: key),
                let archived = coder.decodeObject(of: LayerArchive.classes, forKey: key),
                let value = LayerArchive.value(archived)
            else { continue }
            // The one number that may not be 0; and no display has more than a few pixels to a point.
            if key == "contentsScale", LayerValue.number(value).map({ $0 > 0 && $0 <= 1000 }) != true { continue }
            _ = property.set(self, value)
        }
        if coder.containsValue(forKey: "sublayers") {
            let layers = coder.decodeObject(of: [NSArray.self, CALayer.self], forKey: "sublayers") as? [CALayer] ?? []
            for layer in layers where layer.parent == nil && !isDescendant(of: layer) { addSublayer(layer) }
        }
        if coder.containsValue(forKey: "mask"), let layer = coder.decodeObject(of: CALayer.self, forKey: "mask"),
            layer.parent == nil, !isDescendant(of: layer)
        {
            mask = layer
        }
    }
}

/// Values of layers' properties in archives: numbers and texts as they are, structs as lists of numbers under a name,
/// drawings as UIKit's classes.
enum LayerArchive {
    static let classes: [AnyClass] = [
        NSNumber.self, NSString.self, NSArray.self, NSAttributedString.self, UIColor.self, UIBezierPath.self,
        UIImage.self, UIFont.self,
    ]

    static func archived(_ value: Any) -> Any? {
        switch value {
        case let value as Bool: NSNumber(value: value)
        case let value as Int: NSNumber(value: value)
        case let value as String: value as NSString
        case let value as NSAttributedString: value
        case let value as CGPoint: list("point", [value.x, value.y])
        case let value as CGSize: list("size", [value.width, value.height])
        case let value as CGRect:
            list("rect", [value.origin.x, value.origin.y, value.size.width, value.size.height])
        case let value as CATransform3D:
            list(
                "transform",
                [value.rows.0, value.rows.1, value.rows.2, value.rows.3].flatMap { row in
                    (0..<4).map { CGFloat(row[$0]) }
                })
        case let value as CGColor: UIColor(cgColor: value)
        case let value as CGPath: UIBezierPath(cgPath: value)
        case let value as CGImage: UIImage(cgImage: value)
        case let value as UIFont: value
        case let value as any RawRepresentable: archived(value.rawValue)
        case let value as UInt: NSNumber(value: value)
        case let value as UInt32: NSNumber(value: value)
        case let value as [Any]:
            value.compactMap { archived($0) } as NSArray
        default: LayerValue.number(value).map { NSNumber(value: $0) }
        }
    }

    private static func list(_ name: String, _ numbers: [CGFloat]) -> NSArray {
        NSArray(array: [name as NSString] + numbers.map { NSNumber(value: Double($0)) })
    }

    /// What an archived object stands for; nil when it holds numbers that are none.
    static func value(_ archived: Any) -> Any? {
        switch archived {
        case let color as UIColor: return color.cgColor
        case let path as UIBezierPath: return path.cgPath
        case let image as UIImage: return image.cgImage
        case let number as NSNumber: return number.doubleValue.isFinite ? number : nil
        case let text as String: return text
        case let list as [Any]:
            guard let name = list.first as? String else { return list.compactMap { value($0) } }
            let numbers = list.dropFirst().compactMap { ($0 as? NSNumber)?.doubleValue }
            guard numbers.allSatisfy(\.isFinite) else { return nil }
            switch (name, numbers.count) {
            case ("point", 2): return CGPoint(x: numbers[0], y: numbers[1])
            case ("size", 2): return CGSize(width: numbers[0], height: numbers[1])
            case ("rect", 4): return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            case ("transform", 16):
                func row(_ start: Int) -> SIMD4<Double> {
                    SIMD4(numbers[start], numbers[start + 1], numbers[start + 2], numbers[start + 3])
                }
                return CATransform3D(rows: (row(0), row(4), row(8), row(12)))
            default: return nil
            }
        default: return archived
        }
    }
}
