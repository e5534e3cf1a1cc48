import Foundation

/// The few elements that are read of what S3 and its like answer.
enum AnswerXML {
    /// The text of the first element of that name, without what is within it.
    static func text(of name: String, in answer: [UInt8]) -> String? {
        let text = String(decoding: answer, as: UTF8.self)
        guard let start = text.range(of: "<\(name)>"),
            let end = text.range(of: "</\(name)>", range: start.upperBound..<text.endIndex)
        else { return nil }
        return String(text[start.upperBound..<end.lowerBound]).replacing("&quot;", with: "\"")
            .replacing("&amp;", with: "&")
    }
}
