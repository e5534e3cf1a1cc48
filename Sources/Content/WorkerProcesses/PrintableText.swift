internal import Foundation

/// Text from outside, fit for a line of a message.
package enum PrintableText {
    private static let longest = 200

    /// The UTF-8 in one line without control characters, shortened.
    package static func line(_ bytes: some Sequence<UInt8>) -> String {
        let scalars = String(decoding: Array(bytes), as: UTF8.self).unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        return String(scalars.prefix(longest)).trimmingCharacters(in: .whitespaces)
    }
}
