import Foundation
import TileEngine

/// A number for the bytes of a file, which a ledger keeps: a file exchanged for another under the same name then is
/// seen to be another, and not taken for a build that counts otherwise.
enum FileFingerprint {
    /// Bytes that are in memory at a time.
    private static let part = 1 << 20

    /// Sixteen digits: the validator of the validators of each megabyte. Nil when the file can't be read.
    static func read(_ path: String) -> String? {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        var validators: [UInt64] = []
        do {
            while let data = try handle.read(upToCount: part), !data.isEmpty {
                validators.append(data.withUnsafeBytes { StrongValidator(of: $0).number }.littleEndian)
            }
        } catch {
            return nil
        }
        let digits = String(validators.withUnsafeBytes { StrongValidator(of: $0).number }, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
