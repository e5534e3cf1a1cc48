/// The beginning of an object in a PDF file, `12 0 obj`, by which a file without a header is recognized.
enum PDFObject {
    /// Whether bytes begin with an object, after white space.
    static func begins(_ bytes: [UInt8]) -> Bool {
        let start = bytes.firstIndex { !isSpace($0) } ?? bytes.count
        return isObject(bytes[start...])
    }

    /// Whether an object begins anywhere in bytes.
    static func occurs(in bytes: [UInt8]) -> Bool {
        var wasDigit = false
        for index in bytes.indices {
            let isDigit = isDigit(bytes[index])
            if isDigit, !wasDigit, isObject(bytes[index...]) { return true }
            wasDigit = isDigit
        }
        return false
    }

    private static func isObject(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        for _ in 0..<2 {
            // The largest number that files contain has ten digits.
            let digits = rest.prefix(11).prefix(while: isDigit).count
            guard (1...10).contains(digits) else { return false }
            rest = rest.dropFirst(digits)
            guard let space = rest.first, isSpace(space) else { return false }
            rest = rest.dropFirst()
        }
        guard rest.starts(with: "obj".utf8) else { return false }
        rest = rest.dropFirst(3)
        while let byte = rest.first, isSpace(byte) { rest = rest.dropFirst() }
        return rest.starts(with: "<<".utf8)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0 || (0x09...0x0D).contains(byte) }
}
