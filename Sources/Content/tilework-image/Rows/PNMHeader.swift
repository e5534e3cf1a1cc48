import ImageMessages

/// The header of a file of the Netpbm family (pbm(5), pgm(5), ppm(5), pam(5) and pfm(5)).
struct PNMHeader {
    /// The digit or letter after the first P.
    var type: UInt8
    var width: Int
    var height: Int
    /// The number of samples of a pixel.
    var depth: Int
    var maxValue: Int
    /// The scale of floating-point samples. Samples have their least significant byte first if it is negative.
    var scale = 1.0
    var tupleType = ""
    /// The position of the first pixel.
    var pixels: Int

    /// The length of a header with comments.
    private static let longest = 64 << 10

    init(_ bytes: ImageBytes) throws(ImageRefusal) {
        guard let type = bytes.byte(at: 1) else { throw .endsEarly }
        self.type = type
        var text = Text(bytes: bytes, at: 2)
        if type == UInt8(ascii: "7") {
            (width, height, depth, maxValue, pixels) = (0, 0, 0, 0, 0)
            try readLines(&text)
            return
        }
        width = try text.number()
        height = try text.number()
        depth = [UInt8(ascii: "3"), UInt8(ascii: "6"), UInt8(ascii: "F")].contains(type) ? 3 : 1
        switch type {
        case UInt8(ascii: "1"), UInt8(ascii: "4"): maxValue = 1
        case UInt8(ascii: "F"), UInt8(ascii: "f"):
            maxValue = 1
            let word = try text.word()
            guard let scale = Double(word), scale.isFinite, scale != 0 else {
                throw ImageRefusal("the scale of its samples is “\(word.prefix(20))”")
            }
            self.scale = scale
        default: maxValue = try text.number()
        }
        // Exactly one white space follows.
        pixels = text.at + 1
        try check()
    }

    /// Reads the lines of a PAM header.
    private mutating func readLines(_ text: inout Text) throws(ImageRefusal) {
        while true {
            let name = try text.word()
            switch name {
            case "WIDTH": width = try text.number()
            case "HEIGHT": height = try text.number()
            case "DEPTH": depth = try text.number()
            case "MAXVAL": maxValue = try text.number()
            case "TUPLTYPE": tupleType += (tupleType.isEmpty ? "" : " ") + text.line()
            case "ENDHDR":
                _ = text.line()
                pixels = text.at + 1
                return try check()
            default: throw ImageRefusal("its header has an unknown line, “\(name.prefix(20))”")
            }
        }
    }

    private func check() throws(ImageRefusal) {
        guard (1...65535).contains(maxValue) else {
            throw ImageRefusal("its greatest value is \(maxValue), where 1 to 65535 are possible")
        }
        guard (1...1 << 16).contains(depth) else { throw ImageRefusal("its pixels have \(depth) samples") }
    }

    /// The words of a header.
    private struct Text {
        let bytes: ImageBytes
        var at: Int

        /// Returns the next word and stops at the white space after it. Comments are skipped.
        mutating func word() throws(ImageRefusal) -> String {
            var word: [UInt8] = []
            while true {
                guard at < PNMHeader.longest else { throw ImageRefusal("its header has no end") }
                guard let byte = bytes.byte(at: at) else { throw .endsEarly }
                if byte == UInt8(ascii: "#") {
                    _ = line()
                } else if byte == 0x20 || (0x09...0x0D).contains(byte) {
                    if !word.isEmpty { return String(decoding: word, as: UTF8.self) }
                    at += 1
                } else {
                    word.append(byte)
                    at += 1
                }
            }
        }

        mutating func number() throws(ImageRefusal) -> Int {
            let word = try word()
            guard word.utf8.count <= 10, let number = Int(word), number >= 0 else {
                throw ImageRefusal("its header has “\(word.prefix(20))” where a number is needed")
            }
            return number
        }

        /// Returns the rest of the line without white space at its ends, and stops at the line's end.
        mutating func line() -> String {
            var line: [UInt8] = []
            while at < PNMHeader.longest, let byte = bytes.byte(at: at), byte != 0x0A, byte != 0x0D {
                line.append(byte)
                at += 1
            }
            let words = line.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
            return words.joined(separator: " ")
        }
    }
}
