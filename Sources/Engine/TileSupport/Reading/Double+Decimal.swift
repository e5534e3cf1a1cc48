extension Double {
    /// The decimal numbers that `init(decimal:)` reads, as a regular expression of ECMA-262 without anchors.
    package static let decimalPattern = "-?" + decimalMagnitude
    /// The decimal numbers without a sign.
    package static let decimalMagnitude = "([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]{1,3})?"

    /// Reads a decimal number that someone wrote. It may be too large, and is then infinite. The standard library's
    /// parser would also accept hexadecimal digits, `nan` and a plus sign, and stop at a NUL.
    package init?(decimal text: some StringProtocol) {
        var digits = text.utf8[...]
        func skip(_ isWanted: (UInt8) -> Bool) -> Int {
            let rest = digits.drop(while: isWanted)
            defer { digits = rest }
            return digits.count - rest.count
        }
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        if digits.first == UInt8(ascii: "-") { digits.removeFirst() }
        var count = skip(isDigit)
        if digits.first == UInt8(ascii: ".") {
            digits.removeFirst()
            count += skip(isDigit)
        }
        guard count > 0 else { return nil }
        if digits.first.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
            digits.removeFirst()
            if digits.first == UInt8(ascii: "+") || digits.first == UInt8(ascii: "-") { digits.removeFirst() }
            guard (1...3).contains(skip(isDigit)) else { return nil }
        }
        guard digits.isEmpty else { return nil }
        self.init(String(text))
    }
}
