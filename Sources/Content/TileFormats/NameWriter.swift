/// Puts a file's name together in memory of a fixed size: string interpolation costs more than opening the file.
package struct NameWriter: ~Copyable {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    /// Bytes that are written.
    package private(set) var count = 0

    /// - Parameter memory: As much as the name needs, with a zero at its end; programmers who give less trap.
    package init(_ memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

    package mutating func append(_ byte: UInt8) {
        memory[count] = byte
        count += 1
    }

    package mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { append(byte) }
    }

    package mutating func append(_ text: StaticString) {
        for index in 0..<text.utf8CodeUnitCount { append(text.utf8Start[index]) }
    }

    /// In decimal digits; not negative.
    package mutating func append(_ number: Int) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }
}
