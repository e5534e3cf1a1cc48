/// Numbers as people read them in messages, and as they type them.
package enum GroupedNumber {
    /// Returns a whole number with its digits in groups of three: "1,234,567".
    package static func text(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var result = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0 && (digits.count - index) % 3 == 0 { result.append(",") }
            result.append(digit)
        }
        return result
    }

    /// Returns a number of things: "1 tile", "5,774 tiles".
    ///
    /// - Parameter plural: The plural of the noun; nil for the singular and an s.
    package static func counted(_ number: Int, _ singular: String, plural: String? = nil) -> String {
        "\(text(number)) \(number == 1 ? singular : plural ?? "\(singular)s")"
    }

    /// Returns a number as it is typed on a command line, without groups: "12345" and "0.5".
    package static func typed(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }

    /// Returns a number with at most three decimals, and its digits before the point in groups: "2,760" and "1,122.52".
    package static func text(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e15 else { return "\(number)" }
        let thousandths = Int((number.magnitude * 1000).rounded())
        var text = (number < 0 && thousandths > 0 ? "-" : "") + Self.text(thousandths / 1000)
        var rest = thousandths % 1000
        guard rest > 0 else { return text }
        text.append(".")
        var place = 100
        while rest > 0 {
            text += "\(rest / place)"
            rest %= place
            place /= 10
        }
        return text
    }
}
