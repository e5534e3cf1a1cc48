import Foundation

/// The part of a document before its root element.
enum XMLPrologue {
    /// Returns the document in UTF-8. UTF-16 is converted; other encodings are left to the document's declaration.
    static func utf8(_ data: Data) -> Data {
        let isWide = data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF])
        guard isWide, var text = String(data: data, encoding: .utf16) else { return data }
        // The declaration would still specify UTF-16.
        if text.hasPrefix("<?xml"), let end = text.range(of: "?>") { text.removeSubrange(..<end.upperBound) }
        return Data(text.utf8)
    }

    /// Returns the offset of the root element's tag, after the XML declaration, document type, comments and processing
    /// instructions; nil if there is none.
    ///
    /// - Complexity: O(prologue).
    static func rootStart(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var at = 0
        func starts(_ text: StaticString) -> Bool {
            at + text.utf8CodeUnitCount <= bytes.count
                && memcmp(bytes.baseAddress! + at, text.utf8Start, text.utf8CodeUnitCount) == 0
        }
        func skip(past text: StaticString) -> Bool {
            while at < bytes.count {
                if starts(text) {
                    at += text.utf8CodeUnitCount
                    return true
                }
                at += 1
            }
            return false
        }
        while at < bytes.count {
            if bytes[at] != 0x3C {
                at += 1
            } else if starts("<!--") {
                guard skip(past: "-->") else { return nil }
            } else if starts("<?") {
                guard skip(past: "?>") else { return nil }
            } else if starts("<!") {
                // A document type with declarations ends at "]" and ">"; angle brackets within quotes do not end it.
                var hasSubset = false
                while at < bytes.count, bytes[at] != 0x3E {
                    if bytes[at] == 0x5B {
                        hasSubset = true
                        break
                    }
                    at += 1
                }
                if hasSubset, !skip(past: "]") { return nil }
                guard skip(past: ">") else { return nil }
            } else {
                return at
            }
        }
        return nil
    }

    /// Returns the attributes of the root element's tag by name, without resolving references; empty if the tag is
    /// missing or incomplete.
    ///
    /// - Complexity: O(prologue and tag).
    static func rootAttributes(_ data: Data) -> [String: String] {
        data.withUnsafeBytes { bytes -> [String: String] in
            guard let start = rootStart(bytes) else { return [:] }
            var attributes: [String: String] = [:]
            var at = start + 1
            func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
            func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
            while at < bytes.count, !isSpace(bytes[at]), bytes[at] != 0x3E { at += 1 }
            while at < bytes.count, bytes[at] != 0x3E, bytes[at] != 0x2F {
                if isSpace(bytes[at]) {
                    at += 1
                    continue
                }
                let name = at
                while at < bytes.count, bytes[at] != 0x3D, bytes[at] != 0x3E { at += 1 }
                let nameEnd = at
                at += 1
                while at < bytes.count, isSpace(bytes[at]) { at += 1 }
                guard at < bytes.count, bytes[at] == 0x22 || bytes[at] == 0x27 else { return attributes }
                let quote = bytes[at]
                let value = at + 1
                at = value
                while at < bytes.count, bytes[at] != quote { at += 1 }
                guard at < bytes.count else { return attributes }
                attributes[text(name..<nameEnd).trimmingCharacters(in: .whitespacesAndNewlines)] = text(value..<at)
                at += 1
            }
            return attributes
        }
    }

    /// The maximum number of attributes in a tag. Real programs write fewer, and libxml2 compares each with all others.
    static let largestAttributeCount = 1000

    /// Whether a tag appears to have more attributes than `largestAttributeCount`.
    ///
    /// - Complexity: O(bytes), at memory speed.
    static func hasCrowdedTag(_ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            var count = 0
            var at = 0
            // Each attribute has an equals sign and a quote, which are rare elsewhere in a document.
            while at < bytes.count, let found = memchr(start + at, 0x3D, bytes.count - at) {
                let equals = UnsafeRawPointer(found) - start
                if memchr(start + at, 0x3C, equals - at) != nil { count = 0 }
                at = equals + 1
                while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
                guard at < bytes.count, bytes[at] == 0x22 || bytes[at] == 0x27 else { continue }
                count += 1
                if count > largestAttributeCount { return true }
            }
            return false
        }
    }
}
