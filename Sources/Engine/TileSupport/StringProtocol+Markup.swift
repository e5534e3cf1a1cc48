extension StringProtocol {
    /// The text escaped for elements and attributes of XML 1.0 and HTML.
    ///
    /// Tabs and line ends become character references, because a reader would turn them into spaces in an attribute.
    /// Characters that XML does not allow become question marks.
    package var escapedForMarkup: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            case "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
                escaped.unicodeScalars.append(scalar)
            default: escaped += "?"
            }
        }
        return escaped
    }
}
