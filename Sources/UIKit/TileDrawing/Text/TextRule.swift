import Foundation

extension TextRule {
    /// The lines that a style makes of this one: two for a double line, one a word when spaces are left out.
    ///
    /// - Parameter words: where the words are.
    func parts(_ style: NSUnderlineStyle, _ words: [ClosedRange<Double>]) -> [TextRule] {
        var rule = self
        if style.thickness == NSUnderlineStyle.thick.rawValue { rule.thickness *= 2 }
        let unit = rule.thickness
        rule.dashes =
            switch style.pattern {
            case NSUnderlineStyle.patternDot.rawValue: [unit, unit]
            case NSUnderlineStyle.patternDash.rawValue: [3 * unit, unit]
            case NSUnderlineStyle.patternDashDot.rawValue: [3 * unit, unit, unit, unit]
            case NSUnderlineStyle.patternDashDotDot.rawValue: [3 * unit, unit, unit, unit, unit, unit]
            default: []
            }
        var rules = [rule]
        if style.thickness == NSUnderlineStyle.double.rawValue {
            var second = rule
            second.y += 2 * rule.thickness
            rules.append(second)
        }
        guard style.contains(.byWord) else { return rules }
        return rules.flatMap { rule in
            words.map { word in
                var part = rule
                part.left = word.lowerBound
                part.right = word.upperBound
                return part
            }
        }
    }
}
