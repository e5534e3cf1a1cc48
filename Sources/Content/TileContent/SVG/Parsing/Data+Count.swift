import Foundation

extension Data {
    /// Returns the number of times that a byte occurs. The C library compares many bytes at once.
    ///
    /// - Complexity: O(n).
    func count(of byte: UInt8) -> Int {
        withUnsafeBytes { bytes in
            var count = 0
            var rest = bytes[...]
            while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                let found = memchr(start, Int32(byte), rest.count)
            {
                count += 1
                rest = rest.dropFirst(UnsafeRawPointer(found) - start + 1)
            }
            return count
        }
    }
}
