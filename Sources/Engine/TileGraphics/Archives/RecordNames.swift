import TileSupport

/// Numbers for records of which nothing but whether they are equal is asked.
final class RecordNames {
    private var numbers: [SipHash.Value: UInt32] = [:]
    /// Nobody knows it, so that nobody makes two records that it takes for one.
    private let key = SipHash.Value.random
    /// Objects whose records are remembered by their addresses.
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
