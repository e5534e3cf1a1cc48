import TileSupport

/// Numbers for records that are only compared for equality.
final class RecordNames {
    private var numbers: [SipHash.Value: UInt32] = [:]
    /// A secret key, so that colliding records cannot be constructed.
    private let key = SipHash.Value.random
    /// Objects whose records are remembered by address, retained so that addresses are not reused.
    private var kept: [AnyObject] = []

    func number(of record: [UInt8]) -> UInt32 {
        var hash = SipHash(key: key)
        record.withUnsafeBytes { hash.add($0) }
        let value = hash.finish()
        if let known = numbers[value] { return known }
        let number = UInt32(numbers.count)
        numbers[value] = number
        return number
    }

    func keep(_ object: AnyObject) { kept.append(object) }
}
