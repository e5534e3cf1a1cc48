internal import Foundation

/// Conversion of untrusted text to a line for a message.
package enum PrintableText {
    private static let longest = 200

    /// Returns UTF-8 text as a shortened line without control characters.
    package static func line(_ bytes: some Sequence<UInt8>) -> String {
        let scalars = String(decoding: Array(bytes), as: UTF8.self).unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        return String(scalars.prefix(longest)).trimmingCharacters(in: .whitespaces)
    }
}
