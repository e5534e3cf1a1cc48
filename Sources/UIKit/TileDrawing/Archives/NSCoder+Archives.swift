import Foundation
import TileSupport

// An archive is untrusted data: values that are missing or malformed are read as nil. Foundation on Linux is less
// tolerant. It ends the program over references that lead nowhere, over classes that are not allowed where secure
// coding is required, and, under the failure policy `.raiseException`, over each object that can't be read.
//
// Foundation also follows each reference that it meets. A reference that leads back to its container would never end,
// so objects are followed to a limited depth only. Lists are stored as objects under numbered keys instead of arrays,
// because Foundation decodes arrays by itself.

extension NSCoder {
    /// The maximum nesting of objects in an archive; deeper ones are left out. Layers can be nested 1000 deep, and
    /// archived layers are added to trees that already have some depth.
    package static let deepestObject = 250
    /// The limit that larger numbers are clamped to. Sums and products of a few such numbers stay exact, and no real
    /// value is this large.
    package static let largestNumber = 1e9
    /// The current nesting depth of the thread's decoding.
    private static let depth = ThreadLocal<Int> { 0 }

    // MARK: Reading

    /// The object of a key, if it is of the class.
    package func archivedObject<Object: NSObject & NSCoding>(
        _ key: String, of type: Object.Type = Object.self
    ) -> Object? {
        archivedObject(key, of: [type]) as? Object
    }

    /// The object of a key, if it is of one of the classes.
    package func archivedObject(_ key: String, of classes: [AnyClass]) -> Any? {
        guard Self.depth.value < Self.deepestObject, containsValue(forKey: key) else { return nil }
        Self.depth.value += 1
        defer { Self.depth.value -= 1 }
        return decodeObject(of: classes, forKey: key)
    }

    /// The objects of a list that are of the class.
    package func archivedObjects<Object: NSObject & NSCoding>(
        _ key: String, of type: Object.Type = Object.self
    ) -> [Object] {
        archivedList(key) { archivedObject($0, of: type) }
    }

    /// Returns the results of a closure for each element of a list, without nil. The closure receives the element's
    /// key.
    package func archivedList<Element>(_ key: String, _ element: (String) -> Element?) -> [Element] {
        var list: [Element] = []
        var index = 0
        while containsValue(forKey: Self.key(key, index)) {
            if let object = element(Self.key(key, index)) { list.append(object) }
            index += 1
        }
        return list
    }

    package func archivedText(_ key: String) -> String? { archivedObject(key, of: NSString.self).map { String($0) } }

    /// Returns a finite number, clamped to `largestNumber`.
    package func archivedNumber(_ key: String) -> Double? {
        containsValue(forKey: key) ? Self.usable(decodeDouble(forKey: key)) : nil
    }

    package func archivedLength(_ key: String) -> CGFloat? { archivedNumber(key).map { CGFloat($0) } }

    package func archivedInteger(_ key: String) -> Int? {
        containsValue(forKey: key) ? decodeInteger(forKey: key) : nil
    }

    package func archivedFlag(_ key: String) -> Bool? { containsValue(forKey: key) ? decodeBool(forKey: key) : nil }

    /// Returns the case that a raw value stands for.
    package func archivedCase<Value: RawRepresentable>(_ key: String, _ type: Value.Type = Value.self) -> Value?
    where Value.RawValue == Int {
        archivedInteger(key).flatMap { Value(rawValue: $0) }
    }

    /// Returns exactly `count` numbers written by `archive(numbers:forKey:)`, each read like `archivedNumber(_:)`.
    package func archivedNumbers(_ key: String, count: Int) -> [Double]? {
        archivedNumbers(key).flatMap { $0.count == count ? $0 : nil }
    }

    /// Returns the numbers written by `archive(numbers:forKey:)`, each read like `archivedNumber(_:)`.
    package func archivedNumbers(_ key: String) -> [Double]? {
        guard let words = archivedText(key)?.split(separator: " ") else { return nil }
        let numbers = words.compactMap { Double($0).flatMap(Self.usable) }
        return numbers.count == words.count ? numbers : nil
    }

    package func archivedPoint(_ key: String) -> CGPoint? {
        archivedNumbers(key, count: 2).map { CGPoint(x: $0[0], y: $0[1]) }
    }

    package func archivedSize(_ key: String) -> CGSize? {
        archivedNumbers(key, count: 2).map { CGSize(width: $0[0], height: $0[1]) }
    }

    package func archivedRect(_ key: String) -> CGRect? {
        archivedNumbers(key, count: 4).map { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    }

    package func archivedInsets(_ key: String) -> UIEdgeInsets? {
        archivedNumbers(key, count: 4).map { UIEdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) }
    }

    // MARK: Writing

    package func archive(_ object: Any?, forKey key: String) {
        if let object { encode(object, forKey: key) }
    }

    package func archive(list: [Any], forKey key: String) {
        for (index, object) in list.enumerated() { encode(object, forKey: Self.key(key, index)) }
    }

    package func archive(_ text: String?, forKey key: String) {
        if let text { encode(text as NSString, forKey: key) }
    }

    package func archive(numbers: [Double], forKey key: String) {
        archive(numbers.map { "\($0)" }.joined(separator: " "), forKey: key)
    }

    package func archive(_ point: CGPoint, forKey key: String) {
        archive(numbers: [Double(point.x), Double(point.y)], forKey: key)
    }

    package func archive(_ size: CGSize, forKey key: String) {
        archive(numbers: [Double(size.width), Double(size.height)], forKey: key)
    }

    package func archive(_ rect: CGRect, forKey key: String) {
        archive(
            numbers: [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height].map { Double($0) }, forKey: key)
    }

    package func archive(_ insets: UIEdgeInsets, forKey key: String) {
        archive(numbers: [insets.top, insets.left, insets.bottom, insets.right].map { Double($0) }, forKey: key)
    }

    // MARK: Parts

    private static func key(_ list: String, _ index: Int) -> String { "\(list).\(index)" }

    private static func usable(_ number: Double) -> Double? {
        number.isFinite ? min(max(number, -largestNumber), largestNumber) : nil
    }
}
