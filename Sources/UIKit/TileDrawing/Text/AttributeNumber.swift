import Foundation

/// A number among attributes, which hold anything; nil for what is no number, or not finite.
func attributeNumber(_ value: Any) -> Double? {
    let number: Double? =
        switch value {
        case let value as CGFloat: Double(value)
        case let value as Double: value
        case let value as Int: Double(value)
        case let value as UInt: Double(value)
        case let value as Float: Double(value)
        case let value as NSNumber: value.doubleValue
        default: nil
        }
    return number.flatMap { $0.isFinite ? $0 : nil }
}
