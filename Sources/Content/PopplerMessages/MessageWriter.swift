/// An encoder of values: numbers as 64-bit words in native byte order, strings as UTF-8 after their length.
package struct MessageWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func add(_ word: UInt64) { withUnsafeBytes(of: word) { bytes += $0 } }
    package mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }
    package mutating func add(_ number: Double) { add(number.bitPattern) }

    package mutating func add(_ text: String) {
        let text = text.utf8.prefix(MessageReader.longestText)
        add(text.count)
        bytes += text
    }

    package mutating func add<Value: MessageValue>(_ values: [Value]) {
        add(values.count)
        for value in values { value.write(to: &self) }
    }
}

/// A value that can be sent in a message.
package protocol MessageValue: Sendable {
    /// Decodes a value; nil if the bytes are invalid.
    init?(from reader: inout MessageReader)
    func write(to writer: inout MessageWriter)
}

extension MessageValue {
    package init?(bytes: [UInt8]) {
        var reader = MessageReader(bytes)
        self.init(from: &reader)
        guard reader.isAtEnd else { return nil }
    }

    package var bytes: [UInt8] {
        var writer = MessageWriter()
        write(to: &writer)
        return writer.bytes
    }
}

/// A list of values.
package struct MessageList<Element: MessageValue>: MessageValue {
    package var elements: [Element]

    package init(_ elements: [Element]) { self.elements = elements }

    package init?(from reader: inout MessageReader) {
        guard let elements: [Element] = reader.list() else { return nil }
        self.elements = elements
    }

    package func write(to writer: inout MessageWriter) { writer.add(elements) }
}

/// A decoder of values written by a `MessageWriter`. The input is not trusted.
package struct MessageReader: Sendable {
    package static let longestText = 1 << 16

    private let bytes: [UInt8]
    private var position = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package var isAtEnd: Bool { position == bytes.count }

    package mutating func word() -> UInt64? {
        guard bytes.count - position >= 8 else { return nil }
        defer { position += 8 }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt64.self) }
    }

    package mutating func integer() -> Int? { word().map { Int(truncatingIfNeeded: $0) } }

    /// Reads a finite number.
    package mutating func number() -> Double? {
        guard let number = word().map({ Double(bitPattern: $0) }), number.isFinite else { return nil }
        return number
    }

    package mutating func flag() -> Bool? { word().map { $0 != 0 } }

    package mutating func text() -> String? {
        guard let count = integer(), (0...min(Self.longestText, bytes.count - position)).contains(count) else {
            return nil
        }
        defer { position += count }
        return String(decoding: bytes[position..<position + count], as: UTF8.self)
    }

    package mutating func list<Value: MessageValue>() -> [Value]? {
        // Each element has at least one word, which limits a false count.
        guard let count = integer(), (0...(bytes.count - position) / 8).contains(count) else { return nil }
        var values: [Value] = []
        values.reserveCapacity(count)
        for _ in 0..<count {
            guard let value = Value(from: &self) else { return nil }
            values.append(value)
        }
        return values
    }
}
