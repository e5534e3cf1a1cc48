import Foundation
import TileDrawing

/// The coder for `init(coder:)` of objects in a .xib or .storyboard. It has the few values that a class needs before it
/// is complete, and applies the rest to the object itself; see `DocumentCoder`.
final class NibCoder: NSCoder, DocumentCoder {
    private let keys: [String: Any]
    private let level: AnyClass
    private let body: (NSObject) -> Void
    private(set) var isSettled = false

    init(keys: [String: Any], level: AnyClass, configure: @escaping (NSObject) -> Void) {
        (self.keys, self.level, body) = (keys, level, configure)
    }

    func configure(_ object: NSObject, as level: AnyClass) {
        if level == self.level { finish(object) }
    }

    func finish(_ object: NSObject) {
        guard !isSettled else { return }
        isSettled = true
        body(object)
    }

    // MARK: Keys

    override var allowsKeyedCoding: Bool { true }

    override func containsValue(forKey key: String) -> Bool { keys[key] != nil }
    override func decodeObject(forKey key: String) -> Any? { keys[key] }
    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? { keys[key] }
    override func decodeBool(forKey key: String) -> Bool { keys[key] as? Bool ?? false }
    override func decodeInteger(forKey key: String) -> Int { keys[key] as? Int ?? 0 }
    override func decodeInt32(forKey key: String) -> Int32 { Int32(truncatingIfNeeded: decodeInteger(forKey: key)) }
    override func decodeInt64(forKey key: String) -> Int64 { Int64(decodeInteger(forKey: key)) }
    override func decodeCInt(forKey key: String) -> CInt { CInt(truncatingIfNeeded: decodeInteger(forKey: key)) }
    override func decodeDouble(forKey key: String) -> Double { keys[key] as? Double ?? 0 }
    override func decodeFloat(forKey key: String) -> Float { Float(decodeDouble(forKey: key)) }

    // Nothing encodes with this coder.
    override func encode(_ object: Any?, forKey key: String) {}
    override func encode(_ value: Bool, forKey key: String) {}
    override func encode(_ value: Int, forKey key: String) {}
    override func encode(_ value: Int32, forKey key: String) {}
    override func encode(_ value: Int64, forKey key: String) {}
    override func encode(_ value: Double, forKey key: String) {}
    override func encode(_ value: Float, forKey key: String) {}
}
