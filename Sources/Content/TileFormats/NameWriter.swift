/// A writer that composes a file name in a buffer of fixed size. String interpolation would cost more than opening the
/// file.
package struct NameWriter: ~Copyable {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    /// The number of bytes written.
    package private(set) var count = 0

    /// Creates a writer.
    ///
    /// - Parameter memory: A buffer with space for the name and a terminating zero. Writing beyond it traps.
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

    /// Appends a number in decimal digits; it must not be negative.
    package mutating func append(_ number: Int) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }
}
