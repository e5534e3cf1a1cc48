import Foundation

/// The contents of a compiled nib in the NIBArchive format: objects of named classes, each with values for keys.
///
/// The format is described in nibsqueeze's NibArchive.md, which has the types 4 and 5 reversed: 5 is true, as the lists
/// in the archives show, which mark themselves as complete.
struct NibArchive: Sendable {
    enum Value: Equatable, Sendable {
        case integer(Int)
        case flag(Bool)
        case number(Double)
        case data([UInt8])
        case null
        /// The position of another object.
        case object(Int)
    }

    struct Object: Sendable {
        let type: String
        /// The values in the order of the archive. Lists repeat one key.
        let values: [(key: String, value: Value)]

        subscript(key: String) -> Value? { values.first { $0.key == key }?.value }
    }

    let objects: [Object]

    static let signature = Array("NIBArchive".utf8)

    /// Reads an archive.
    ///
    /// - Throws: `NibFailure` if the data is truncated, points beyond its end, or exceeds the limits.
    init(_ bytes: [UInt8], name: String, limits: NibLimits) throws(NibFailure) {
        var cursor = NibCursor(bytes, file: name)
        guard bytes.starts(with: Self.signature) else { throw NibFailure(name, .notANib("it does not begin as one")) }
        cursor.place = Self.signature.count
        let major = try cursor.word()
        _ = try cursor.word()
        guard major == 1 else {
            throw NibFailure(name, .version("it is a NIBArchive of the version \(major); 1 is read"))
        }
        var sections: [(count: Int, place: Int)] = []
        for _ in 0..<4 { sections.append((Int(try cursor.word()), Int(try cursor.word()))) }
        let most = limits.elements
        for (count, place) in sections {
            guard count <= most * 16, place <= bytes.count else {
                throw NibFailure(name, .tooLarge("it says that it has \(count) entries at \(place)"))
            }
            // Each entry takes at least one byte.
            guard count <= bytes.count else { throw NibFailure(name, .malformed("it has fewer entries than it says")) }
        }
        guard sections[0].count <= most else {
            throw NibFailure(name, .tooLarge("it has \(sections[0].count) objects, and \(most) are read at most"))
        }

        cursor.place = sections[1].place
        var keys: [String] = []
        for _ in 0..<sections[1].count { keys.append(try cursor.text(try cursor.number())) }

        cursor.place = sections[3].place
        var classes: [String] = []
        for _ in 0..<sections[3].count {
            let length = try cursor.number()
            let fallbacks = try cursor.number()
            for _ in 0..<fallbacks { _ = try cursor.word() }
            classes.append(String(try cursor.text(length).prefix { $0 != "\0" }))
        }

        cursor.place = sections[2].place
        var values: [(key: String, value: Value)] = []
        for _ in 0..<sections[2].count {
            let key = try cursor.number()
            guard keys.indices.contains(key) else { throw cursor.problem("a value has the key \(key)") }
            values.append((keys[key], try cursor.value(objects: sections[0].count)))
        }

        cursor.place = sections[0].place
        var objects: [Object] = []
        // A value belongs to one object. Otherwise a small file could take forever to read.
        var next = 0
        for _ in 0..<sections[0].count {
            let (type, first, count) = (try cursor.number(), try cursor.number(), try cursor.number())
            guard classes.indices.contains(type), first >= 0, count <= values.count, first <= values.count - count
            else {
                throw cursor.problem("an object has the class \(type) and the values \(first) and \(count) more")
            }
            next += count
            guard next <= values.count * 2 else { throw cursor.problem("its objects have one another's values") }
            objects.append(Object(type: classes[type], values: Array(values[first..<first + count])))
        }
        self.objects = objects
    }

    /// Returns the objects of a list, or an empty array if the value isn't a list.
    func list(_ value: Value?) -> [Int] {
        guard case .object(let place)? = value else { return [] }
        return objects[place].values.compactMap { key, value in
            guard key == "UINibEncoderEmptyKey", case .object(let element) = value else { return nil }
            return element
        }
    }

    /// Returns the text of a string object.
    func text(_ value: Value?) -> String? {
        guard case .object(let place)? = value,
            ["NSString", "NSMutableString", "NSLocalizableString"].contains(objects[place].type)
        else { return nil }
        if case .data(let bytes)? = objects[place]["NS.bytes"] { return String(decoding: bytes, as: UTF8.self) }
        return nil
    }

    /// Returns the numbers of a structure, which is stored as a byte for the type of the numbers, followed by the
    /// numbers.
    static func numbers(_ value: Value?) -> [Double]? {
        guard case .data(let bytes)? = value, let kind = bytes.first else { return nil }
        let size = kind == 7 ? 8 : kind == 6 ? 4 : 0
        guard size > 0, bytes.count % size == 1 % size || (bytes.count - 1) % size == 0 else { return nil }
        return stride(from: 1, to: bytes.count, by: size).map { start in
            let pattern = bytes[start..<start + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let number = size == 8 ? Double(bitPattern: pattern) : Double(Float(bitPattern: UInt32(pattern)))
            return number.isFinite ? number : 0
        }
    }
}

/// A reader for the numbers of a compiled nib, which never reads past the end.
struct NibCursor {
    private let bytes: [UInt8]
    private let file: String
    var place = 0

    init(_ bytes: [UInt8], file: String) { (self.bytes, self.file) = (bytes, file) }

    func problem(_ text: String) -> NibFailure { NibFailure(file, .malformed("\(text), at byte \(place)")) }

    mutating func readBytes(_ count: Int) throws(NibFailure) -> ArraySlice<UInt8> {
        guard count >= 0, place >= 0, count <= bytes.count - place else { throw problem("it is cut off") }
        defer { place += count }
        return bytes[place..<place + count]
    }

    /// Reads four bytes in little-endian order.
    mutating func word() throws(NibFailure) -> UInt32 { UInt32(truncatingIfNeeded: try fixed(4)) }

    private mutating func fixed(_ count: Int) throws(NibFailure) -> UInt64 {
        try readBytes(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads an integer stored in groups of seven bits, lowest group first. The last byte has its high bit set.
    mutating func number() throws(NibFailure) -> Int {
        var number = 0
        var shift = 0
        while shift < 35 {
            guard let byte = try readBytes(1).first else { break }
            number |= Int(byte & 0x7F) << shift
            if byte & 0x80 != 0 { return number }
            shift += 7
        }
        throw problem("a number has no end")
    }

    mutating func text(_ count: Int) throws(NibFailure) -> String {
        String(decoding: try readBytes(count), as: UTF8.self)
    }

    mutating func value(objects: Int) throws(NibFailure) -> NibArchive.Value {
        guard let type = try readBytes(1).first else { throw problem("it is cut off") }
        switch type {
        case 0: return .integer(Int(Int8(bitPattern: UInt8(truncatingIfNeeded: try fixed(1)))))
        case 1: return .integer(Int(Int16(truncatingIfNeeded: try fixed(2))))
        case 2: return .integer(Int(Int32(truncatingIfNeeded: try fixed(4))))
        case 3: return .integer(Int(Int64(bitPattern: try fixed(8))))
        case 4: return .flag(false)
        case 5: return .flag(true)
        case 6:
            let number = Float(bitPattern: UInt32(truncatingIfNeeded: try fixed(4)))
            return .number(number.isFinite ? Double(number) : 0)
        case 7:
            let number = Double(bitPattern: try fixed(8))
            return .number(number.isFinite ? number : 0)
        case 8:
            let count = try number()
            return .data(Array(try readBytes(count)))
        case 9: return .null
        case 10:
            let place = Int(try word())
            guard place < objects else { throw problem("a reference leads to the object \(place) of \(objects)") }
            return .object(place)
        default: throw problem("a value has the type \(type)")
        }
    }
}
